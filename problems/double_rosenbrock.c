/* SPDX-License-Identifier: MIT
 *
 * Double Rosenbrock: two bent valleys, of which the wider one leads to the worse optimum. With
 * Rosenbrock's function R,
 *     f(z) = min( R(-z - 10), 5 + R((z - 10)/4) ).
 * The optimum 0 is at -11. A local optimum of value 5 is at 14, and its valley is four times as
 * wide. The usual start is half way between them.
 * (Wierstra et al., Natural Evolution Strategies, section on multi-modal benchmarks.) */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

static const nes_problem_kind kind = {
    "double-rosenbrock_dN", "min(R(-x - 10), 5 + R((x - 10)/4)), R: rosenbrock",
    "Two bent valleys; the wrong one (value 5) is four times as wide."};

static const nes_problem_kind *kind_at(size_t i)
{
    return i == 0 ? &kind : NULL;
}

static const void *find(const char *id)
{
    const char *rest;
    return nes_problem_named(id, kind.pattern, strlen(kind.pattern) - 3, &rest) ? &kind : NULL;
}

/* R at the point with coordinates (x_i - shift) / scale. */
static double rosenbrock(size_t d, const double *x, double shift, double scale)
{
    double sum = 0.0, a = (x[0] - shift) / scale;
    for (size_t i = 1; i < d; i++) {
        const double b = (x[i] - shift) / scale, bend = a * a - b, rest = a - 1.0;
        sum += 100.0 * bend * bend + rest * rest;
        a = b;
    }
    return sum;
}

static double value(const nes_problem *p, const double *x)
{
    const double bad = nes_problem_not_finite(p->dim, x);
    if (bad != 0.0) return bad;
    return fmin(rosenbrock(p->dim, x, -10.0, -1.0), 5.0 + rosenbrock(p->dim, x, 10.0, 4.0));
}

static void start(const nes_problem *p, double *x0)
{
    for (size_t i = 0; i < p->dim; i++) x0[i] = 1.5;
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    const nes_problem_size size = {
        kind.pattern, strlen(kind.pattern) - 3, 'd', "dimension", 2, NES_PROBLEM_ANY_DIM};
    const nes_status status =
        nes_problem_read_size(p, &size, p->id + size.name_length, &p->dim, note);
    if (status != NES_OK) return status;
    p->solution = malloc(p->dim * sizeof *p->solution);
    if (!p->solution) return NES_ERR_MEMORY;
    for (size_t i = 0; i < p->dim; i++) p->solution[i] = -11.0;
    p->name = "Double Rosenbrock";
    p->sigma = 1.0;
    p->value = value;
    p->start = start;
    return NES_OK;
}

const nes_problem_family nes_problem_double_rosenbrock = {"double-rosenbrock", kind_at, find,
                                                          open_problem};
