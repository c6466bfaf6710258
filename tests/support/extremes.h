/* SPDX-License-Identifier: MIT
 *
 * Runs at the end of the range of numbers: objectives that mislead and settings that leave the
 * search nothing to hold on to. Whatever they do, every point that is handed out is finite and
 * inside its bounds, so is the answer, the budget is kept, the reason at the end is an honest one,
 * and the state can be saved and loaded at any time. */
#ifndef NES_TEST_EXTREMES_H
#define NES_TEST_EXTREMES_H

#include "nes/by_name.h"

enum { EXTREME_MOST_DIM = 200 };

/* What is tried; the tables are in extreme_cases.c. */
size_t extreme_settings_count(void);
size_t extreme_objective_count(void);

/* One run of at most so many evaluations. */
typedef struct extreme {
    const nes_method *method;
    size_t settings, objective; /* numbers in the tables */
    size_t dim;
    const char *option, *word; /* one choice more; null: none */
    uint64_t max_evals;
    uint64_t save_every; /* asks from one save and load to the next; 0: only at the end */
} extreme;

/* Why it stopped; NES_RUNNING: such settings are refused. Fails the test where a promise is broken.
 */
nes_stop extreme_run(const extreme *e);

/* How many runs stopped by each reason; number 0: were refused. */
typedef struct extreme_tally {
    size_t by[NES_STOP_END_];
} extreme_tally;

/* Many ends are seen, so that the runs are not all the same. */
void extreme_assert_varied(const extreme_tally *t, size_t runs);

#endif
