/* SPDX-License-Identifier: MIT
 *
 * The classical test functions, in any dimension. Their smallest value is 0, at the origin
 * (Rosenbrock: at 1 in all coordinates). Each shows a single difficulty: scaling, dependence
 * between coordinates, a bend, a ridge, many local optima. In the formulas t_i = i/(d-1) for i =
 * 0..d-1, and 0 when d = 1. */
#include "problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct function {
    const char *name;      /* in words */
    nes_problem_kind kind; /* the pattern is the name and "_dN" */
    size_t low, high;      /* dimensions it is offered for */
    double solution;       /* every coordinate of the optimum */
    double start, sigma;   /* every coordinate of the usual start, and its step size */
    double (*value)(const nes_problem *p, const double *x);
    nes_status (*prepare)(nes_problem *p); /* allocates and fills p->data; null: none is needed */
} function;

static double squares(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}

static double t(size_t i, size_t d)
{
    return d > 1 ? (double)i / (double)(d - 1) : 0.0;
}

static double sphere(const nes_problem *p, const double *x)
{
    return squares(x, p->dim);
}

static void fill_weights(double *w, size_t d)
{
    for (size_t i = 0; i < d; i++) w[i] = pow(10.0, 6.0 * t(i, d));
}

/* data: d weights */
static nes_status prepare_ellipsoid(nes_problem *p)
{
    p->data = malloc(p->dim * sizeof *p->data);
    if (!p->data) return NES_ERR_MEMORY;
    fill_weights(p->data, p->dim);
    return NES_OK;
}

static double ellipsoid(const nes_problem *p, const double *x)
{
    double sum = 0.0;
    for (size_t i = 0; i < p->dim; i++) sum += p->data[i] * x[i] * x[i];
    return sum;
}

/* data: d weights, then the d rows of Q */
static nes_status prepare_rotated(nes_problem *p)
{
    const size_t d = p->dim;
    double *work = malloc(2 * d * sizeof *work);
    p->data = malloc((d + d * d) * sizeof *p->data);
    if (work && p->data) {
        fill_weights(p->data, d);
        nes_problem_rotation(d, d, p->data + d, work);
    }
    free(work);
    return work && p->data ? NES_OK : NES_ERR_MEMORY;
}

static double rotated_ellipsoid(const nes_problem *p, const double *x)
{
    const size_t d = p->dim;
    const double *w = p->data, *q = p->data + d;
    double sum = 0.0;
    for (size_t i = 0; i < d; i++) {
        double y = 0.0;
        for (size_t j = 0; j < d; j++) y += q[i * d + j] * x[j];
        sum += w[i] * y * y;
    }
    return sum;
}

static double rosenbrock(const nes_problem *p, const double *x)
{
    double sum = 0.0;
    for (size_t i = 0; i + 1 < p->dim; i++) {
        const double bend = x[i + 1] - x[i] * x[i], rest = 1.0 - x[i];
        sum += 100.0 * bend * bend + rest * rest;
    }
    return sum;
}

static double discus(const nes_problem *p, const double *x)
{
    return 1e6 * x[0] * x[0] + squares(x + 1, p->dim - 1);
}

static double cigar(const nes_problem *p, const double *x)
{
    return x[0] * x[0] + 1e6 * squares(x + 1, p->dim - 1);
}

static double different_powers(const nes_problem *p, const double *x)
{
    double sum = 0.0;
    for (size_t i = 0; i < p->dim; i++) sum += pow(fabs(x[i]), 2.0 + 4.0 * t(i, p->dim));
    return sqrt(sum);
}

static double sharp_ridge(const nes_problem *p, const double *x)
{
    return x[0] * x[0] + 100.0 * sqrt(squares(x + 1, p->dim - 1));
}

static double rastrigin(const nes_problem *p, const double *x)
{
    const double tau = 6.283185307179586;
    double waves = 0.0;
    for (size_t i = 0; i < p->dim; i++) waves += cos(tau * x[i]);
    return 10.0 * ((double)p->dim - waves) + squares(x, p->dim);
}

/* What all but Rosenbrock have in common. Their start is a corner of the customary box [-4, 4]^d,
 * moved inwards; Rosenbrock starts at 0, on the near side of its bend. */
#define BOWL .low = 1, .solution = 0.0, .start = 3.0, .sigma = 2.0

