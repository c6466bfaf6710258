/* SPDX-License-Identifier: MIT
 *
 * When a generation is closed without the points that take too long: once all its points are under
 * way or ended, and half of those that have not failed have a value, nobody waits for a point for
 * more than so many times the median evaluation. Evaluations that failed count neither for the half
 * nor for the median: they say nothing of how long a value takes, and a generation of them alone
 * would teach nothing. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "median.h"
#include "nes/evaluation.h"

typedef struct nes_rule {
    double factor;                 /* times the median is too long */
    uint64_t generation;           /* the one that is under way, from 1: */
    size_t asked;                  /* its points, those asked for again included, */
    size_t measured, failed, late; /* and what has become of them */
    nes_median seconds;            /* that the measured ones took */
} nes_rule;                        /* all zero but the factor to begin with */

/* Notes that n points are asked for, of this generation or another one. Points that have failed are
 * asked for once more, a few at a time; the seconds of the others of their generation still count,
 * or else nothing would end a second attempt that hangs. */
void nes_rule_ask(nes_rule *r, uint64_t generation, size_t n);

/* Notes that a point has ended, after so many seconds; NaN: they are not known. */
void nes_rule_note(nes_rule *r, nes_fate fate, double seconds);

/* Returns how many seconds the points that are under way may take; infinite: as many as they want.
 */
double nes_rule_patience(const nes_rule *r, size_t under_way);

void nes_rule_free(nes_rule *r);
