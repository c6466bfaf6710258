/* SPDX-License-Identifier: MIT
 *
 * How long evaluations take: the median of the last ones, and which evaluation is so much longer
 * that it seems to hang. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DURATIONS_REMEMBERED = 64 };

typedef struct durations {
    double seconds[DURATIONS_REMEMBERED]; /* of the last evaluations with a value, a ring */
    uint64_t n;                           /* number of evaluations that were noted */
} durations;                              /* all zero: none was */

/* Notes the seconds of an evaluation; what is no time, such as NaN, is not noted. */
void durations_note(durations *d, double seconds);

/* Returns the median of the last evaluations; NaN: fewer than `least` are known. */
double durations_median(const durations *d, uint64_t least);

/* Whether an evaluation has lasted so much longer than the median that it seems to hang. median:
 * NaN: it is not known, and none does. */
bool durations_hang(double seconds, double median);