static const function functions[] = {
    {.name = "Sphere",
     .kind = {"sphere_dN", "sum x_i^2", "The easiest: all directions alike."},
     BOWL,
     .high = NES_PROBLEM_ANY_DIM,
     .value = sphere},
    {.name = "Ellipsoid",
     .kind = {"ellipsoid_dN", "sum 10^(6 t_i) x_i^2", "Separable, condition number 10^6."},
     BOWL,
     .high = NES_PROBLEM_ANY_DIM,
     .value = ellipsoid,
     .prepare = prepare_ellipsoid},
    {.name = "Ellipsoid, rotated",
     .kind = {"rotated-ellipsoid_dN", "sum 10^(6 t_i) (Qx)_i^2",
              "Condition number 10^6 in a fixed random rotation Q: not separable."},
     BOWL,
     .high = NES_PROBLEM_ROTATED_DIM,
     .value = rotated_ellipsoid,
     .prepare = prepare_rotated},
    {.name = "Rosenbrock",
     .kind = {"rosenbrock_dN", "sum 100 (x_(i+1) - x_i^2)^2 + (1 - x_i)^2",
              "A long bent valley; for N >= 4 a local optimum near (-1, 1, ..., 1)."},
     .low = 2,
     .high = NES_PROBLEM_ANY_DIM,
     .solution = 1.0,
     .start = 0.0,
     .sigma = 1.0,
     .value = rosenbrock},
    {.name = "Discus",
     .kind = {"discus_dN", "10^6 x_1^2 + sum_(i>1) x_i^2",
              "One direction is much steeper than all others."},
     BOWL,
     .high = NES_PROBLEM_ANY_DIM,
     .value = discus},
    {.name = "Cigar",
     .kind = {"cigar_dN", "x_1^2 + 10^6 sum_(i>1) x_i^2",
              "One direction is much flatter than all others."},
     BOWL,
     .high = NES_PROBLEM_ANY_DIM,
     .value = cigar},
    {.name = "Different powers",
     .kind = {"different-powers_dN", "sqrt(sum |x_i|^(2 + 4 t_i))",
              "The scales of the coordinates drift apart on the way to the optimum."},
     BOWL,
     .high = NES_PROBLEM_ANY_DIM,
     .value = different_powers},
    {.name = "Sharp ridge",
     .kind = {"sharp-ridge_dN", "x_1^2 + 100 sqrt(sum_(i>1) x_i^2)",
              "A ridge without a smooth bottom leads to the optimum."},
     BOWL,
     .high = NES_PROBLEM_ANY_DIM,
     .value = sharp_ridge},
    {.name = "Rastrigin",
     .kind = {"rastrigin_dN", "10 (N - sum cos(2 pi x_i)) + sum x_i^2",
              "A bowl with about 10^N local optima."},
     BOWL,
     .high = NES_PROBLEM_ANY_DIM,
     .value = rastrigin},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static const nes_problem_kind *kind_at(size_t i)
{
    return i < FUNCTIONS ? &functions[i].kind : NULL;
}

static size_t name_length(const function *f)
{
    return strlen(f->kind.pattern) - strlen("_dN");
}

static const void *find(const char *id)
{
    const char *rest;
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (nes_problem_named(id, functions[i].kind.pattern, name_length(&functions[i]), &rest))
            return &functions[i];
    return NULL;
}

static void start(const nes_problem *p, double *x0)
{
    const function *f = p->row;
    for (size_t i = 0; i < p->dim; i++) x0[i] = f->start;
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    const function *f = p->row;
    const nes_problem_size size = {f->kind.pattern, name_length(f), 'd',
                                   "dimension",     f->low,         f->high};
    const nes_status status =
        nes_problem_read_size(p, &size, p->id + size.name_length, &p->dim, note);
    if (status != NES_OK) return status;
    p->solution = malloc(p->dim * sizeof *p->solution);
    if (!p->solution) return NES_ERR_MEMORY;
    for (size_t i = 0; i < p->dim; i++) p->solution[i] = f->solution;
    p->name = f->name;
    p->sigma = f->sigma;
    p->value = f->value;
    p->start = start;
    return f->prepare ? f->prepare(p) : NES_OK;
}

const nes_problem_family nes_problem_classical = {"classical", kind_at, find, open_problem};
