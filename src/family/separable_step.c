/* SPDX-License-Identifier: MIT
 *
 * Densities of families with independent coordinates: their logarithm and scores, and their change
 * across a step. Its record holds, per coordinate, the change of ln sigma and the move of the mean
 * in units of the old sigma. [math: A5, A7, A15] */
#include <math.h>
#include <string.h>

#include "family/separable.h"

static void remember(const nes_dist *p, nes_step *s, const double *before)
{
    const size_t d = p->d;
    for (size_t i = 0; i < d; i++) {
        s->record[i] = log(p->theta[d + i] / before[d + i]);
        s->record[d + i] = (p->theta[i] - before[i]) / before[d + i];
    }
}

static void change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log)
{
    const nes_coordinate_law *law = nes_coordinate_law_of(p);
    const double nu = nes_separable_nu(p);
    const double *scale = s->record, *delta = scale + p->d;
    memset(log, 0, b->n * sizeof *log);
    for (size_t i = 0; i < p->d; i++) {
        const double shrink = exp(-scale[i]);
        for (size_t k = 0; k < b->n; k++) {
            const double before = b->z[k * p->d + i], after = (before - delta[i]) * shrink;
            log[k] += law->log(nu, after * after) - law->log(nu, before * before) - scale[i];
        }
    }
}

static void relocate(const nes_dist *p, const nes_step *s, nes_batch *b, const unsigned char *keep)
{
    const double *scale = s->record, *delta = scale + p->d;
    for (size_t i = 0; i < p->d; i++) {
        const double shrink = exp(-scale[i]);
        for (size_t k = 0; k < b->n; k++)
            if (keep[k]) b->z[k * p->d + i] = (b->z[k * p->d + i] - delta[i]) * shrink;
    }
}

static void ratio(const nes_dist *p, const nes_step *s, nes_slots at, double *log)
{
    const nes_coordinate_law *law = nes_coordinate_law_of(p);
    const double nu = nes_separable_nu(p);
    const double *scale = s->record, *delta = scale + p->d;
    memset(log, 0, (at.hi - at.lo) * sizeof *log);
    for (size_t i = 0; i < p->d; i++) {
        const double grow = exp(scale[i]);
        for (size_t k = at.lo; k < at.hi; k++) {
            const double after = at.b->z[k * p->d + i], before = after * grow + delta[i];
            log[k - at.lo] +=
                law->log(nu, before * before) - law->log(nu, after * after) + scale[i];
        }
    }
}

static void longer(const nes_dist *p, const nes_step *s, nes_slots at, double extra, double *log)
{
    const nes_coordinate_law *law = nes_coordinate_law_of(p);
    const double nu = nes_separable_nu(p);
    memset(log, 0, (at.hi - at.lo) * sizeof *log);
    for (size_t i = 0; i < p->d; i++) {
        const double log_kappa = nes_step_longer(s, s->record[i], extra);
        const double shrink = exp(-2 * log_kappa);
        for (size_t k = at.lo; k < at.hi; k++) {
            const double z = at.b->z[k * p->d + i];
            log[k - at.lo] += law->log(nu, z * z * shrink) - law->log(nu, z * z) - log_kappa;
        }
    }
}

static int stretch(const nes_dist *p, const nes_step *s, nes_slots at, double extra)
{
    for (size_t i = 0; i < p->d; i++) {
        const double kappa = exp(nes_step_longer(s, s->record[i], extra));
        if (!isfinite(kappa)) return 1;
        for (size_t k = at.lo; k < at.hi; k++) at.b->z[k * p->d + i] *= kappa;
    }
    return 0;
}

static double logpdf(const nes_dist *p, const nes_batch *b, size_t k)
{
    const nes_coordinate_law *law = nes_coordinate_law_of(p);
    const double nu = nes_separable_nu(p);
    const double *z = b->z + k * p->d;
    double sum = 0;
    for (size_t i = 0; i < p->d; i++) sum += law->log(nu, z[i] * z[i]) - log(p->theta[p->d + i]);
    return sum;
}

/* In mu_i: score(z)/sigma, in sigma_i: (z score(z) - 1)/sigma. */
static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const nes_coordinate_law *law = nes_coordinate_law_of(p);
    const double nu = nes_separable_nu(p);
    const double *z = b->z + k * p->d, *sigma = p->theta + p->d;
    for (size_t i = 0; i < p->d; i++) {
        const double g = law->score(nu, z[i]);
        s[i] = g / sigma[i];
        s[p->d + i] = (z[i] * g - 1) / sigma[i];
    }
}

const nes_densities nes_separable_densities = {.remember = remember,
                                               .change = change,
                                               .relocate = relocate,
                                               .ratio = ratio,
                                               .longer = longer,
                                               .stretch = stretch};
const nes_scores nes_separable_scores = {.nparam = nes_separable_ntheta,
                                         .logpdf = logpdf,
                                         .score = score,
                                         .refresh = nes_separable_refresh};
