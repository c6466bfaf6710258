/* SPDX-License-Identifier: MIT
 *
 * Runs of the plain search gradient in one dimension, in two parameterisations, as search
 * distributions of our own. [math: A2] */
#include <math.h>

#include "experiment/run_kinds.h"

/* A step may make the width or the variance negative: the sign is dropped. */
static int repair(double *theta, size_t dim, void *user)
{
    (void)dim;
    theta[1] = fmax(fabs(theta[1]), user != NULL ? 1e-24 : 1e-12);
    return 0;
}

/* The starts: mean and width, or mean and variance. The third and fourth have a width of the wrong
 * scale. */
static const double starts[][2] = {{1, 1}, {10, 1}, {1, 1e-3}, {1, 1e3}};
static const double variances[][2] = {{1, 1}, {10, 1}, {1, 1e-6}, {1, 1e6}};
enum { STARTS = sizeof starts / sizeof *starts };

/* The number of a recipe: 0 for a method of the library, then the starts with mean and width, then
 * those with mean and variance. */
static nes_density density_of(size_t number)
{
    const bool is_variance = number > STARTS;
    return (nes_density){.nparam = 2,
                         .theta0 = (is_variance ? variances : starts)[(number - 1) % STARTS],
                         .sample = normal_density.sample,
                         .score = normal_density.score,
                         .repair = repair,
                         .user = is_variance ? (void *)variances : NULL};
}

/* Generations of which the state is kept. */
static const uint64_t marks[] = {1,   2,   5,   10,  20,   50,   100, 150,
                                 200, 300, 500, 700, 1000, 1400, 2000};
enum { MARKS = sizeof marks / sizeof *marks, CYCLE = 400 };

static bool is_mark(uint64_t generation)
{
    for (size_t i = 0; i < MARKS; i++)
        if (generation == marks[i]) return true;
    return false;
}

/* A run whose mean and width are noted. */
typedef struct noting {
    run_rows *rows;
    size_t number; /* of the recipe */
    bool closely;  /* every generation up to CYCLE, instead of the marks */
} noting;

static void note_generation(void *data, nes_opt *o, const run_outcome *so_far)
{
    const noting *n = data;
    uint64_t generation = 0;
    double row[3];
    (void)so_far;
    nes_get_count(o, "generations", &generation);
    if (n->closely ? generation > CYCLE : !is_mark(generation)) return;
    if (n->number > 0) {
        nes_get_array(o, "theta", 2, row + 1);
        if (n->number > STARTS) row[2] = sqrt(row[2]);
    } else {
        nes_get_array(o, "mean_x", 1, row + 1);
        nes_get_real(o, "sigma", row + 2);
    }
    row[0] = (double)generation;
    row[1] = six_digits(row[1]);
    row[2] = six_digits(row[2]);
    run_row(n->rows, row);
}

static int run_noted(const recipe *r, size_t k, noting *n, task_watch *w)
{
    const run_follower f = {.generation = note_generation, .data = n};
    nes_density density;
    recipe own = *r;
    run_outcome out;
    if (n->number > 0) {
        density = density_of(n->number);
        own.density = &density;
    }
    return recipe_run(&own, k, &f, w, &out);
}

int run_states(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    return run_noted(r, k, &(noting){rows, (size_t)r->number, false}, w);
}

int run_cycle(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    return run_noted(r, k, &(noting){rows, (size_t)r->number, true}, w);
}
