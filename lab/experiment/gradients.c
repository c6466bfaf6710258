/* SPDX-License-Identifier: MIT
 *
 * Runs on search gradients with the normal distribution in one dimension, which is given to the
 * library as a density of our own: the state of runs of the plain gradient (E1), and samples and
 * steps of the plain and the natural gradient (E13). [math: A1, A2, A3] */
#include <math.h>

#include "experiment/plan.h"

/* The second parameter is the width or, if there is a user's pointer, the variance. */
static void draw_sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)dim;
    x[0] = theta[0] + (user != NULL ? sqrt(theta[1]) : theta[1]) * nes_random_normal(r);
}

static double log_density(const double *theta, size_t dim, const double *x, void *user)
{
    const double z = (x[0] - theta[0]) / theta[1];
    (void)dim, (void)user;
    return -0.5 * z * z - log(theta[1]);
}

static void score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    const double y = x[0] - theta[0], second = theta[1], z = y / second;
    (void)dim;
    s[0] = user != NULL ? z : z / second;
    s[1] = user != NULL ? (y * y / second - 1) / (2 * second) : (z * z - 1) / second;
}

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

const nes_density normal_density = {
    .nparam = 2, .theta0 = starts[0], .sample = draw_sample, .logpdf = log_density, .score = score};

nes_density density_normal(double number)
{
    (void)number;
    return normal_density;
}

/* The number of a recipe: the starts with mean and width, from 1, then those with mean and
 * variance.
 */
nes_density density_started(double number)
{
    const size_t i = (size_t)number - 1;
    return (nes_density){.nparam = 2,
                         .theta0 = i < STARTS ? starts[i] : variances[i - STARTS],
                         .sample = draw_sample,
                         .score = score,
                         .repair = repair,
                         .user = i < STARTS ? NULL : (void *)variances};
}

/* ---- the state of a run --------------------------------------------------------------------- */

/* Writes mean and width. Runs whose recipe has the number 0 are those of a method of the library.
 */
static void write_state(run_rows *rows, nes_opt *o, uint64_t generation)
{
    const double number = rows->cell->recipe.number;
    double mean = NAN, width = NAN, theta[2] = {NAN, NAN};
    if (number > 0) {
        nes_get_array(o, "theta", 2, theta);
        mean = theta[0];
        width = number > STARTS ? sqrt(theta[1]) : theta[1];
    } else {
        nes_get_array(o, "mean_x", 1, &mean);
        nes_get_real(o, "sigma", &width);
    }
    run_row(rows, (const double[]){(double)generation, six_digits(mean), six_digits(width)});
}

void note_state(void *data, nes_opt *o, const run_outcome *so_far)
{
    static const uint64_t marks[] = {1,   2,   5,   10,  20,   50,   100, 150,
                                     200, 300, 500, 700, 1000, 1400, 2000};
    uint64_t generation = 0;
    (void)so_far;
    nes_get_count(o, "generations", &generation);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (generation == marks[i]) write_state(data, o, generation);
}

void note_first_states(void *data, nes_opt *o, const run_outcome *so_far)
{
    uint64_t generation = 0;
    (void)so_far;
    nes_get_count(o, "generations", &generation);
    if (generation <= 400) write_state(data, o, generation);
}

/* ---- samples and steps from mean 1 and width 1 ---------------------------------------------- */

void note_score(void *data, const double *x)
{
    double s[2];
    score(starts[0], 1, x, s, NULL);
    run_row(data, (const double[]){six_digits(x[0]), six_digits(s[0]), six_digits(s[1])});
}

/* The step by its rate. */
void note_direction(void *data, nes_opt *o, const run_outcome *so_far)
{
    double theta[2] = {NAN, NAN}, rate = NAN;
    (void)so_far;
    nes_get_array(o, "theta", 2, theta);
    nes_get_real(o, "eta_sigma", &rate);
    run_row(data, (const double[]){(theta[0] - 1) / rate, (theta[1] - 1) / rate});
}
