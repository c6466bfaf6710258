/* SPDX-License-Identifier: MIT
 *
 * When a line is due. Let delta = max(0, best - f_opt).
 *   .dat   evaluation 1; then every strict improvement with
 *            - k = ceil(100 log10 delta) smaller than ever, delta below 1e-8 counting as 1e-8 and
 *              0 as 1e-9 (100 targets per decade), or
 *            - delta, rounded up to a multiple of 1e-5, smaller than ever
 *   .tdat  evaluations floor(10^(k/20)) and {1, 2, 5} D 10^j; then the last one, for which the
 *          best point stands as the current one
 * With constraints evaluations of both kinds count for .tdat, so that a number may be passed
 * between two lines: then each line moves a sequence on by one number only. Evaluation 1 leaves no
 * trace in the targets, so that the first improvement is always logged. */
#include "coco/log.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    TARGETS_PER_DECADE = 100,
    NUMBERS_PER_DECADE = 20, /* evaluation numbers */
    POINT_DIM = 22           /* points are not written from this dimension on */
};

static const double FINEST = 1e-8;          /* smallest logarithmic target */
static const double FINEST_OF_ZERO = 1e-9;  /* delta = 0 counts as this */
static const double GRID = 1e-5;            /* distance of the linear targets */
static const double GRID_TOLERANCE = 1e-12; /* above a multiple, counts as the multiple */
static const double NAN_VALUE = 2e21;       /* what is logged for a NaN */
static const double INFINITE_VALUE = 3e21;  /* what is logged for an infinite value */

static void write_header(buffer *b, double optimum)
{
    buffer_print(b,
                 "%% f evaluations | g evaluations | best noise-free fitness - Fopt (%13.12e) + "
                 "sum g_i+ | measured fitness | best measured fitness or single-digit g-values | "
                 "x1 | x2...\n",
                 optimum);
}

/* How large a constraint is, as a digit. */
static char digit_of(double g)
{
    static const double most[] = {0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1};
    char digit = '0';
    for (size_t i = 0; i < sizeof most / sizeof *most && !(g <= most[i]); i++) digit++;
    return digit;
}

/* Writes a line; g null: the best value stands in the place of the digits. */
static void write_line(const coco_log *l, buffer *b, double f, const double *g, const double *x)
{
    const uint64_t of_g = l->constraints > 0 ? l->evaluations : 0;
    buffer_print(b, "%" PRIu64 " %" PRIu64 " %+10.9e %+10.9e ", l->evaluations, of_g,
                 coco_log_precision(l), f);
    if (g == NULL || l->constraints == 0) buffer_print(b, "%+10.9e", l->best);
    for (size_t i = 0; g != NULL && i < l->constraints; i++)
        buffer_add(b, (const char[]){digit_of(g[i])}, 1);
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

/* Notes the targets of an improvement. Returns whether one of them is new. */
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

/* Moves on to the next number, of which the first ones are there several times. */
static void move_power(coco_log *l)
{
    const double last = l->next_power;
    while (l->next_power <= last)
        l->next_power = floor(pow(10, (double)++l->power / NUMBERS_PER_DECADE));
}

/* Returns whether this evaluation number has reached the next one of one of the two sequences, and
 * moves on those that it has reached. */
static int is_due(coco_log *l)
{
    const double n = (double)l->evaluations * (l->constraints > 0 ? 2 : 1);
    const int power = n >= l->next_power, multiple = n >= l->next_multiple;
    if (power) move_power(l);
    if (multiple) l->next_multiple = (double)l->dim * one_two_five(++l->multiple);
    return power || multiple;
}

void coco_log_open(coco_log *l, size_t dim, size_t constraints, double optimum)
{
    *l = (coco_log){.dim = dim, .constraints = constraints, .optimum = optimum, .best = INFINITY};
    l->log_target = l->grid_target = INFINITY;
    l->together = 1;
    l->next_power = 1;
    l->next_multiple = (double)dim;
    l->best_x = memory_zeros(dim, sizeof *l->best_x);
    write_header(&l->dat, optimum);
    write_header(&l->tdat, optimum);
}

static double finite_of(double v)
{
    return isnan(v) ? NAN_VALUE : isinf(v) ? INFINITE_VALUE : v;
}

/* What is to be least: the value, and with constraints the sum of what they are exceeded by. */
static double quantity(const coco_log *l, double f, const double *g)
{
    double sum = 0;
    if (l->constraints == 0) return finite_of(f);
    for (size_t i = 0; i < l->constraints; i++) sum += g[i] <= 0 ? 0 : g[i];
    return finite_of((f < l->optimum ? l->optimum : f) + sum);
}

void coco_log_value(coco_log *l, double f, const double *g, const double *x)
{
    const double value = finite_of(f), to_best = quantity(l, f, g);
    const int first = l->evaluations == 0, better = to_best < l->best;
    l->evaluations = l->before + (l->values++ / l->together + 1) * l->together;
    if (better) {
        l->best = to_best;
        memcpy(l->best_x, x, l->dim * sizeof *x);
    }
    if (first || (better && reaches_target(l))) write_line(l, &l->dat, value, g, x);
    if (is_due(l)) {
        write_line(l, &l->tdat, value, g, x);
        l->last_line = l->evaluations;
    }
}

void coco_log_ask(coco_log *l)
{
    l->before = l->evaluations;
    l->values = 0;
}

void coco_log_end(coco_log *l)
{
    if (l->last_line == l->evaluations) return;
    write_line(l, &l->tdat, l->best, NULL, l->best_x);
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
