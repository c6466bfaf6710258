/* SPDX-License-Identifier: MIT
 *
 * The steps of nes_resolve (opt/settings/resolve.c), which takes them in this order. */
#pragma once

#include "opt/settings/resolve.h"

/* Chooses the method, which fills in what the caller left open. */
nes_status nes_resolve_method(nes_plan *p, nes_note note);

/* Decides how often the start is evaluated. A start that the caller gave is, and so is the parent
 * of an elitist scheme. */
void nes_resolve_eval_start(nes_plan *p, bool given);

/* The level of vector instructions that the option 'kernels' names, or the best of this processor.
 */
nes_cpu nes_kernel_level(const char *kernels);

/* Resolves the points of a generation and the rows of its tables. */
void nes_resolve_population(nes_plan *p);

/* Computes the learning rates that the caller left open. */
void nes_resolve_rates(nes_plan *p);

/* Resolves the margin and the stop tests of bits, whose values are often equal, which says little.
 */
void nes_resolve_bits(nes_plan *p);

/* Resolves the margin and the stop tests of integers. Points that round to the same integers have
 * equal values, which says little before other integers have been tried. */
void nes_resolve_integers(nes_plan *p);

/* Resolves the other stop tests. Small rates make progress that the test of stagnation does not
 * see. [math: A26] */
void nes_resolve_stops(nes_plan *p);

/* Resolves how many points are handed out at a time. A generation can be handed out in parts when
 * samples can be made again and nothing looks back at them; without the option it is where its
 * points would take too much memory. The option stays 0 where the window is the whole population,
 * which restarts may enlarge. */
nes_status nes_resolve_window(nes_plan *p, nes_note note);

/* Writes a line about what "auto" chose and why, once all numbers are known. open: "auto" chose the
 * population, too. */
void nes_explain_choice(nes_plan *p, bool open);

/* The value, or `otherwise` where it is NES_AUTO. */
static inline double nes_or_else(double value, double otherwise)
{
    return value == NES_AUTO ? otherwise : value;
}
