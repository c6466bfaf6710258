/* SPDX-License-Identifier: MIT
 *
 * A method of the library at work, through the public interface and with its default settings, stop
 * tests included. A population gets pseudo-random values, which leave the distribution about where
 * it is; a hill climber gets values of which every fifth, at random, is an improvement, as in a run
 * that is well adapted. Making the values is a task of its own, to be taken off. */
#ifndef NES_BENCH_SUBJECT_H
#define NES_BENCH_SUBJECT_H

#include <stdbool.h>

#include <nes/nes.h>

#include "timing.h"

typedef struct bench_subject {
    const nes_method *method;
    size_t d;
    nes_opt *o;
    bool elitist;
    size_t popsize; /* points of a generation: 1 for a hill climber */
    size_t parts;   /* in which a generation is handed out (option window) */
    uint64_t state; /* of the random values */
    double improved;
    uint64_t first;                            /* generations of this handle before it was timed */
    uint64_t rounds, evaluations, generations; /* that were timed; generations: of closed handles */
} bench_subject;

/* NES_OK, or why there is no such handle. */
nes_status bench_subject_open(bench_subject *s, const nes_method *method, size_t d);
void bench_subject_close(bench_subject *s);

/* One is a round, as many asks and tells as a generation has parts; one is a value. */
double bench_subject_run(void *subject, long count);
double bench_subject_values(void *subject, long count);

extern const double BENCH_IMPROVEMENTS; /* the share of a hill climber's values that are better */

#endif
