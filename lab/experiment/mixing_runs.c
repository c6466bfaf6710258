/* SPDX-License-Identifier: MIT
 *
 * Runs on importance mixing in one dimension: which old samples are kept, which new ones are taken.
 * The density is one of our own, so that its functions see all samples that the library draws, the
 * discarded ones included. The new parameters do not depend on the old samples, as the theory wants
 * it. [math: A5, X13] */
#include <math.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "experiment/run_kinds.h"

enum { SIZE = 500, ROOM = 8 * SIZE };

static const double before[2] = {0, 1}, after[2] = {1, 0.8}; /* mean and width */
static const double ALPHA = 0.1;

/* What became of a sample. */
enum { KEPT, REJECTED, ACCEPTED, DISCARDED };

/* What the library asked of the density. */
typedef struct observer {
    size_t drawn, scored;             /* so far; since the last tell */
    size_t asked;                     /* drawn before the last tell */
    double draws[ROOM], scores[ROOM]; /* points, in order */
} observer;

static void sample_observed(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    observer *o = user;
    normal_density.sample(theta, dim, r, x, NULL);
    if (o->drawn < ROOM) o->draws[o->drawn++] = x[0];
}

static void score_observed(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    observer *o = user;
    normal_density.score(theta, dim, x, s, NULL);
    if (o->scored < ROOM) o->scores[o->scored++] = x[0];
}

/* The step goes where we want it. */
static int replace(double *theta, size_t dim, void *user)
{
    (void)dim, (void)user;
    theta[0] = after[0];
    theta[1] = after[1];
    return 0;
}

/* ---- what is run ---------------------------------------------------------------------------- */

static nes_status open_run(nes_opt **opt, observer *o, size_t k)
{
    const nes_density density = {
        2, before, sample_observed, normal_density.logpdf, score_observed, replace, o};
    nes_settings s;
    nes_settings_default(&s);
    s.family = "user";
    s.density = &density;
    s.gradient = "plain";
    s.shaping = "raw"; /* equal weights for equal values: the score of every row is wanted */
    s.mixing = "importance";
    s.mixing_alpha = ALPHA;
    s.popsize = SIZE;
    s.eval_start = "no";
    s.seed = k;
    return nes_create(opt, 1, before, &s);
}

/* One generation, in which all points have the value 1. */
static nes_status generation(nes_opt *opt, observer *o, double *x, size_t *n)
{
    nes_points p;
    nes_status st = nes_ask(opt, &p);
    if (st != NES_OK) return st;
    *n = p.n;
    for (size_t i = 0; i < p.n; i++) {
        x[i] = p.x[i];
        p.f[i] = 1;
    }
    o->asked = o->drawn;
    o->scored = 0;
    return nes_tell(opt, p.n, p.f);
}

/* Marks those of the samples that are also in the list, which has them in the same order. Those
 * behind the last one are left out if open: nobody has decided about them. */
static void mark(run_rows *rows, const double *samples, size_t n, const double *list, size_t m,
                 int in, bool open)
{
    for (size_t i = 0, j = 0; i < n && (j < m || !open); i++) {
        const bool found = j < m && samples[i] == list[j];
        if (found) j++;
        run_row(rows, (const double[]){six_digits(samples[i]), found ? in : in + 1});
    }
}

int run_mixing(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    observer o = {0};
    nes_opt *opt = NULL;
    double old[SIZE], new[SIZE];
    size_t n = 0, first;
    (void)r, (void)w;
    nes_status st = open_run(&opt, &o, k);
    if (st == NES_OK) st = generation(opt, &o, old, &n);
    first = o.asked;
    if (st == NES_OK) st = generation(opt, &o, new, &n);
    nes_destroy(opt);
    if (st != NES_OK) return text_error(EXIT_OBJECTIVE, "run %zu: %s", k, nes_strerror(st));
    mark(rows, old, SIZE, o.scores, SIZE - n, KEPT, false); /* rows that stay are the first */
    mark(rows, o.draws + first, o.asked - first, new, n, ACCEPTED, true);
    return 0;
}
