/* SPDX-License-Identifier: MIT
 *
 * The normal distribution with one step size for all coordinates: x = mu + sigma z. With the
 * elitist scheme this is the radial (1+1)-NES. theta = (mu, sigma). [math: A13] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "linalg/lowrank.h"

static size_t ntheta(const nes_dist *p)
{
    return p->d + 1;
}

/* 1/(5 sqrt d) [math: A13] */
static void rate(const nes_extent *e, nes_defaults *r)
{
    r->sigma = 0.2 / sqrt((double)e->d);
}

/* One scale stands for all: the geometric mean of those given. */
static int init(nes_dist *p, const nes_start *s)
{
    memcpy(p->theta, s->mu, p->d * sizeof *s->mu);
    p->theta[p->d] = nes_geometric_mean(p->d, s->std);
    return 0;
}

static void place(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    const size_t d = p->d;
    double buffer[NES_BLOCK];
    for (size_t k = lo; k < hi; k++)
        for (size_t first = 0; first < d; first += NES_BLOCK) {
            const size_t n = nes_block_at(first, d);
            const double *mu = p->theta + first, *z = nes_batch_z(b, k, first, n, buffer);
            double *x = nes_batch_x(b, k) + first;
            for (size_t i = 0; i < n; i++) x[i] = mu[i] + p->theta[d] * z[i];
        }
}

static int localize(const nes_dist *p, nes_slots at, double *work)
{
    (void)work;
    nes_standardise(p, at, p->theta[p->d], NULL);
    return 0;
}

/* ln sigma += eta/2 (sum u_k (|z_k|^2/d - 1) - u_0) */
static void propose(const nes_dist *p, const nes_batch *b, nes_step *s)
{
    nes_step_begin(s, b);
    s->scale = -b->u0;
    for (size_t k = 0; k < b->n; k++) {
        s->mean[k] = b->v[k];
        s->outer[k] = b->u[k];
        if (b->u[k] != 0) s->scale += b->u[k] * (nes_batch_norm2(b, k) / (double)p->d - 1);
    }
}

/* sum mean_k z_k */
static void find_shift(const nes_batch *b, const nes_step *s, double *shift)
{
    double buffer[NES_BLOCK];
    memset(shift, 0, b->d * sizeof *shift);
    for (size_t k = 0; k < s->n + s->extra; k++) {
        if (s->mean[k] == 0) continue;
        for (size_t lo = 0; lo < b->d; lo += NES_BLOCK) {
            const size_t n = nes_block_at(lo, b->d);
            const double *z = nes_batch_z(b, k, lo, n, buffer);
            for (size_t i = 0; i < n; i++) shift[lo + i] += s->mean[k] * z[i];
        }
    }
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    const size_t d = p->d;
    const double scale = nes_clamp(0.5 * eta->sigma * s->scale, eta->limit);
    double *mu = p->theta, *shift = p->work;
    find_shift(b, s, shift);
    s->rates = *eta;
    if (s->record != NULL) {
        s->record[0] = scale;
        for (size_t i = 0; i < d; i++) s->record[1 + i] = eta->mu * shift[i];
    }
    for (size_t i = 0; i < d; i++) mu[i] += eta->mu * (mu[d] * shift[i]);
    mu[d] *= exp(scale);
    return 0;
}

static size_t nnatural(size_t d)
{
    (void)d;
    return 1;
}

static void natural_step(const nes_dist *p, const nes_batch *b, const nes_step *s, double *mean,
                         double *shape)
{
    find_shift(b, s, mean);
    for (size_t i = 0; i < p->d; i++) mean[i] *= s->rates.mu;
    *shape = sqrt(0.5 * (double)p->d) * s->rates.sigma * s->scale;
}

static double square(double v)
{
    return v * v;
}

/* The record: the change of ln sigma, then the move of the mean in units of the old sigma. */
static void remember(const nes_dist *p, nes_step *s, const double *before)
{
    const size_t d = p->d;
    s->record[0] = log(p->theta[d] / before[d]);
    for (size_t i = 0; i < d; i++) s->record[1 + i] = (p->theta[i] - before[i]) / before[d];
}

