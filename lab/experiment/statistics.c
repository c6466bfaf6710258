/* SPDX-License-Identifier: MIT
 *
 * Statistics of groups of rows as functions of SQL; see experiment/functions.h. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "experiment/functions.h"
#include "stats/sample.h"

enum { ARGUMENTS = 8 };

/* The rows of a group so far. */
typedef struct rows {
    size_t n;
    double *v; /* row by row; owned */
} rows;

double functions_real(sqlite3_value *v)
{
    return sqlite3_value_type(v) == SQLITE_NULL ? (double)NAN : sqlite3_value_double(v);
}

static void add_row(sqlite3_context *c, int n, sqlite3_value **v)
{
    rows *r = sqlite3_aggregate_context(c, sizeof *r);
    if (r == NULL) memory_ran_out();
    if ((r->n & (r->n + 1)) == 0) /* full at 0, 1, 3, 7, ... */
        r->v = memory_resize(r->v, (2 * r->n + 1) * (size_t)n, sizeof *r->v);
    for (int i = 0; i < n; i++) r->v[r->n * (size_t)n + (size_t)i] = functions_real(v[i]);
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

void functions_add_statistics(sqlite3 *db, const statistic *list)
{
    for (; list->name != NULL; list++)
        sqlite3_create_function(db, list->name, list->arguments, SQLITE_UTF8, (void *)list, NULL,
                                add_row, finish);
}

/* ---- those that all experiments have -------------------------------------------------------- */

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

const statistic common_statistics[] = {
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
