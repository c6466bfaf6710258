/* SPDX-License-Identifier: MIT
 *
 * Runs on the exponential map: covariances after one step from the unit matrix, at the optimum of
 * the sphere, where selection shrinks the distribution. The natural gradient G of the covariance is
 * added, which may leave the set of positive matrices, or goes through exp(G), which may not.
 * [math: A3, A10] */
#include <math.h>
#include <stdio.h>

#include "experiment/run_kinds.h"

/* The covariance after the step, and whether it was valid. */
typedef struct step {
    double c[4];
    bool valid;
} step;

static void note_step(void *data, nes_opt *o, const run_outcome *so_far)
{
    step *s = data;
    (void)so_far;
    s->valid = nes_stopped(o) != NES_STOP_INVALID;
    nes_get_array(o, "covariance", 4, s->c);
}

static int one_step(const char *method, const recipe *r, size_t k, task_watch *w, step *s)
{
    const run_follower f = {.generation = note_step, .data = s};
    recipe own = *r;
    run_outcome out;
    snprintf(own.options, sizeof own.options, "method=%s %.200s", method, r->options);
    return recipe_run(&own, k, &f, w, &out);
}

int run_one_step(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    step map = {.valid = false}, sum = {.valid = false};
    int status = one_step("exp-nes", r, k, w, &map);
    if (status == 0) status = one_step("canonical", r, k, w, &sum);
    if (status != 0) return status;
    const double middle = (map.c[0] + map.c[3]) / 2;
    const double half = hypot((map.c[0] - map.c[3]) / 2, map.c[1]);
    run_row(rows, (const double[]){middle - half, middle + half, map.valid, sum.valid});
    return 0;
}
