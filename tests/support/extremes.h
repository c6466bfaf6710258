/* SPDX-License-Identifier: MIT
 *
 * Runs at the end of the range of numbers: objectives that mislead and settings that leave the
 * search nothing to hold on to. Whatever they do, every point that is handed out is finite and
 * inside its bounds, so is the answer, the budget is kept, the reason at the end is an honest one,
 * and the state can be saved and loaded at any time. */
#ifndef NES_TEST_EXTREMES_H
#define NES_TEST_EXTREMES_H

#include "nes/nes.h"

enum { EXTREME_MOST_DIM = 300 };

/* What is tried; the counts are those of the tables in extremes.c. */
size_t extreme_settings_count(void);
size_t extreme_objective_count(void);

/* One run of at most so many evaluations. False: these settings are refused. Fails the test where
 * a promise is broken. */
typedef struct extreme {
    const nes_method *method;
    size_t settings, objective; /* numbers in the tables */
    size_t dim;
    const char *option, *word; /* one choice more; null: none */
    uint64_t max_evals;
    uint64_t save_every; /* asks from one save and load to the next; 0: only at the end */
} extreme;

bool extreme_run(const extreme *e);

#endif
