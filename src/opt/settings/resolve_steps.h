/* SPDX-License-Identifier: MIT
 *
 * The steps of nes_resolve (opt/settings/resolve.c), which takes them in this order. */
#ifndef NES_OPT_SETTINGS_RESOLVE_STEPS_H
#define NES_OPT_SETTINGS_RESOLVE_STEPS_H

#include "opt/settings/resolve.h"

/* The method fills in what the caller left open. */
nes_status nes_resolve_method(nes_plan *p, nes_note note);

/* A start that the caller gave is evaluated, and so is the parent of an elitist scheme. */
void nes_resolve_eval_start(nes_plan *p, bool given);

/* The level that the option 'kernels' names; the best there is, where it names none. */
nes_cpu nes_kernel_level(const char *kernels);

/* Points of a generation, and the rows of its tables. */
void nes_resolve_population(nes_plan *p);

/* Learning rates that the caller left open. */
void nes_resolve_rates(nes_plan *p);

/* Values of strings of bits are equal all the time, which says little. */
void nes_resolve_bits(nes_plan *p);

/* Values of points that round to the same integers are equal, which says little before others have
 * been tried. */
void nes_resolve_integers(nes_plan *p);

/* Small rates make progress that a window of stagnation does not see. [math: A26] */
void nes_resolve_stops(nes_plan *p);

/* A generation can be handed out in parts when samples can be made again and nothing looks back at
 * them. By itself it is where points would take too much memory; the setting stays 0 where it is
 * all of the population, which restarts may double. */
nes_status nes_resolve_window(nes_plan *p, nes_note note);

/* One line about what "auto" chose and why, once all numbers are known. open: the population was
 * left to it. */
void nes_explain_choice(nes_plan *p, bool open);

/* value, unless it was left open. */
static inline double nes_or_else(double value, double otherwise)
{
    return value == NES_AUTO ? otherwise : value;
}

#endif
