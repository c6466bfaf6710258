/* SPDX-License-Identifier: MIT
 *
 * What statements of experiments can call beside the functions of SQLite. An infinite number is
 * 9e999, and NaN is null.
 *
 * Statistics of the rows of a group (stats/sample.h), in which null counts as infinite:
 *   mean(x), error(x)                    mean and its standard error
 *   median(x), quantile(x, q), median_low(x), median_high(x)   the last two: its 95 % interval
 *   finite(x), finite_share(x), finite_mean(x), finite_median(x)
 *   share(x, limit)                      share of the values up to a limit
 *   slope(x, y)                          of the line by least squares
 *   running_time(evaluations, hit)       evaluations of all runs by the number of solved ones
 *
 * Numbers:
 *   quick(), either(full, quick)         the size of the experiment
 *   ratio(a, b)                          a / b, infinite or null where C says so
 *   ln sqrt exp cos sin acos floor hypot pow
 *   wilson_low(k, n), wilson_high(k, n)  95 % interval of a probability, k of n
 *   bound(n), share_error(k, n, p, m)    agreement_bound(), share_difference_error()
 *   optimum(problem), title(suite, f)    of the problems of the library
 *
 * Texts: say(format, ...) prints as C does, with d, f, g, e and s; stops(name) has the stop tests
 * of the paper's methods, 'paper', or none, 'none'.
 *
 * The view published of experiments/common.sql has the columns suite, algorithm, function, dim,
 * evaluations, successes, trials, share. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* A function of a whole group of rows: column[j][i] is argument j of row i. It has a value, or
 * prints a list of numbers in JSON. */
typedef struct statistic {
    const char *name;
    int arguments;
    double (*value)(size_t n, const double *const *column);
    void (*print)(size_t n, const double *const *column, buffer *list);
} statistic;

typedef struct scalar {
    const char *name;
    int arguments; /* -1: any number */
    void (*call)(sqlite3_context *c, int n, sqlite3_value **v);
} scalar;

/* Adds all functions; quick is borrowed. */
void functions_register(sqlite3 *db, const bool *quick);

/* Functions that single experiments need; both lists end with an entry without a name. */
extern const scalar library_scalars[];
extern const statistic restart_statistics[];
