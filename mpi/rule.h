/* SPDX-License-Identifier: MIT
 *
 * When a generation is closed without the points that take too long: once all its points are under
 * way or ended, and half of those that have not failed have a value, no point is waited for longer
 * than `factor` times the median evaluation. Evaluations that failed count neither for the half nor
 * for the median: their seconds say nothing about those of a value, and a generation of failures
 * alone would teach nothing. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "median.h"
#include "nes/evaluation.h"

typedef struct nes_rule {
    double factor;                 /* longest wait for a point, in medians */
    uint64_t generation;           /* number of the generation under way, from 1: */
    size_t asked;                  /* its points, including those asked for again, */
    size_t measured, failed, late; /* and the fates of its points */
    nes_median seconds;            /* seconds of the measured points */
} nes_rule;                        /* begins with all zero but the factor */

/* Notes that n points of a generation are asked for. Failed points are asked for once more, a few
 * at a time; the seconds of the other points of their generation still count, or else nothing would
 * end a second attempt that hangs. */
void nes_rule_ask(nes_rule *r, uint64_t generation, size_t n);

/* Notes that a point has ended after `seconds`; NaN: not known. */
void nes_rule_note(nes_rule *r, nes_fate fate, double seconds);

/* Returns how many seconds points that are under way may take; infinite: no limit. */
double nes_rule_patience(const nes_rule *r, size_t under_way);

void nes_rule_free(nes_rule *r);
