/* SPDX-License-Identifier: MIT
 *
 * Rows of a course; see report/course_row.h. */
#include "report/course_row.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for n numbers at *v. Returns 0, or -1 without memory. */
static int make_room(double **v, size_t n)
{
    double *more = realloc(*v, (n > 0 ? n : 1) * sizeof *more);
    if (more != NULL) *v = more;
    return more != NULL ? 0 : -1;
}

/* The answer where numbers could not be read: -1 without memory; a run that has no such numbers is
 * fine. */
static int lacking(nes_status st)
{
    return st == NES_ERR_MEMORY ? -1 : 0;
}

/* Reads mean and standard deviations of the run at work. If it is the best run, as mostly, both
 * come with the result, in half the time. Of many variables they take long and nobody looks at
 * them, so they are left out. */
static int read_variables(course_row *row, nes_opt *o, size_t dim)
{
    nes_result r;
    row->dim = 0;
    if (dim > COURSE_VARIABLES || nes_get_result(o, &r) != NES_OK) return 0;
    if (make_room(&row->mean, dim) != 0 || make_room(&row->std, dim) != 0) return -1;
    if (row->run == r.best_run && r.mean_x != NULL && r.std_x != NULL) {
        memcpy(row->mean, r.mean_x, dim * sizeof *row->mean);
        memcpy(row->std, r.std_x, dim * sizeof *row->std);
    } else {
        nes_status st = nes_get_array(o, "run_mean", dim, row->mean);
        if (st == NES_OK) st = nes_get_array(o, "run_std", dim, row->std);
        if (st != NES_OK) return lacking(st);
    }
    row->dim = dim;
    return 0;
}

static int read_axes(course_row *row, nes_opt *o, size_t dim)
{
    size_t n = 0;
    row->n_axes = 0;
    if (dim > COURSE_AXES || nes_get_length(o, "run_axes", &n) != NES_OK) return 0;
    if (make_room(&row->axes, n) != 0) return -1;
    const nes_status st = nes_get_array(o, "run_axes", n, row->axes);
    if (st == NES_OK) row->n_axes = n;
    return lacking(st);
}

/* Computes the condition from the axes, which is exact; axes of fixed variables have length 0. */
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

int course_read(course_row *row, nes_opt *o)
{
    size_t dim = 0;
    if (nes_get_length(o, "best_x", &dim) != NES_OK) return -1;
    nes_get_count(o, "generations", &row->generation);
    nes_get_count(o, "evaluations", &row->evaluations);
    nes_get_real(o, "best_f", &row->best);
    nes_get_real(o, "generation_best", &row->generation_best);
    nes_get_real(o, "generation_median", &row->generation_median);
    nes_get_count(o, "run", &row->run);
    nes_get_count(o, "run_popsize", &row->popsize);
    nes_get_real(o, "run_sigma", &row->sigma);
    rates_read(o, row->rates);
    if (read_variables(row, o, dim) != 0 || read_axes(row, o, dim) != 0) return -1;
    read_condition(row, o);
    return 0;
}

static int copy_numbers(double **to, const double *from, size_t n)
{
    if (make_room(to, n) != 0) return -1;
    if (n > 0) memcpy(*to, from, n * sizeof *from);
    return 0;
}

int course_copy(course_row *to, const course_row *from)
{
    course_row copy = *from;
    copy.mean = to->mean;
    copy.std = to->std;
    copy.axes = to->axes;
    const int status = copy_numbers(&copy.mean, from->mean, from->dim) |
                       copy_numbers(&copy.std, from->std, from->dim) |
                       copy_numbers(&copy.axes, from->axes, from->n_axes);
    if (status != 0) copy.dim = copy.n_axes = 0;
    *to = copy;
    return status;
}

void course_free(course_row *row)
{
    free(row->mean);
    free(row->std);
    free(row->axes);
    *row = (course_row){.dim = 0};
}
