/* SPDX-License-Identifier: MIT
 *
 * When a line is due. Let delta = max(0, best - f_opt).
 *   .dat   evaluation 1; then every strict improvement with
 *            - k = ceil(100 log10 delta) smaller than ever, delta below 1e-8 counting as 1e-8 and
 *              0 as 1e-9 (100 targets per decade), or
 *            - delta, rounded up to a multiple of 1e-5, smaller than ever
 *   .tdat  evaluations floor(10^(k/20)) and {1, 2, 5} D 10^j; then the last one, for which the
 *          best point stands as the current one
 * Evaluation 1 leaves no trace in the targets, so that the first improvement is always logged. */
#include "coco/log.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    TARGETS_PER_DECADE = 100,
    NUMBERS_PER_DECADE = 20, /* of evaluations */
    POINT_DIM = 22           /* from this dimension on points are not written */
};

static const double FINEST = 1e-8;          /* smallest logarithmic target */
static const double FINEST_OF_ZERO = 1e-9;  /* which is what delta = 0 counts as */
static const double GRID = 1e-5;            /* distance of the linear targets */
static const double GRID_TOLERANCE = 1e-12; /* above a multiple, that still counts as it */
static const double NAN_VALUE = 2e21;       /* what is logged for a NaN */
static const double INFINITE_VALUE = 3e21;  /* and for an infinite value */

static void write_header(buffer *b, double optimum)
{
    buffer_print(b,
                 "%% f evaluations | g evaluations | best noise-free fitness - Fopt (%13.12e) + "
                 "sum g_i+ | measured fitness | best measured fitness or single-digit g-values | "
                 "x1 | x2...\n",
                 optimum);
}

static void write_line(const coco_log *l, buffer *b, double f, const double *x)
{
    buffer_print(b, "%" PRIu64 " 0 %+10.9e %+10.9e %+10.9e", l->evaluations, coco_log_precision(l),
                 f, l->best);
    for (size_t i = 0; l->dim < POINT_DIM && i < l->dim; i++) buffer_print(b, " %+5.4e", x[i]);
    buffer_add(b, "\n", 1);
}

/* The target 10^(k/100) that delta reaches, as k. */
static double log_target(double delta)
{
    const double d = delta >= FINEST ? delta : delta > 0 ? FINEST : FINEST_OF_ZERO;
    return ceil(TARGETS_PER_DECADE * log10(d));
}

/* The multiple of GRID that delta reaches, as its number. */
static double grid_target(double delta)
{
    const double below = floor(delta / GRID);
    return delta - below * GRID > GRID_TOLERANCE ? below + 1 : below;
}

/* Notes the targets of an improvement; whether one of them is new. */
static int reaches_target(coco_log *l)
{
    const double delta = coco_log_precision(l), k = log_target(delta), m = grid_target(delta);
    const int reached = k < l->log_target || m < l->grid_target;
    if (k < l->log_target) l->log_target = k;
    l->grid_target = m;
    return reached;
}

/* Number i of 1, 2, 5, 10, 20, 50, ... */
static double one_two_five(unsigned i)
{
    static const double base[] = {1, 2, 5};
    return base[i % 3] * pow(10, i / 3);
}

/* Whether this evaluation number is in one of the two sequences, which are moved on. */
static int is_due(coco_log *l)
{
    const double n = (double)l->evaluations;
    const int due = n >= l->next_power || n >= l->next_multiple;
    while (l->next_power <= n)
        l->next_power = floor(pow(10, (double)++l->power / NUMBERS_PER_DECADE));
    while (l->next_multiple <= n) l->next_multiple = (double)l->dim * one_two_five(++l->multiple);
    return due;
}

void coco_log_open(coco_log *l, size_t dim, double optimum)
{
    *l = (coco_log){.dim = dim, .optimum = optimum, .best = INFINITY};
    l->log_target = l->grid_target = INFINITY;
    l->next_power = 1;
    l->next_multiple = (double)dim;
    l->best_x = memory_zeros(dim, sizeof *l->best_x);
    write_header(&l->dat, optimum);
    write_header(&l->tdat, optimum);
}

void coco_log_value(coco_log *l, double f, const double *x)
{
    const double value = isnan(f) ? NAN_VALUE : isinf(f) ? INFINITE_VALUE : f;
    const int first = l->evaluations++ == 0, better = value < l->best;
    if (better) {
        l->best = value;
        memcpy(l->best_x, x, l->dim * sizeof *x);
    }
    if (first || (better && reaches_target(l))) write_line(l, &l->dat, value, x);
    if (is_due(l)) {
        write_line(l, &l->tdat, value, x);
        l->last_line = l->evaluations;
    }
}

void coco_log_end(coco_log *l)
{
    if (l->last_line == l->evaluations) return;
    write_line(l, &l->tdat, l->best, l->best_x);
    l->last_line = l->evaluations;
}

double coco_log_precision(const coco_log *l)
{
    return fmax(0, l->best - l->optimum);
}

void coco_log_close(coco_log *l)
{
    buffer_free(&l->dat);
    buffer_free(&l->tdat);
    free(l->best_x);
    l->best_x = NULL;
}

/* ---- the index of a result folder: three lines per (function, dimension), the second a comment */

/* The version of COCO whose functions and file format these are. */
static const char coco_version[] = "2.6.99";

void coco_info_entry(buffer *info, const coco_entry *e)
{
    if (info->n > 0) buffer_add(info, "\n", 1);
    buffer_print(info,
                 "suite = '%s', funcId = %zu, DIM = %zu, Precision = %.3e, algId = '%s', "
                 "coco_version = '%s', logger = '%s', data_format = 'bbob-new2'\n%%\n",
                 e->suite, e->function, e->dim, e->precision, e->algorithm, coco_version, e->suite);
    coco_data_name(info, e->function, e->dim, "dat");
}

void coco_info_run(buffer *info, size_t instance, uint64_t evaluations, double precision)
{
    buffer_print(info, ", %zu:%" PRIu64 "|%.1e", instance, evaluations, precision);
}

void coco_data_name(buffer *name, size_t function, size_t dim, const char *ending)
{
    buffer_print(name, "data_f%zu/bbobexp_f%zu_DIM%zu.%s", function, function, dim, ending);
}
