/* SPDX-License-Identifier: MIT
 *
 * What tells an optimum from a plateau and from a distribution that has collapsed: what the run
 * with the best value looks like at its end. [math: A26] */
#pragma once

#include "opt/search/runs.h"

/* The run with the best value, and what it looks like at its end. */
typedef struct nes_evidence {
    const nes_runs *runs;
    const struct nes_run *run;
    nes_range recent; /* best values of its last generations */
    double width;     /* width of its distribution, now and at its widest; 0: it has none */
    double most_width;
    bool agreed;    /* more than half of all runs ended at this point */
    bool disagreed; /* most of the other runs that ended by themselves ended elsewhere */
    char *text;
    size_t size;
} nes_evidence;

/* Gathers the evidence. text, size bytes: room for the judgement. */
nes_evidence nes_evidence_gather(const nes_runs *r, char *text, size_t size);

/* Whether values have always been the same, as far as the stop tests can tell. */
bool nes_never_differed(const nes_evidence *e);

/* Near a smooth optimum values rest above the best one like the square of the width, on a slope
 * like the width itself. This is the power, from two marks on the way down, a factor of 1000 apart
 * if the distribution was ever that wide; NaN: it cannot be told. */
double nes_power_of_width(const nes_evidence *e);

/* How many variables of the best point are at a bound. */
size_t nes_at_bounds(const struct nes_run *run);

/* Whether values are equal only because numbers cannot tell them apart: the distribution has shrunk
 * a lot, and just before the values became equal they differed by a few units in the last place. */
bool nes_is_rounding(const nes_evidence *e);
