/* SPDX-License-Identifier: MIT
 *
 * The course of a run in bounded memory, for the plot: a row every stride generations. When the
 * table is full every second row is dropped and the stride doubled, so a run of any length keeps
 * between half and all of HISTORY_ROWS evenly spaced rows. */
#ifndef REPORT_HISTORY_H
#define REPORT_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include "evaluate/observer.h"
#include "nes/nes.h"
#include "report/rates.h"

enum { HISTORY_ROWS = 2000, HISTORY_VARIABLES = 20 };

typedef struct history_row {
    double evaluations, best, generation_best, generation_median;
    double sigma, min_std, max_std, condition;
    double rates[RATES];            /* in force at that time */
    double mean[HISTORY_VARIABLES]; /* the first of them */
} history_row;

typedef struct history {
    size_t n;
    uint64_t calls, stride;
    history_row rows[HISTORY_ROWS + 1]; /* one more, for the end of the run */
} history;

history *history_create(void); /* null: no memory; to be freed */

/* Records a run: a row after a generation when it is due, and one at the end in any case. */
observer history_observer(history *h);

#endif
