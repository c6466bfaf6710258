/* SPDX-License-Identifier: MIT
 *
 * Strings of bits. Bit i is 1 with probability theta_i, independently of the others. theta is the
 * expectation of the sample, so the natural gradient of ln pi(x) is x - theta without any matrix:
 *
 *     theta <- theta + eta sum u_k (x_k - theta),  kept in [margin, 1 - margin]
 *
 * The margin leaves every bit a chance to change. The "local sample" of a slot is the string
 * itself, and its radial factor is 0: there is no distance from a centre. The record of a step is
 * theta before it. [math: B6] */
#include <math.h>
#include <string.h>

#include "family/families.h"

enum { MARGIN }; /* least probability of either value of a bit */

static void take(nes_dist *p, const nes_settings *s)
{
    p->own[MARGIN] = s->margin;
}

static size_t count(const nes_dist *p)
{
    return p->d;
}

static double inside(const nes_dist *p, double probability)
{
    return fmin(fmax(probability, p->own[MARGIN]), 1 - p->own[MARGIN]);
}

static int refresh(nes_dist *p)
{
    for (size_t i = 0; i < p->d; i++) p->theta[i] = inside(p, p->theta[i]);
    return 0;
}

/* Even odds, or halfway from there to the string that was given. */
static int init(nes_dist *p, const nes_start *s)
{
    for (size_t i = 0; i < p->d; i++) p->theta[i] = s->mu != NULL ? 0.25 + 0.5 * s->mu[i] : 0.5;
    return refresh(p);
}

static bool sound(const nes_dist *p, nes_note note)
{
    const double margin = p->own[MARGIN];
    for (size_t i = 0; i < p->d; i++)
        if (!(p->theta[i] >= margin && p->theta[i] <= 1 - margin)) {
            nes_print(note.text, note.size, "probability %zu is %g, but its margin is %g", i + 1,
                      p->theta[i], margin);
            return false;
        }
    return true;
}

/* The string of a slot under those probabilities, from its stream. */
static void draw(nes_batch *b, size_t k, const double *theta)
{
    const nes_stream s = nes_batch_stream(b, k);
    double *bit = b->z + k * b->d;
    nes_uniforms(&s, 0, b->d, bit);
    for (size_t i = 0; i < b->d; i++) bit[i] = bit[i] < theta[i];
    b->tail[k] = 0;
}

static void sample(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    for (size_t k = lo; k < hi; k++) draw(b, k, p->theta);
}

static int apply(nes_dist *p, nes_batch *b, nes_step *s, const nes_rates *eta)
{
    const size_t d = p->d;
    double *theta = p->theta, *sum = p->work;
    memset(sum, 0, d * sizeof *sum);
    for (size_t k = 0; k < s->n; k++)
        for (size_t i = 0; s->outer[k] != 0 && i < d; i++)
            sum[i] += s->outer[k] * (b->z[k * d + i] - theta[i]);
    for (size_t i = 0; i < d; i++)
        if (!isfinite(eta->sigma * sum[i])) return 1;
    if (s->record != NULL) memcpy(s->record, theta, d * sizeof *theta);
    for (size_t i = 0; i < d; i++) theta[i] = inside(p, theta[i] + eta->sigma * sum[i]);
    s->rates = *eta;
    return 0;
}

static void remember(const nes_dist *p, nes_step *s, const double *before)
{
    memcpy(s->record, before, p->d * sizeof *before);
}

/* Logarithms of the ratio of two distributions at some slots. */
static void log_ratio(nes_slots at, const double *above, const double *below, double *logs)
{
    const nes_batch *b = at.b;
    memset(logs, 0, (at.hi - at.lo) * sizeof *logs);
    for (size_t i = 0; i < b->d; i++) {
        const double one = log(above[i] / below[i]), zero = log((1 - above[i]) / (1 - below[i]));
        for (size_t k = at.lo; k < at.hi; k++)
            logs[k - at.lo] += b->z[k * b->d + i] > 0 ? one : zero;
    }
}

static void change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log)
{
    log_ratio(nes_slots_of(b), p->theta, s->record, log);
}

static void ratio(const nes_dist *p, const nes_step *s, nes_slots at, double *log)
{
    log_ratio(at, s->record, p->theta, log);
}

/* The probabilities after a longer step. One that ended at a margin would have ended there too. */
static const double *further(const nes_dist *p, const nes_step *s, double extra)
{
    for (size_t i = 0; i < p->d; i++)
        p->work[i] = inside(p, p->theta[i] + extra * (p->theta[i] - s->record[i]));
    return p->work;
}

static void longer(const nes_dist *p, const nes_step *s, nes_slots at, double extra, double *log)
{
    log_ratio(at, further(p, s, extra), p->theta, log);
}

/* The same random numbers decide again. */
static int stretch(const nes_dist *p, const nes_step *s, nes_slots at, double extra)
{
    const double *theta = further(p, s, extra);
    for (size_t k = at.lo; k < at.hi; k++) draw(at.b, k, theta);
    return 0;
}

static double logpdf(const nes_dist *p, const nes_batch *b, size_t k)
{
    const double *bit = b->z + k * p->d;
    double sum = 0;
    for (size_t i = 0; i < p->d; i++) sum += bit[i] > 0 ? log(p->theta[i]) : log1p(-p->theta[i]);
    return sum;
}

static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const double *bit = b->z + k * p->d;
    for (size_t i = 0; i < p->d; i++) s[i] = bit[i] > 0 ? 1 / p->theta[i] : -1 / (1 - p->theta[i]);
}

static void spread(const nes_dist *p, double *std)
{
    for (size_t i = 0; i < p->d; i++) std[i] = sqrt(p->theta[i] * (1 - p->theta[i]));
}

static double sigma(const nes_dist *p)
{
    spread(p, p->work);
    return nes_geometric_mean(p->d, p->work);
}

static double condition(const nes_dist *p)
{
    spread(p, p->work);
    return nes_largest_to_least(NULL, p->d, p->work);
}

static bool settled(const nes_dist *p)
{
    for (size_t i = 0; i < p->d; i++)
        if (p->theta[i] > p->own[MARGIN] && p->theta[i] < 1 - p->own[MARGIN]) return false;
    return true;
}

static const nes_densities densities = {.remember = remember,
                                        .change = change,
                                        .relocate = nes_point_relocate,
                                        .ratio = ratio,
                                        .longer = longer,
                                        .stretch = stretch};
static const nes_scores scores = {
    .nparam = count, .logpdf = logpdf, .score = score, .refresh = refresh};
static const nes_widths widths = {.sigma = sigma, .spread = spread, .condition = condition};

const nes_family nes_bernoulli = {
    .name = "bernoulli",
    .doc = "strings of bits, each with a probability of its own",
    .binary = true,
    .crowd = true,
    .rate = nes_rate_diag,
    .take = take,
    .ntheta = count,
    .init = init,
    .sound = sound,
    .sample = sample,
    .place = nes_point_place,
    .localize = nes_point_localize,
    .propose = nes_weights_propose,
    .apply = apply,
    .densities = &densities,
    .scores = &scores,
    .widths = &widths,
    .settled = settled,
};
