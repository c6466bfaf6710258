/* SPDX-License-Identifier: MIT
 *
 * Rows of a run's course; see report/course_row.h. */
#include "report/course_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const course_column course_counts[COURSE_COUNTS] = {
    {"generation", "generations", offsetof(course_row, generation)},
    {"evaluations", "evaluations", offsetof(course_row, evaluations)},
    {"run", "run", offsetof(course_row, run)},
    {"popsize", "run_popsize", offsetof(course_row, popsize)},
};

const course_column course_reals[COURSE_REALS] = {
    {"best", "best_f", offsetof(course_row, best)},
    {"generation_best", "generation_best", offsetof(course_row, generation_best)},
    {"generation_median", "generation_median", offsetof(course_row, generation_median)},
    {"sigma", "run_sigma", offsetof(course_row, sigma)},
    {"condition", NULL, offsetof(course_row, condition)},
    [COURSE_SECONDS] = {"seconds", NULL, offsetof(course_row, seconds)},
};

enum { MU, SIGMA, SHAPE, DIAG, ETA_NU, NU };

const char *const rate_names[RATES] = {
    [MU] = "eta_mu",     [SIGMA] = "eta_sigma", [SHAPE] = "eta_shape",
    [DIAG] = "eta_diag", [ETA_NU] = "eta_nu",   [NU] = "nu"};

uint64_t *course_count(course_row *row, size_t i)
{
    return (uint64_t *)((char *)row + course_counts[i].offset);
}

double *course_real(course_row *row, size_t i)
{
    return (double *)((char *)row + course_reals[i].offset);
}

void rates_read(nes_opt *o, double values[RATES])
{
    for (size_t i = 0; i < RATES; i++)
        if (nes_get_real(o, rate_names[i], &values[i]) != NES_OK) values[i] = NAN;
}

/* Whether number i is adapted: with "snr" the rates of shape and nu follow that of the scale. */
bool rates_are_adapted(const nes_settings *s, size_t i)
{
    const bool follows_noise = strcmp(s->rates, "snr") == 0;
    if (i == MU) return follows_noise;
    if (i == SIGMA) return follows_noise || strcmp(s->adaptation, "none") != 0;
    return i == NU && s->adapt_nu;
}

/* Reads a named array of the run at work. Returns whether the run has that array. */
static bool read_array(nes_opt *o, const char *name, size_t n, double *to)
{
    const nes_status st = nes_get_array(o, name, n, to);
    if (st == NES_ERR_MEMORY) memory_ran_out();
    return st == NES_OK;
}

/* Reads mean and standard deviations of the run at work. For the best run, as mostly, both come
 * with the result, in half the time. Of more than COURSE_VARIABLES variables they are left out,
 * because reading them takes long. */
static void read_variables(course_row *row, nes_opt *o, size_t dim)
{
    nes_result r;
    row->dim = 0;
    if (dim > COURSE_VARIABLES || nes_get_result(o, &r) != NES_OK) return;
    row->mean = memory_resize(row->mean, dim, sizeof *row->mean);
    row->std = memory_resize(row->std, dim, sizeof *row->std);
    if (row->run == r.best_run && r.mean_x != NULL && r.std_x != NULL) {
        memcpy(row->mean, r.mean_x, dim * sizeof *row->mean);
        memcpy(row->std, r.std_x, dim * sizeof *row->std);
    } else if (!read_array(o, "run_mean", dim, row->mean) ||
               !read_array(o, "run_std", dim, row->std)) {
        return;
    }
    row->dim = dim;
}

static void read_axes(course_row *row, nes_opt *o, size_t dim)
{
    size_t n = 0;
    row->n_axes = 0;
    if (dim > COURSE_AXES || nes_get_length(o, "run_axes", &n) != NES_OK) return;
    row->axes = memory_resize(row->axes, n, sizeof *row->axes);
    if (read_array(o, "run_axes", n, row->axes)) row->n_axes = n;
}

/* Computes the exact condition number from the axes; axes of fixed variables have length 0. */
static void read_condition(course_row *row, nes_opt *o)
{
    size_t first = 0;
    while (first < row->n_axes && row->axes[first] == 0) first++;
    if (first == row->n_axes) {
        nes_get_real(o, "run_condition", &row->condition);
        return;
    }
    const double ratio = row->axes[row->n_axes - 1] / row->axes[first];
    row->condition = ratio * ratio;
}

void course_read(course_row *row, nes_opt *o, const variables *v)
{
    size_t dim = 0;
    uint64_t feasible = 0;
    nes_get_length(o, "best_x", &dim);
    for (size_t i = 0; i < COURSE_COUNTS; i++)
        nes_get_count(o, course_counts[i].result, course_count(row, i));
    for (size_t i = 0; i < COURSE_REALS; i++)
        if (course_reals[i].result != NULL)
            nes_get_real(o, course_reals[i].result, course_real(row, i));
    nes_get_count(o, "feasible", &feasible);
    if (feasible == 0) row->best = NAN; /* a point that violates constraints is no answer */
    rates_read(o, row->rates);
    read_variables(row, o, dim);
    if (v != NULL && v->n == row->dim) {
        variables_show(v, row->mean, row->mean);
        variables_show_std(v, row->std, row->std);
    }
    read_axes(row, o, dim);
    read_condition(row, o);
}

static double *copy_numbers(double *to, const double *from, size_t n)
{
    to = memory_resize(to, n, sizeof *to);
    if (n > 0) memcpy(to, from, n * sizeof *from);
    return to;
}

void course_copy(course_row *to, const course_row *from)
{
    course_row copy = *from;
    copy.mean = copy_numbers(to->mean, from->mean, from->dim);
    copy.std = copy_numbers(to->std, from->std, from->dim);
    copy.axes = copy_numbers(to->axes, from->axes, from->n_axes);
    *to = copy;
}

void course_free(course_row *row)
{
    free(row->mean);
    free(row->std);
    free(row->axes);
    *row = (course_row){.dim = 0};
}
