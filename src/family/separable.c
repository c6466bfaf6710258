/* SPDX-License-Identifier: MIT
 *
 * Families with independent coordinates: points, steps, widths; densities, their scores, and their
 * change across a step. [math: A5, A7, A15, A16] */
#include "family/separable.h"
#include "linalg/lowrank.h"
#include "util/team.h"

#include <math.h>
#include <string.h>

void nes_separable_take(nes_dist *p, const nes_settings *s)
{
    p->own[0] = s->nu;
}

double nes_separable_nu(const nes_dist *p)
{
    return p->own[0];
}

size_t nes_separable_ntheta(const nes_dist *p)
{
    return 2 * p->d;
}

size_t nes_separable_nwork(const nes_dist *p, size_t n)
{
    (void)p, (void)n;
    return 0;
}

static int refresh(nes_dist *p)
{
    for (size_t i = p->d; i < 2 * p->d; i++)
        if (!(p->theta[i] > 0)) return 1;
    return 0;
}

int nes_separable_init(nes_dist *p, const nes_start *s)
{
    memcpy(p->theta, s->mu, p->d * sizeof *s->mu);
    memcpy(p->theta + p->d, s->std, p->d * sizeof *s->std);
    return refresh(p);
}

/* Slots whose points are being made. */
typedef struct placing {
    const nes_dist *p;
    nes_batch *b;
    size_t lo, hi;
} placing;

static void place_coordinates(void *data, size_t first, size_t last)
{
    const placing *s = data;
    double buffer[NES_BLOCK];
    for (size_t lo = first; lo < last; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, last);
        const double *mu = s->p->theta + lo, *sigma = mu + s->p->d;
        for (size_t k = s->lo; k < s->hi; k++) {
            const double *z = nes_batch_z(s->b, k, lo, n, buffer);
            double *x = nes_batch_x(s->b, k) + lo;
            for (size_t i = 0; i < n; i++) x[i] = mu[i] + sigma[i] * z[i];
        }
    }
}

void nes_separable_place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    placing s = {p, b, lo, hi};
    nes_team_run(p->team, p->d, NES_BLOCK, place_coordinates, &s);
}

int nes_separable_localize(const nes_dist *p, nes_slots at, double *work)
{
    (void)work;
    nes_standardise(p, at, 1, p->theta + p->d);
    return 0;
}

/* The rows add their parts when the step is applied, block by block: nothing of size d is kept. */
void nes_separable_propose(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    const double natural = s->plain ? 1 : nes_coordinate_law_of(p)->natural(nes_separable_nu(p));
    nes_step_begin(s, b);
    s->additive = true;
    s->scale = -b->u0;
    for (size_t k = 0; k < b->n; k++) {
        s->mean[k] = b->v[k];
        s->outer[k] = natural * b->u[k];
    }
}

/* A step that is looked at or applied. */
typedef struct applying {
    const nes_dist *p;
    const nes_batch *b;
    const nes_step *step;
} applying;

/* g_mu = sum mean_k l(z_k) and g_sigma = scale + sum outer_k g(z_k), for n coordinates from lo on.
 * The centre of a hill climber jumps to the sample itself. */
static void gradient(const applying *a, size_t lo, size_t n, double *gmu, double *gsigma)
{
    const nes_step *s = a->step;
    const nes_coordinate_law *law = nes_coordinate_law_of(a->p);
    const double nu = nes_separable_nu(a->p);
    double buffer[NES_BLOCK];
    for (size_t i = 0; i < n; i++) {
        gmu[i] = 0;
        gsigma[i] = s->scale;
    }
    for (size_t k = 0; k < s->n + s->extra; k++) {
        if (s->outer[k] == 0 && s->mean[k] == 0) continue;
        const double *z = nes_batch_z(a->b, k, lo, n, buffer);
        law->accumulate(
            n, nu, z, &(nes_coordinate_sums){s->plain ? 0 : s->mean[k], s->outer[k], gmu, gsigma});
        for (size_t i = 0; s->plain && i < n; i++) gmu[i] += s->mean[k] * z[i];
    }
}

static void move_coordinates(void *data, size_t first, size_t last)
{
    const applying *m = data;
    const nes_dist *p = m->p;
    const nes_rates *eta = &m->step->rates;
    double gmu[NES_BLOCK], gsigma[NES_BLOCK];
    double *mu = p->theta, *sigma = mu + p->d, *record = m->step->record;
    for (size_t lo = first; lo < last; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, last);
        gradient(m, lo, n, gmu, gsigma);
        for (size_t i = 0; i < n; i++) {
            const double scale = nes_clamp(0.5 * eta->sigma * gsigma[i], eta->limit);
            if (record != NULL) {
                record[lo + i] = scale;
                record[p->d + lo + i] = eta->mu * gmu[i];
            }
            mu[lo + i] += eta->mu * (sigma[lo + i] * gmu[i]);
            sigma[lo + i] *= exp(scale);
        }
    }
}

int nes_separable_apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    applying m = {p, b, s};
    s->rates = *eta;
    nes_team_run(p->team, p->d, NES_BLOCK, move_coordinates, &m);
    return 0;
}

static size_t nnatural(size_t d)
{
    return d;
}

static void natural_step(const nes_dist *p, const nes_batch *b, const nes_step *s, double *mean,
                         double *shape)
{
    const applying a = {p, b, s};
    for (size_t lo = 0; lo < p->d; lo += NES_BLOCK) {
        const size_t n = nes_block_at(lo, p->d);
        gradient(&a, lo, n, mean + lo, shape + lo);
    }
    for (size_t i = 0; i < p->d; i++) {
        mean[i] *= s->rates.mu;
        shape[i] *= s->rates.sigma / sqrt(2);
    }
}

/* The record of a step holds, per coordinate, the change of ln sigma and the move of the mean in
 * units of the old sigma. */
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

static double sigma_of(const nes_dist *p)
{
    return nes_geometric_mean_of(p->coords, p->d, p->theta + p->d);
}

static double width(const nes_dist *p)
{
    return nes_coords_at(p->coords, 0, p->theta + p->d);
}

static const double *deviations(const nes_dist *p)
{
    return p->theta + p->d;
}

static void spread(const nes_dist *p, double *std)
{
    memcpy(std, p->theta + p->d, p->d * sizeof *std);
}

static double condition(const nes_dist *p)
{
    return nes_largest_to_least(p->coords, p->d, p->theta + p->d);
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    const size_t first = nes_coords_first(p->coords);
    memset(a, 0, p->d * sizeof *a);
    if (i >= first && i - first < p->d) a[i - first] = p->theta[p->d + i - first];
}

const nes_natural nes_separable_natural = {nnatural, natural_step};
const nes_widths nes_separable_widths = {.sigma = sigma_of,
                                         .spread = spread,
                                         .condition = condition,
                                         .width = width,
                                         .axis = axis,
                                         .deviations = deviations};
const nes_densities nes_separable_densities = {.remember = remember,
                                               .change = change,
                                               .relocate = relocate,
                                               .ratio = ratio,
                                               .longer = longer,
                                               .stretch = stretch};
const nes_scores nes_separable_scores = {
    .nparam = nes_separable_ntheta, .logpdf = logpdf, .score = score, .refresh = refresh};
