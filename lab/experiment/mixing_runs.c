/* SPDX-License-Identifier: MIT
 *
 * Runs on importance mixing in one dimension: which old samples are kept, which new ones are taken.
 * The density is one of our own, so that its functions see all samples that the library draws, the
 * discarded ones included. The new parameters do not depend on the old samples, as the theory wants
 * it. [math: A5, X13] */
#include "experiment/run_kinds.h"
#include "stats/sample.h"

enum { SIZE = 500, ROOM = 8 * SIZE };

static const double before[2] = {0, 1}; /* mean and width */

/* What became of a sample. */
enum { KEPT, REJECTED, ACCEPTED, DISCARDED };

/* What the library did in two generations: points are those that it asked for. */
typedef struct record {
    size_t generation;
    size_t drawn, scored;     /* draws so far; scores since the last tell */
    size_t asked[2], drew[2]; /* points of each generation; draws up to its last point */
    double draws[ROOM], scores[ROOM], points[2][ROOM];
} record;

static void sample_observed(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    record *c = user;
    normal_density.sample(theta, dim, r, x, NULL);
    if (c->drawn < ROOM) c->draws[c->drawn++] = x[0];
}

static void score_observed(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    record *c = user;
    normal_density.score(theta, dim, x, s, NULL);
    if (c->scored < ROOM && c->generation < 2) c->scores[c->scored++] = x[0];
}

/* Replaces the step: the new parameters are ours. */
static int replace(double *theta, size_t dim, void *user)
{
    (void)dim, (void)user;
    theta[0] = 1;
    theta[1] = 0.8;
    return 0;
}

static void note_point(void *data, const double *x)
{
    record *c = data;
    const size_t g = c->generation;
    if (g > 1 || c->asked[g] == ROOM) return;
    c->points[g][c->asked[g]++] = x[0];
    c->drew[g] = c->drawn;
}

static void note_generation(void *data, nes_opt *o, const run_outcome *so_far)
{
    record *c = data;
    (void)o, (void)so_far;
    if (c->generation++ == 0) c->scored = 0;
}

/* Writes a row for each of the samples: `in` if it is in the list, which has them in the same
 * order, else in + 1. open: samples behind the last one of the list are left out, because the
 * library has not decided about them. */
static void mark(run_rows *rows, sample samples, sample list, int in, bool open)
{
    for (size_t i = 0, j = 0; i < samples.n && (j < list.n || !open); i++) {
        const bool found = j < list.n && samples.v[i] == list.v[j];
        if (found) j++;
        run_row(rows, (const double[]){six_digits(samples.v[i]), found ? in : in + 1});
    }
}

int run_mixing(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    record c = {.generation = 0};
    const nes_density density = {
        2, before, sample_observed, normal_density.logpdf, score_observed, replace, &c};
    const run_follower f = {.point = note_point, .generation = note_generation, .data = &c};
    recipe own = *r;
    run_outcome out;
    own.density = &density;
    const int status = recipe_run(&own, k, &f, w, &out);
    if (status != 0) return status;
    const size_t n = c.asked[1], first = c.drew[0]; /* the rows that are kept come first */
    mark(rows, (sample){SIZE, c.points[0]}, (sample){SIZE - n, c.scores}, KEPT, false);
    mark(rows, (sample){c.drew[1] - first, c.draws + first}, (sample){n, c.points[1]}, ACCEPTED,
         true);
    return 0;
}
