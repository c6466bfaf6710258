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
    double budget;     /* seconds of the processor on one entry */
    const char *self;  /* this program */
    const char *peers; /* the program of bench/peers, or null */
} bench_plan;

/* A full d x d shape, as opposed to one or d step sizes. */
bool bench_has_matrix(const nes_method *m);

/* Microseconds that a generation will take in dimension d, from the entries so far. */
double bench_forecast(size_t n, const bench_entry *entries, size_t d);

/* Fills in all but peak and peers; false: the library refuses this dimension, and why. */
bool bench_entry_measure(const bench_plan *plan, size_t d, bench_entry *e, char *why, size_t size);

/* The best times of two measurements of the same entry. */
void bench_entry_best(bench_entry *e, const bench_entry *again);

/* Slope of ln(cost per evaluation) over ln d, least squares over the entries from low on. */
double bench_exponent(size_t n, const bench_entry *entries, size_t low);

#endif
