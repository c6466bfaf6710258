/* SPDX-License-Identifier: MIT
 *
 * A distribution given by the user's functions. theta is the user's, without a centre; the "local
 * sample" of a slot is the point itself as drawn, before any bounds, and its radial factor is 0:
 * there is no distance from a centre. The record of a step is theta before it and, where a longer
 * one will be imagined, its move. [math: A1, A7] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "nes/density.h"
#include "rng/random.h"

static void take(nes_dist *p, const nes_settings *s)
{
    p->model = s->density;
}

static size_t nparam(const nes_dist *p)
{
    return p->model != NULL ? ((const nes_density *)p->model)->nparam : 0;
}

static size_t nrecord(const nes_dist *p, size_t n, nes_asked asked)
{
    (void)n;
    return (asked.stretches ? 2 : 1) * nparam(p);
}

static nes_status check(const nes_settings *s, nes_note note)
{
    const nes_density *density = s->density;
    if (density == NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "family 'user' needs a distribution: set the field 'density' of the "
                          "settings (nes/density.h)");
    const char *missing = density->nparam == 0      ? "parameters (nparam is 0)"
                          : density->theta0 == NULL ? "start (theta0 is null)"
                          : density->sample == NULL ? "function 'sample'"
                          : density->score == NULL  ? "function 'score'"
                                                    : NULL;
    if (missing != NULL)
        return nes_refuse(note, NES_ERR_METHOD,
                          "the density has no %s: nparam, theta0, sample and score are needed",
                          missing);
    for (size_t i = 0; i < density->nparam; i++)
        if (!isfinite(density->theta0[i]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "theta0[%zu] of the density is %g: give finite parameters", i + 1,
                              density->theta0[i]);
    return NES_OK;
}

static nes_status check_numbers(const char *what, size_t n, const double *v, nes_note note)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(v[i]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "number %zu of the density's %s at theta0 is %g: it must be finite",
                              i + 1, what, v[i]);
    return NES_OK;
}

/* A sample, its score, its log-density at theta0: what is not finite is refused. */
static nes_status attempt(const nes_dist *p, uint64_t seed, double *x, nes_note note)
{
    const nes_density *m = p->model;
    nes_random r = {.stream = {.seed = seed, .lane = NES_LANE_PROBE}};
    m->sample(m->theta0, p->d, &r, x, m->user);
    nes_status st = check_numbers("sample", p->d, x, note);
    if (st != NES_OK) return st;
    m->score(m->theta0, p->d, x, p->work, m->user);
    st = check_numbers("score", m->nparam, p->work, note);
    if (st != NES_OK || m->logpdf == NULL) return st;
    const double log = m->logpdf(m->theta0, p->d, x, m->user);
    return check_numbers("logpdf", 1, &log, note);
}

static int init(nes_dist *p, const nes_start *s)
{
    const nes_density *m = p->model;
    (void)s;
    memcpy(p->theta, m->theta0, m->nparam * sizeof *p->theta);
    return 0;
}

static void draw(const nes_dist *p, const double *theta, nes_batch *b, size_t lo, size_t hi)
{
    const nes_density *m = p->model;
    for (size_t k = lo; k < hi; k++) {
        nes_random r = {.stream = nes_batch_stream(b, k)};
        m->sample(theta, p->d, &r, b->z + k * p->d, m->user);
        b->tail[k] = 0;
    }
}

static void sample(const nes_dist *p, nes_batch *b, size_t lo, size_t hi)
{
    draw(p, p->theta, b, lo, hi);
}

static double log_density(const nes_dist *p, const double *theta, const nes_batch *b, size_t k)
{
    const nes_density *m = p->model;
    return m->logpdf(theta, p->d, b->z + k * p->d, m->user);
}

static double logpdf(const nes_dist *p, const nes_batch *b, size_t k)
{
    return log_density(p, p->theta, b, k);
}

