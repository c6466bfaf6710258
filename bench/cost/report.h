/* SPDX-License-Identifier: MIT
 *
 * What was measured, as text: on the terminal and in a file at the same time. */
#ifndef NES_BENCH_REPORT_H
#define NES_BENCH_REPORT_H

#include <stdio.h>

#include <nes/settings.h>

#include "floor.h"

enum { BENCH_PEERS = 2 };

typedef struct bench_peer_name {
    const char *word, *title; /* as bench/peers takes it; as it is shown */
} bench_peer_name;

/* A row of a table. Times are in microseconds, the peak in MB; NaN is shown as nothing. */
typedef struct bench_entry {
    size_t d, popsize;
    double evaluation, generation;  /* own cost, values excluded */
    double floor;                   /* of a generation */
    double part[BENCH_FLOOR_TASKS]; /* what the floor was made of, in the order of floor.h */
    double peak;
    double peer[BENCH_PEERS]; /* per evaluation */
} bench_entry;

/* Text to both places. */
typedef struct bench_report {
    FILE *file; /* may be null */
} bench_report;

void bench_say(bench_report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

void bench_say_machine(bench_report *r);
void bench_say_head(bench_report *r, const nes_method *m, const bench_peer_name *peers);
void bench_say_entry(bench_report *r, const bench_entry *e, const bench_peer_name *peers,
                     const char *marks);

/* The parts of the floors of methods with a matrix. */
void bench_say_floors(bench_report *r, size_t n, const bench_entry *entries);

#endif
