/* SPDX-License-Identifier: MIT
 *
 * The suite bbob-mixint: the functions of bbob, from dimension 50 on those of bbob-largescale, on
 * grids. A fifth of the variables has 2 values, a fifth 4, then 8, 16, and the last fifth is real:
 *
 *   f(x) = c H(z),   z_i = lo + (hi - lo) x_i/(n - 1) - off_i for whole numbers x_i from 0 to n - 1
 *
 * The offset moves the optimum of H to a point of the grid. The reference begins the penalty of
 * integer variables at 4 in place of 5, which no point of the grid exceeds but for rounding. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bbob/workspace.h"
#include "problem.h"

enum { INSTANCES = 200000, FUNCTIONS = 24, FIFTHS = 5, LARGE = 50 };

typedef struct model {
    nes_problem *inner; /* H */
    double scale;       /* c */
    double *offset;     /* of the integer variables */
    nes_bbob_workspace *work;
} model;

/* The place of the integers in z, before the offset. */
static double place(size_t levels, double v)
{
    const double n = (double)levels, low = -4.0 + 8.0 / (n + 1.0), high = 4.0 - 8.0 / (n + 1.0);
    return low + (high - low) * v / (n - 1.0);
}

/* The whole number at u, up to rounding the inverse of place. */
static double place_inverse(size_t levels, double u)
{
    const double n = (double)levels, low = -4.0 + 8.0 / (n + 1.0), high = 4.0 - 8.0 / (n + 1.0);
    return (n - 1.0) * (u - low) / (high - low);
}

static double nearest(size_t levels, double v)
{
    return fmin(fmax(floor(v + 0.5), 0.0), (double)(levels - 1));
}

static size_t levels(const nes_problem *p, size_t i)
{
    static const size_t counts[FIFTHS] = {2, 4, 8, 16, 0};
    return counts[i / (p->dim / FIFTHS)];
}

static double value(const nes_problem *p, const double *x)
{
    const model *m = p->model;
    const double bad = nes_problem_not_finite(p->dim, x);
    if (bad != 0.0) return bad;
    double *z = nes_bbob_workspace_take(m->work);
    for (size_t i = 0; i < p->dim; i++) {
        const size_t n = levels(p, i);
        z[i] = n == 0 ? x[i] : place(n, nearest(n, x[i])) - m->offset[i];
    }
    const double f = nes_problem_value(m->inner, z);
    nes_bbob_workspace_give(m->work, z);
    return m->scale * f;
}

/* The middle of the box, integers rounded up. */
static void start(const nes_problem *p, double *x0)
{
    for (size_t i = 0; i < p->dim; i++) {
        const size_t n = levels(p, i);
        x0[i] = n == 0 ? 0.0 : nearest(n, (double)(n - 1) / 2.0);
    }
}

static void release(nes_problem *p)
{
    model *m = p->model;
    if (m) {
        nes_problem_destroy(m->inner);
        nes_bbob_workspace_destroy(m->work);
    }
    free(m);
}

#define ROW(number, factor, title, label)                                                          \
    {                                                                                              \
        .name = title ", mixed-integer", .group = label, .scale = factor, .kind = {                \
            "bbob-mixint_f0" number "_iI_dN",                                                      \
            #factor " bbob_f0" number "(z)",                                                       \
            title ". Of each five variables four are whole numbers, with 2, 4, 8 and 16 values."   \
        }                                                                                          \
    }

static const char SEPARABLE[] = "1-separable", MODERATE[] = "2-moderate",
                  CONDITIONED[] = "3-ill-conditioned", MULTIMODAL[] = "4-multi-modal",
                  WEAK[] = "5-weakly-structured";

