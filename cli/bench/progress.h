/* SPDX-License-Identifier: MIT
 *
 * How far a bench is, on standard error: on a terminal a bar with the time left, rewritten once per
 * second, otherwise a line now and then. Runs in high dimensions take longer, so each run has a
 * weight, which is roughly its time. */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bench_progress {
    bool on, live;       /* live: the line is rewritten */
    bool open;           /* a live line stands on the terminal */
    double begin, shown; /* seconds */
    size_t runs, done;   /* of the bench, those kept before included */
    double all, before;  /* weight of the bench, and of what was kept before */
} bench_progress;

void bench_progress_start(bench_progress *p, bool on, size_t runs, size_t done, double all,
                          double before);

/* weight: what has been done so far, parts of runs included. Shows the line when it is due. */
void bench_progress_note(bench_progress *p, size_t done, double weight);

/* Removes the live line, so that something else can be printed. */
void bench_progress_clear(bench_progress *p);

/* The line itself, for width columns. */
void bench_progress_line(const bench_progress *p, double weight, double seconds, int width,
                         char *line, size_t size);

#endif
