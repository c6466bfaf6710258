/* SPDX-License-Identifier: MIT
 *
 * Statistics, numbers and texts as functions of SQL; see experiment/functions.h. */
#include "experiment/functions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "nes/problems.h"
#include "stats/sample.h"

/* An argument as a number; NaN for null. */
static double real(sqlite3_value *v)
{
    return sqlite3_value_type(v) == SQLITE_NULL ? (double)NAN : sqlite3_value_double(v);
}

/* ---- statistics of groups of rows ----------------------------------------------------------- */

enum { ARGUMENTS = 8 };

/* The rows of a group so far. */
typedef struct rows {
    size_t n;
    double *v; /* row by row; owned */
} rows;

static void add_row(sqlite3_context *c, int n, sqlite3_value **v)
{
    rows *r = sqlite3_aggregate_context(c, sizeof *r);
    if (r == NULL) memory_ran_out();
    if ((r->n & (r->n + 1)) == 0) /* full at 0, 1, 3, 7, ... */
        r->v = memory_resize(r->v, (2 * r->n + 1) * (size_t)n, sizeof *r->v);
    for (int i = 0; i < n; i++) r->v[r->n * (size_t)n + (size_t)i] = real(v[i]);
    r->n++;
}

static void finish(sqlite3_context *c)
{
    const statistic *s = sqlite3_user_data(c);
    rows *r = sqlite3_aggregate_context(c, 0), none = {.n = 0};
    if (r == NULL) r = &none;
    const size_t n = r->n, k = (size_t)s->arguments;
    const double *column[ARGUMENTS];
    double *v = memory_zeros(n * k, sizeof *v);
    buffer list = {.text = NULL};
    for (size_t j = 0; j < k; j++) {
        for (size_t i = 0; i < n; i++) v[j * n + i] = r->v[i * k + j];
        column[j] = v + j * n;
    }
    if (s->value != NULL) {
        sqlite3_result_double(c, s->value(n, column));
    } else {
        s->print(n, column, &list);
        sqlite3_result_text(c, list.text, -1, SQLITE_TRANSIENT);
    }
    buffer_free(&list);
    free(v);
    free(r->v);
}

static void add_statistics(sqlite3 *db, const statistic *list)
{
    for (; list->name != NULL; list++)
        sqlite3_create_function(db, list->name, list->arguments, SQLITE_UTF8, (void *)list, NULL,
                                add_row, finish);
}

#define OF_SAMPLE(name, expression)                                                                \
    static double name(size_t n, const double *const *column)                                      \
    {                                                                                              \
        const sample s = {n, column[0]};                                                           \
        return expression;                                                                         \
    }

OF_SAMPLE(mean, sample_mean(s))
OF_SAMPLE(error, sample_error(s))
OF_SAMPLE(median, sample_median(s))
OF_SAMPLE(median_low, sample_median_interval(s).low)
OF_SAMPLE(median_high, sample_median_interval(s).high)
OF_SAMPLE(finite_, (double)sample_finite(s))
OF_SAMPLE(finite_share, sample_finite_share(s))
OF_SAMPLE(finite_mean, sample_finite_mean(s))
OF_SAMPLE(finite_median, sample_finite_median(s))
OF_SAMPLE(quantile, n == 0 ? (double)NAN : sample_quantile(s, column[1][0]))
OF_SAMPLE(share, n == 0 ? (double)NAN : sample_share(s, column[1][0]))
OF_SAMPLE(running_time, sample_mean(s) / sample_finite_share((sample){n, column[1]}))
OF_SAMPLE(slope_, slope(s.n, column[0], column[1]))

static const statistic statistics[] = {
    {"mean", 1, mean, NULL},
    {"error", 1, error, NULL},
    {"median", 1, median, NULL},
    {"median_low", 1, median_low, NULL},
    {"median_high", 1, median_high, NULL},
    {"finite", 1, finite_, NULL},
    {"finite_share", 1, finite_share, NULL},
    {"finite_mean", 1, finite_mean, NULL},
    {"finite_median", 1, finite_median, NULL},
    {"quantile", 2, quantile, NULL},
    {"share", 2, share, NULL},
    {"running_time", 2, running_time, NULL},
    {"slope", 2, slope_, NULL},
    {NULL, 0, NULL, NULL},
};

static void add_scalars(sqlite3 *db, const scalar *list, const void *data)
{
    for (; list->name != NULL; list++)
        sqlite3_create_function(db, list->name, list->arguments, SQLITE_UTF8, (void *)data,
                                list->call, NULL, NULL);
}

/* ---- numbers -------------------------------------------------------------------------------- */

#define NUMBER(name, expression)                                                                   \
    static void name(sqlite3_context *c, int n, sqlite3_value **v)                                 \
    {                                                                                              \
        const double a = n > 0 ? real(v[0]) : 0, b = n > 1 ? real(v[1]) : 0;                       \
        (void)a, (void)b;                                                                          \
        sqlite3_result_double(c, expression);                                                      \
    }