static const struct row {
    const char *name, *group;
    double scale;
    nes_problem_kind kind;
} rows[FUNCTIONS] = {
    ROW("01", 1, "Sphere", SEPARABLE),
    ROW("02", 1e-3, "Ellipsoid, separable", SEPARABLE),
    ROW("03", 0.1, "Rastrigin, separable", SEPARABLE),
    ROW("04", 0.1, "Bueche-Rastrigin", SEPARABLE),
    ROW("05", 1, "Linear slope", SEPARABLE),
    ROW("06", 1e-2, "Attractive sector", MODERATE),
    ROW("07", 1, "Step ellipsoid", MODERATE),
    ROW("08", 1e-2, "Rosenbrock", MODERATE),
    ROW("09", 1e-2, "Rosenbrock, rotated", MODERATE),
    ROW("10", 1e-3, "Ellipsoid, rotated", CONDITIONED),
    ROW("11", 1e-2, "Discus", CONDITIONED),
    ROW("12", 1e-4, "Bent cigar", CONDITIONED),
    ROW("13", 0.1, "Sharp ridge", CONDITIONED),
    ROW("14", 1, "Different powers", CONDITIONED),
    ROW("15", 0.1, "Rastrigin, rotated", MULTIMODAL),
    ROW("16", 1, "Weierstrass", MULTIMODAL),
    ROW("17", 10, "Schaffer F7, condition 10", MULTIMODAL),
    ROW("18", 1, "Schaffer F7, condition 1000", MULTIMODAL),
    ROW("19", 10, "Griewank-Rosenbrock F8F2", MULTIMODAL),
    ROW("20", 0.1, "Schwefel x sin x", WEAK),
    ROW("21", 1, "Gallagher, 101 peaks", WEAK),
    ROW("22", 1, "Gallagher, 21 peaks", WEAK),
    ROW("23", 10, "Katsuura", WEAK),
    ROW("24", 0.1, "Lunacek bi-Rastrigin", WEAK),
};

static const size_t dims[] = {5, 10, 20, 40, 80, 160, 0};
static const size_t instances[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};

const nes_suite nes_suite_mixint = {
    .name = "bbob-mixint",
    .doc = "24 functions of bbob with four fifths of the variables on grids.",
    .first = 1,
    .last = FUNCTIONS,
    .dims = dims,
    .instances = instances,
    .format = "bbob-mixint_f%03zu_i%02zu_d%02zu",
};

static const nes_problem_kind *kind_at(size_t i)
{
    return i < FUNCTIONS ? &rows[i].kind : NULL;
}

static const void *find(const char *id)
{
    return nes_problem_of_suite(id, nes_suite_mixint.name) ? rows : NULL;
}

/* Moves the optimum of H to the next point of the grid, which becomes the solution. */
static void place_solution(nes_problem *p)
{
    const model *m = p->model;
    const double *inner = nes_problem_solution(m->inner);
    for (size_t i = 0; i < p->dim; i++) {
        const size_t n = levels(p, i);
        p->solution[i] = n == 0 ? inner[i] : nearest(n, place_inverse(n, inner[i]) + 1e-7);
        m->offset[i] = n == 0 ? 0.0 : place(n, p->solution[i]) - inner[i];
    }
}

static nes_status make(nes_problem *p, size_t function, size_t instance,
                       const nes_problem_note *note)
{
    char id[80];
    const char *prefix = p->dim < LARGE ? nes_suite_bbob.name : nes_suite_largescale.name;
    model *m = p->model = calloc(1, sizeof *m + p->dim * sizeof(double));
    p->release = release;
    p->solution = malloc(p->dim * sizeof *p->solution);
    if (!m || !p->solution) return NES_ERR_MEMORY;
    snprintf(id, sizeof id, "%s_f%zu_i%zu_d%zu", prefix, function, instance, p->dim);
    const nes_status status = nes_problem_create(&m->inner, id, note->message, note->size);
    if (status != NES_OK) return status;
    m->offset = (double *)(m + 1);
    m->scale = rows[function - 1].scale;
    m->work = nes_bbob_workspace_create(p->dim);
    if (!m->work) return NES_ERR_MEMORY;
    place_solution(p);
    p->optimum = m->scale * nes_problem_optimum(m->inner);
    return NES_OK;
}

static nes_status open_problem(nes_problem *p, const nes_problem_note *note)
{
    const nes_suite_ids ids = {&nes_suite_mixint, nes_suite_mixint.name, INSTANCES};
    size_t function = 0, instance = 0;
    nes_status status = nes_problem_read_suite(p, &ids, &function, &instance, note);
    if (status == NES_OK && p->dim % FIFTHS != 0)
        return nes_problem_refuse(note, NES_ERR_DIMENSION,
                                  "the dimension of problem '%.60s' is not a multiple of %d; "
                                  "bbob-mixint has as many variables of each of %d kinds",
                                  p->id, FIFTHS, FIFTHS);
    if (status == NES_OK) status = make(p, function, instance, note);
    if (status != NES_OK) return status;
    p->row = &rows[function - 1];
    p->name = rows[function - 1].name;
    p->group = rows[function - 1].group;
    p->levels = levels;
    p->value = value;
    p->start = start;
    p->sigma = 2.5; /* a quarter of the box of real variables */
    return NES_OK;
}

const nes_problem_family nes_problem_mixint = {"bbob-mixint", kind_at, find, open_problem};
