/* SPDX-License-Identifier: MIT
 *
 * The experiments, one file each. */
#ifndef EXPERIMENT_EXPERIMENTS_H
#define EXPERIMENT_EXPERIMENTS_H

#include "experiment/experiment.h"
#include "experiment/published.h"

/* The same method has the same style in all figures. */
enum { STYLE_XNES, STYLE_XNES_IM_AS, STYLE_SNES, STYLE_OTHER, STYLE_MORE };

/* The stop tests that belong to the paper's methods. Those that the library has besides would end
 * runs earlier. [math: A26] */
#define PAPER_STOPS "tolx=1e-12 max_condition=1e28 flat=off stagnation=off max_growth=off"

/* The verdict on a claim that only the full version has enough evaluations or runs for. */
verdict verdict_in_full(const experiment_data *d, bool holds);

/* The number rounded to six digits, for tables that would be too large otherwise. */
double six_digits(double v);

/* No stop test: for runs whose length is given. */
#define NO_STOPS                                                                                   \
    "tolx=off tolfun=off flat=off stagnation=off max_condition=off max_growth=off noeffect=no "    \
    "restarts=none"

/* "f8 Rosenbrock" */
void function_title(const char *suite, size_t function, char *title, size_t size);

/* The share of runs that were solved against evaluations, up to the budget. hits: infinite for runs
 * that were not. */
void draw_success(panel *p, const char *name, size_t style, sample hits, double budget);

/* Evaluations of all runs by the number of those that were solved; infinite if none was. */
double running_time(const experiment_data *d, const char *labels, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether runs with those hits and that running time are better than the published ones: more of
 * them are solved beyond chance, or as many in less time. */
bool is_better_than(sample hits, double time, const published_time *t);

/* A table of running times of xNES and xNES-im-as in 5 dimensions beside the published ones of
 * xNES, which had other restarts, and of the (1,4)-CMA-ES. */
void report_times(const experiment_data *d, experiment_report *r, const char *suite,
                  const size_t *functions, size_t n);

/* Draws published running times on a function of bbob against the dimension. */
void draw_published_times(panel *p, const char *name, series_kind kind, const char *algorithm,
                          size_t function, size_t n, const size_t *dims);

/* Draws published runs into a panel of success curves: a mark at their mean time and share. */
void draw_published(panel *p, const char *name, const published_time *t);

/* A map of a problem of two variables in the square from low to high. */
void draw_problem_map(panel *p, const char *id, double low, double high, bool log_scale);

extern const experiment experiment_plain_gradient;
extern const experiment experiment_adaptation;
extern const experiment experiment_restarts;
extern const experiment experiment_illustrations;

#endif
