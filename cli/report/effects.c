/* SPDX-License-Identifier: MIT
 *
 * Least squares by normal equations, which are well conditioned for a design; see
 * report/effects.h. */
#include "report/effects.h"

#include <math.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/report.h"

enum { SPARE = 2 }; /* points beyond the unknowns that a fit needs */

/* The equations of p unknowns, the constant and the slopes. */
typedef struct fit {
    size_t n, p;
    size_t *variable; /* of unknowns 1 .. p-1; owned */
    double *row;      /* n rows of p numbers; owned */
    double *f;        /* n values; owned */
    double *inverse;  /* of the matrix of the equations, p x p; owned */
    double *b;        /* the unknowns; owned */
} fit;

static void fit_free(fit *a)
{
    free(a->variable);
    free(a->row);
    free(a->f);
    free(a->inverse);
    free(a->b);
}

/* Takes the points with finite values, and the variables that have levels. */
static void take(fit *a, size_t n, size_t dim, const double *level, const double *f)
{
    *a = (fit){.p = 1,
               .variable = memory_zeros(dim + 1, sizeof *a->variable),
               .row = memory_zeros(n * (dim + 1) + 1, sizeof *a->row),
               .f = memory_zeros(n + 1, sizeof *a->f)};
    for (size_t j = 0; n > 0 && j < dim; j++)
        if (!isnan(level[j])) a->variable[a->p++] = j;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(f[i])) continue;
        double *row = a->row + a->n * a->p;
        row[0] = 1;
        for (size_t k = 1; k < a->p; k++) row[k] = level[i * dim + a->variable[k]];
        a->f[a->n++] = f[i];
    }
    a->inverse = memory_zeros(a->p, a->p * sizeof *a->inverse);
    a->b = memory_zeros(a->p, sizeof *a->b);
}

/* Inverts the matrix m in place by elimination with pivots from the diagonal, as it is positive
 * definite. Returns false where it is not. */
static bool invert(double *m, size_t p, double least)
{
    for (size_t k = 0; k < p; k++) {
        const double pivot = m[k * p + k];
        if (!(pivot > least)) return false;
        m[k * p + k] = 1;
        for (size_t j = 0; j < p; j++) m[k * p + j] /= pivot;
        for (size_t i = 0; i < p; i++) {
            const double by = m[i * p + k];
            if (i == k) continue;
            m[i * p + k] = 0;
            for (size_t j = 0; j < p; j++) m[i * p + j] -= by * m[k * p + j];
        }
    }
    return true;
}

static bool solve(fit *a)
{
    const size_t p = a->p;
    double *right = memory_zeros(p, sizeof *right);
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < p; k++) {
            const double *row = a->row + i * p;
            right[k] += row[k] * a->f[i];
            for (size_t j = 0; j < p; j++) a->inverse[k * p + j] += row[k] * row[j];
        }
    const bool solved = invert(a->inverse, p, 1e-10 * (double)a->n);
    for (size_t k = 0; k < p; k++)
        for (size_t j = 0; j < p; j++) a->b[k] += a->inverse[k * p + j] * right[j];
    free(right);
    return solved;
}

/* Sums of squared deviations: of the values from the fit, and from their mean. */
static void deviations(const fit *a, double *left, double *all)
{
    double mean = 0;
    for (size_t i = 0; i < a->n; i++) mean += a->f[i] / (double)a->n;
    *left = *all = 0;
    for (size_t i = 0; i < a->n; i++) {
        double rest = a->f[i];
        for (size_t k = 0; k < a->p; k++) rest -= a->b[k] * a->row[i * a->p + k];
        *left += rest * rest;
        *all += (a->f[i] - mean) * (a->f[i] - mean);
    }
}

void effects_fit(effects *e, size_t n, size_t dim, const double *level, const double *f)
{
    fit a;
    double left, all;
    take(&a, n, dim, level, f);
    *e = (effects){.dim = dim,
                   .n = a.n,
                   .size = memory_zeros(dim, sizeof *e->size),
                   .error = memory_zeros(dim, sizeof *e->error),
                   .explained = NAN};
    for (size_t j = 0; j < dim; j++) e->size[j] = e->error[j] = NAN;
    if (a.p > 1 && a.n >= a.p + SPARE && solve(&a)) {
        deviations(&a, &left, &all);
        const double variance = left / (double)(a.n - a.p);
        e->explained = all > 0 ? fmax(0, 1 - left / all) : NAN;
        for (size_t k = 1; k < a.p; k++) {
            e->size[a.variable[k]] = 2 * a.b[k];
            e->error[a.variable[k]] = 2 * sqrt(variance * a.inverse[k * a.p + k]);
        }
    }
    fit_free(&a);
}

void effects_free(effects *e)
{
    free(e->size);
    free(e->error);
    *e = (effects){.n = 0};
}

static void print_effect(const effects *e, const variables *v, size_t j)
{
    char name[VARIABLES_NAME_SIZE];
    const double size = e->size[j], error = e->error[j];
    if (isnan(size)) return;
    report_print_row("", "%s %.3g +- %.2g%s", variables_name(v, j, name), size, error,
                     fabs(size) > 2 * error ? "" : " (not told from 0)");
}

void effects_print(const effects *e, const variables *v)
{
    static const double LITTLE = 0.5;
    if (e->dim == 0) return;
    if (isnan(e->explained)) {
        report_print_row("main effects", "none: a linear fit needs more points of --design than "
                                         "variables, by 3 at least, with different values");
        return;
    }
    report_print_row(
        "main effects",
        "from one bound to the other, by a linear fit of %zu points%s %.0f %% of "
        "their variance",
        e->n, e->explained < LITTLE ? "; it says little, since it explains" : ", which explains",
        100 * e->explained);
    for (size_t j = 0; j < e->dim; j++) print_effect(e, v, j);
}

cJSON *effects_json(const effects *e, const variables *v)
{
    char name[VARIABLES_NAME_SIZE];
    if (e->n == 0) return NULL;
    cJSON *object = cJSON_CreateObject(), *of = cJSON_CreateObject();
    for (size_t j = 0; j < e->dim; j++) {
        if (isnan(e->size[j])) continue;
        cJSON *one = cJSON_CreateObject();
        json_add(one, "effect", json_from_real(e->size[j]));
        json_add(one, "error", json_from_real(e->error[j]));
        json_add(of, variables_name(v, j, name), one);
    }
    json_add(object, "points", json_from_count(e->n));
    json_add(object, "explained", json_from_real(e->explained));
    json_add(object, "of", of);
    return object;
}
