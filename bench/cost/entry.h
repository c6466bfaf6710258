/* SPDX-License-Identifier: MIT
 *
 * One method in one dimension: its cost, its floor, its memory and its peers. */
#ifndef NES_BENCH_ENTRY_H
#define NES_BENCH_ENTRY_H

#include <stdbool.h>

#include "report.h"

typedef struct bench_plan {
    bool quick;
    const nes_method *method;
    double budget;     /* seconds of processor time for one entry and pass */
    const char *self;  /* path of this program */
    const char *peers; /* path of the program of bench/peers, or null */
} bench_plan;

/* Whether the method has a full d x d shape, as opposed to one or d step sizes. */
bool bench_has_matrix(const nes_method *m);

/* How many microseconds a generation will take in dimension d, extrapolated from the entries. */
double bench_forecast(size_t n, const bench_entry *entries, size_t d);

/* Fills in all but peak and peers. False: the library refuses this dimension; why says the reason.
 */
bool bench_entry_measure(const bench_plan *plan, size_t d, bench_entry *e, char *why, size_t size);

/* The best times of two measurements of the same entry. */
void bench_entry_best(bench_entry *e, const bench_entry *again);

/* The exponent of the cost in d: slope of ln(cost per evaluation) over ln d, by least squares over
 * the entries with d >= low. */
double bench_exponent(size_t n, const bench_entry *entries, size_t low);

#endif
