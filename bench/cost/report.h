/* SPDX-License-Identifier: MIT
 *
 * Writes what was measured to the terminal and to a file at the same time. */
#ifndef NES_BENCH_REPORT_H
#define NES_BENCH_REPORT_H

#include <stdio.h>

#include <nes/by_name.h>

#include "floor.h"

enum { BENCH_PEERS = 2 };

typedef struct bench_peer_name {
    const char *word, *title; /* its name for bench/peers; its name in tables */
} bench_peer_name;

/* A row of a table. Times are in microseconds, the peak in MB. NaN is shown as "-". */
typedef struct bench_entry {
    size_t d, popsize;
    double evaluation, generation;  /* own cost, values excluded */
    double floor;                   /* of a generation */
    double part[BENCH_FLOOR_TASKS]; /* the parts of the floor, in the order of floor.h */
    double peak;
    double peer[BENCH_PEERS]; /* per evaluation */
} bench_entry;

/* Where text goes besides the terminal. */
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
