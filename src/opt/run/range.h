/* SPDX-License-Identifier: MIT
 *
 * The range of numbers that a search may use: up to NES_HUGE (util/limits.h). Points beyond it are
 * brought back, so that all points handed out are finite. A distribution whose parameters leave it
 * ends its run. [math: A26] */
#pragma once

#include "state/batch.h"

struct nes_run;

/* Of slots lo .. hi-1, as the family has placed them: numbers that are too large become the largest
 * there is, and what is no number becomes the coordinate of the centre. */
void nes_range_points(struct nes_run *run, nes_batch *b, size_t lo, size_t hi);

/* After a step: whether the parameters are in the range; otherwise the run ends, with a centre that
 * is. */
void nes_range_judge(struct nes_run *run);

/* Whether all parameters are looked at after every step: those of a run that has made one and goes
 * on are finite. */
bool nes_range_sees_all(const struct nes_run *run);