static void remember(const nes_dist *p, nes_step *s, const double *before)
{
    const size_t n = nparam(p);
    double *move = s->record + n;
    memcpy(s->record, before, n * sizeof *before);
    for (size_t i = 0; s->stretches && i < n; i++) move[i] = s->rates.sigma * s->direction[i];
}

static void change(const nes_dist *p, const nes_step *s, const nes_batch *b, double *log)
{
    for (size_t k = 0; k < b->n; k++) log[k] = logpdf(p, b, k) - log_density(p, s->record, b, k);
}

static void ratio(const nes_dist *p, const nes_step *s, nes_slots at, double *log)
{
    for (size_t k = at.lo; k < at.hi; k++)
        log[k - at.lo] = log_density(p, s->record, at.b, k) - logpdf(p, at.b, k);
}

static int repair(const nes_dist *p, double *theta)
{
    const nes_density *m = p->model;
    return m->repair != NULL ? m->repair(theta, p->d, m->user) : 0;
}

/* theta of the larger rate, repaired as any other, in the scratch; null: it is no distribution. */
static const double *imagine(const nes_dist *p, const nes_step *s, double extra)
{
    const size_t n = nparam(p);
    const double *before = s->record, *move = before + n;
    for (size_t i = 0; i < n; i++) {
        p->work[i] = before[i] + (1 + extra) * move[i];
        if (!isfinite(p->work[i])) return NULL;
    }
    return repair(p, p->work) == 0 ? p->work : NULL;
}

static void longer(const nes_dist *p, const nes_step *s, nes_slots at, double extra, double *log)
{
    const double *theta = imagine(p, s, extra);
    for (size_t k = at.lo; k < at.hi; k++)
        log[k - at.lo] = theta != NULL ? log_density(p, theta, at.b, k) - logpdf(p, at.b, k) : NAN;
}

/* The samples are points: those of another theta are drawn, with the same random numbers. */
static int stretch(const nes_dist *p, const nes_step *s, nes_slots at, double extra)
{
    const double *theta = imagine(p, s, extra);
    if (theta != NULL) draw(p, theta, at.b, at.lo, at.hi);
    return theta == NULL;
}

/* A point that is not finite has no score, whatever the function makes of it. */
static void score(const nes_dist *p, const nes_batch *b, size_t k, double *s)
{
    const nes_density *m = p->model;
    const double *x = b->z + k * p->d;
    m->score(p->theta, p->d, x, s, m->user);
    for (size_t i = 0; i < p->d; i++)
        if (!isfinite(x[i])) s[0] = NAN;
}

static int refresh(nes_dist *p)
{
    return repair(p, p->theta);
}

/* The user's function may repair its parameters: it gets a copy. */
static bool sound(const nes_dist *p, nes_note note)
{
    memcpy(p->work, p->theta, nparam(p) * sizeof *p->theta);
    if (repair(p, p->work) == 0) return true;
    nes_print(note.text, note.size, "the parameters of family '%s' are those of no distribution",
              p->family->name);
    return false;
}

static const nes_densities densities = {.nrecord = nrecord,
                                        .remember = remember,
                                        .change = change,
                                        .relocate = nes_point_relocate,
                                        .ratio = ratio,
                                        .longer = longer,
                                        .stretch = stretch};
static const nes_scores scores = {
    .nparam = nparam, .logpdf = logpdf, .score = score, .refresh = refresh};

const nes_family nes_user = {
    .name = "user",
    .doc = "a distribution of your own, from C (gradients plain and fisher; see nes/density.h)",
    .model = NES_MODEL_DENSITY,
    .rate = nes_rate_diag,
    .take = take,
    .check = check,
    .attempt = attempt,
    .ntheta = nparam,
    .init = init,
    .sound = sound,
    .sample = sample,
    .place = nes_point_place,
    .localize = nes_point_localize,
    .densities = &densities,
    .scores = &scores,
};