static void change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log)
{
    const double scale = s->record[0], shrink = exp(-scale), *delta = s->record + 1;
    for (size_t k = 0; k < b->n; k++) {
        double after = 0;
        for (size_t i = 0; i < p->d; i++) after += square(shrink * (b->z[k * p->d + i] - delta[i]));
        log[k] = 0.5 * (nes_batch_norm2(b, k) - after) - (double)p->d * scale;
    }
}

static void relocate(const nes_dist *p, const nes_step *s, nes_batch *b, const unsigned char *keep)
{
    const double shrink = exp(-s->record[0]), *delta = s->record + 1;
    for (size_t k = 0; k < b->n; k++)
        for (size_t i = 0; i < p->d && keep[k]; i++)
            b->z[k * p->d + i] = shrink * (b->z[k * p->d + i] - delta[i]);
}

static void ratio(const nes_dist *p, const nes_step *s, nes_slots at, double *log)
{
    const nes_batch *b = at.b;
    const double scale = s->record[0], grow = exp(scale), *delta = s->record + 1;
    for (size_t k = at.lo; k < at.hi; k++) {
        double before = 0;
        for (size_t i = 0; i < p->d; i++) before += square(grow * b->z[k * p->d + i] + delta[i]);
        log[k - at.lo] = 0.5 * (nes_batch_norm2(b, k) - before) + (double)p->d * scale;
    }
}

static void longer(const nes_dist *p, const nes_step *s, nes_slots at, double extra, double *log)
{
    const double log_kappa = nes_step_longer(s, s->record[0], extra);
    const double less = expm1(-2 * log_kappa);
    for (size_t k = at.lo; k < at.hi; k++)
        log[k - at.lo] = -0.5 * nes_batch_norm2(at.b, k) * less - (double)p->d * log_kappa;
}

static int stretch(const nes_dist *p, const nes_step *s, nes_slots at, double extra)
{
    const double kappa = exp(nes_step_longer(s, s->record[0], extra));
    for (size_t i = at.lo * p->d; i < at.hi * p->d; i++) at.b->z[i] *= kappa;
    return !isfinite(kappa);
}

static double logpdf(const nes_dist *p, const nes_batch *b, size_t k)
{
    return -0.5 * nes_batch_norm2(b, k) -
           (double)p->d * (log(p->theta[p->d]) + 0.91893853320467274178); /* ln(2 pi)/2 */
}

/* In mu: z/sigma, in sigma: (|z|^2 - d)/sigma. */
static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const double sigma = p->theta[p->d];
    for (size_t i = 0; i < p->d; i++) s[i] = b->z[k * p->d + i] / sigma;
    s[p->d] = (nes_batch_norm2(b, k) - (double)p->d) / sigma;
}

static int refresh(nes_dist *p)
{
    return !(p->theta[p->d] > 0);
}

static double scale(const nes_dist *p)
{
    return p->theta[p->d];
}

static void spread(const nes_dist *p, double *std)
{
    for (size_t i = 0; i < p->d; i++) std[i] = p->theta[p->d];
}

static double condition(const nes_dist *p)
{
    (void)p;
    return 1;
}

static void axis(const nes_dist *p, size_t i, double *a)
{
    memset(a, 0, p->d * sizeof *a);
    a[i] = p->theta[p->d];
}

static const nes_densities densities = {.remember = remember,
                                        .change = change,
                                        .relocate = relocate,
                                        .ratio = ratio,
                                        .longer = longer,
                                        .stretch = stretch};
static const nes_scores scores = {
    .nparam = ntheta, .logpdf = logpdf, .score = score, .refresh = refresh};
static const nes_natural natural = {nnatural, natural_step};
static const nes_widths widths = {
    .sigma = scale, .spread = spread, .condition = condition, .width = scale, .axis = axis};

const nes_family nes_gauss_radial = {
    .name = "gauss-radial",
    .doc = "normal distribution with one step size for all coordinates",
    .uses = NES_USES_LIMIT,
    .located = true,
    .rate = rate,
    .elitist_down = 2,
    .elitist_learn = 0,
    .ntheta = ntheta,
    .init = init,
    .variates = nes_normal_variates,
    .place = place,
    .localize = localize,
    .propose = propose,
    .apply = apply,
    .densities = &densities,
    .scores = &scores,
    .natural = &natural,
    .widths = &widths,
};
