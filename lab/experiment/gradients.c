/* SPDX-License-Identifier: MIT
 *
 * Runs on the natural against the plain gradient, with the normal distribution in one dimension,
 * which is given to the library as a density of our own. [math: A1, A3] */
#include <math.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "experiment/run_kinds.h"

enum { SIZE = 400 };

static const double RATE = 0.125;

static const double start[2] = {1, 1}; /* mean and width */
static const char *const gradients[2] = {"plain", "fisher"};

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

const nes_density normal_density = {
    .nparam = 2, .theta0 = start, .sample = draw_sample, .logpdf = log_density, .score = score};

/* ---- what is run ---------------------------------------------------------------------------- */

static nes_status open_run(nes_opt **o, const char *gradient, size_t k)
{
    nes_settings s;
    nes_settings_default(&s);
    s.family = "user";
    s.density = &normal_density;
    s.gradient = gradient;
    s.shaping = "raw";
    s.popsize = SIZE;
    s.eval_start = "no";
    s.eta_sigma = RATE; /* of all parameters: the distribution has no centre */
    s.seed = k;
    return nes_create(o, 1, start, &s);
}

/* One generation with the values x^2: its samples, and the direction of the step. */
static int generation(const char *gradient, size_t k, double x[SIZE], double direction[2])
{
    nes_opt *o = NULL;
    nes_points p;
    nes_status st = open_run(&o, gradient, k);
    if (st == NES_OK) st = nes_ask(o, &p);
    for (size_t i = 0; st == NES_OK && i < SIZE; i++) {
        x[i] = p.x[i];
        p.f[i] = x[i] * x[i];
    }
    if (st == NES_OK) st = nes_tell(o, SIZE, p.f);
    if (st == NES_OK) st = nes_get_array(o, "theta", 2, direction);
    for (size_t i = 0; i < 2; i++) direction[i] = (direction[i] - start[i]) / RATE;
    nes_destroy(o);
    return st == NES_OK ? 0 : text_error(EXIT_OBJECTIVE, "run %zu: %s", k, nes_strerror(st));
}

int run_direction(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    double x[SIZE], direction[2] = {NAN, NAN};
    (void)w;
    const int status = generation(gradients[r->number > 0], k, x, direction);
    if (status == 0) run_row(rows, direction);
    return status;
}

int run_scores(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    double x[SIZE], direction[2] = {NAN, NAN};
    (void)r, (void)w;
    const int status = generation(gradients[0], k, x, direction);
    for (size_t i = 0; i < SIZE && status == 0; i++) {
        double s[2];
        score(start, 1, x + i, s, NULL);
        run_row(rows, (const double[]){six_digits(x[i]), six_digits(s[0]), six_digits(s[1])});
    }
    return status;
}