NUMBER(ratio, a / b)
NUMBER(ln, log(a))
NUMBER(square_root, sqrt(a))
NUMBER(exponential, exp(a))
NUMBER(cosine, cos(a))
NUMBER(sine, sin(a))
NUMBER(arc_cosine, acos(a))
NUMBER(round_down, floor(a))
NUMBER(length, hypot(a, b))
NUMBER(power, pow(a, b))
NUMBER(wilson_low, share_interval((size_t)a, (size_t)b).low)
NUMBER(wilson_high, share_interval((size_t)a, (size_t)b).high)
NUMBER(bound, agreement_bound((size_t)a))
NUMBER(share_error, share_difference_error((size_t)a, (size_t)b, real(v[2]), (size_t)real(v[3])))

static void quick(sqlite3_context *c, int n, sqlite3_value **v)
{
    (void)n, (void)v;
    sqlite3_result_int(c, *(const bool *)sqlite3_user_data(c));
}

static void either(sqlite3_context *c, int n, sqlite3_value **v)
{
    (void)n;
    sqlite3_result_value(c, v[*(const bool *)sqlite3_user_data(c) ? 1 : 0]);
}

static const char *text_of(sqlite3_value *v)
{
    const char *text = (const char *)sqlite3_value_text(v);
    return text == NULL ? "" : text;
}

static void optimum(sqlite3_context *c, int n, sqlite3_value **v)
{
    nes_problem *p = NULL;
    (void)n;
    if (nes_problem_create(&p, text_of(v[0]), NULL, 0) == NES_OK)
        sqlite3_result_double(c, nes_problem_optimum(p));
    nes_problem_destroy(p);
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* "f8 Rosenbrock" */
static void title(sqlite3_context *c, int n, sqlite3_value **v)
{
    char id[64], text[96];
    nes_problem *p = NULL;
    (void)n;
    nes_suite_id(nes_suite_find(text_of(v[0])), (size_t)sqlite3_value_int64(v[1]), 1, 5, id,
                 sizeof id);
    const nes_status st = nes_problem_create(&p, id, NULL, 0);
    snprintf(text, sizeof text, "f%s %s", text_of(v[1]), st == NES_OK ? nes_problem_name(p) : "");
    nes_problem_destroy(p);
    sqlite3_result_text(c, text, -1, SQLITE_TRANSIENT);
}

/* The stop tests that belong to the paper's methods: those that the library has besides would end
 * runs earlier [math: A26]. None: for runs whose length is given. */
static void stops(sqlite3_context *c, int n, sqlite3_value **v)
{
    (void)n;
    sqlite3_result_text(
        c,
        strcmp(text_of(v[0]), "paper") == 0
            ? "tolx=1e-12 max_condition=1e28 flat=off stagnation=off max_growth=off"
            : "tolx=off tolfun=off flat=off stagnation=off max_condition=off max_growth=off "
              "noeffect=no restarts=none",
        -1, SQLITE_STATIC);
}

/* Prints an argument by its place in the format, such as "%+.1f", of n bytes. */
static void print_one(buffer *b, const char *place, size_t n, sqlite3_value *v)
{
    char format[24];
    if (n + 3 > sizeof format) return;
    const char kind = place[n - 1];
    snprintf(format, sizeof format, "%.*s%s%c", (int)n - 1, place, kind == 'd' ? "ll" : "", kind);
    if (kind == 's')
        buffer_print(b, format, text_of(v));
    else if (kind == 'd')
        buffer_print(b, format, (long long)sqlite3_value_int64(v));
    else
        buffer_print(b, format, real(v));
}

static void say(sqlite3_context *c, int n, sqlite3_value **v)
{
    buffer b = {.text = NULL};
    const char *at = n > 0 ? text_of(v[0]) : "";
    for (int i = 1; *at != '\0';) {
        const size_t plain = strcspn(at, "%");
        buffer_add(&b, at, plain);
        at += plain;
        if (*at == '\0') break;
        const size_t length = strcspn(at + 1, "dfgeEs%") + 2;
        if (at[length - 1] == '%')
            buffer_add(&b, "%", 1);
        else if (i < n)
            print_one(&b, at, length, v[i++]);
        at += length;
    }
    sqlite3_result_text(c, b.text == NULL ? "" : b.text, -1, SQLITE_TRANSIENT);
    buffer_free(&b);
}

static const scalar scalars[] = {
    {"quick", 0, quick},
    {"either", 2, either},
    {"ratio", 2, ratio},
    {"ln", 1, ln},
    {"sqrt", 1, square_root},
    {"exp", 1, exponential},
    {"cos", 1, cosine},
    {"sin", 1, sine},
    {"acos", 1, arc_cosine},
    {"floor", 1, round_down},
    {"hypot", 2, length},
    {"pow", 2, power},
    {"wilson_low", 2, wilson_low},
    {"wilson_high", 2, wilson_high},
    {"bound", 1, bound},
    {"share_error", 4, share_error},
    {"optimum", 1, optimum},
    {"title", 2, title},
    {"stops", 1, stops},
    {"say", -1, say},
    {NULL, 0, NULL},
};

void functions_register(sqlite3 *db, const bool *quick_size)
{
    add_scalars(db, scalars, quick_size);
    add_scalars(db, library_scalars, NULL);
    add_statistics(db, statistics);
    add_statistics(db, restart_statistics);
}
