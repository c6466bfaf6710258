/* SPDX-License-Identifier: MIT
 *
 * What the parts of the soak of the library share: the step that is under way, and the counts of
 * all steps, which live in memory that the watching process sees too. */
#ifndef NES_SOAK_H
#define NES_SOAK_H

#include "nes/by_name.h"
#include "soak/chance.h"
#include "support/allocator.h"
#include "support/marked.h"

enum { SOAK_TEXT = 2000, SOAK_NAMES = 256 };

typedef struct soak_counts {
    uint64_t seed;  /* of the step under way */
    uint64_t steps; /* that were begun */
    uint64_t evaluations;
    uint64_t settings, settings_refused; /* drawn in all, and refused by nes_create */
    uint64_t options, options_refused;   /* the same of single options, within their settings */
    uint64_t loads, closes, continues, late, drivers, no_memory;
    uint64_t memory_first, memory; /* resident bytes: after the first steps, and now */
    unsigned char option_seen[SOAK_NAMES], method_seen[SOAK_NAMES], stop_seen[SOAK_NAMES];
    char failure[SOAK_TEXT]; /* of the step under way; empty: none */
    char where[SOAK_TEXT];   /* its settings */
} soak_counts;

typedef struct soak {
    chance c;
    soak_counts *counts;
    allocations heap; /* of the handles of a step: all of it has to come back */
} soak;

/* Writes down what does not hold, the first time in a step, and returns false. */
bool soak_fail(soak *k, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes of this process in memory. */
uint64_t soak_memory(void);

/* One step, from its seed alone. False: something does not hold, see counts->failure. */
bool soak_step(soak_counts *counts, uint64_t seed);

#endif
