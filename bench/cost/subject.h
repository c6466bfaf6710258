/* SPDX-License-Identifier: MIT
 *
 * The method that is measured. It runs through the public interface with default settings and all
 * stop tests. Populations get pseudo-random values, with which the distribution stays about where
 * it is. Hill climbers get values of which every fifth, at random, is an improvement, as in a
 * well-adapted run. Making the values is measured as a task of its own and subtracted. */
#ifndef NES_BENCH_SUBJECT_H
#define NES_BENCH_SUBJECT_H

#include <stdbool.h>

#include <nes/by_name.h>

#include "timing.h"

typedef struct bench_subject {
    const nes_method *method;
    size_t d;
    nes_opt *o;
    bool elitist;
    size_t popsize;  /* points of a generation: 1 for a hill climber */
    long period;     /* generations from one decomposition of the shape to the next */
    size_t parts;    /* asks per generation; more than 1 with the option window */
    uint64_t state;  /* of the random values */
    double improved; /* best value so far of a hill climber */
    uint64_t first;  /* generations of this handle before it was timed */
    uint64_t rounds, evaluations, generations; /* so far; generations: of closed handles only */
} bench_subject;

/* NES_OK, or why there is no such handle. */
nes_status bench_subject_open(bench_subject *s, const nes_method *method, size_t d);
void bench_subject_close(bench_subject *s);

/* The two tasks: count rounds, with as many asks and tells as a generation has parts; and count
 * values. Both return the seconds they took. */
double bench_subject_run(void *subject, long count);
double bench_subject_values(void *subject, long count);

extern const double BENCH_IMPROVEMENTS; /* share of improvements among a hill climber's values */

#endif
