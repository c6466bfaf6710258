/* SPDX-License-Identifier: MIT
 *
 * Runs that stop: everything that is said about it is checked, and which reasons there were is kept
 * in mind. */
#ifndef NES_TEST_STOPS_H
#define NES_TEST_STOPS_H

#include "support/runs.h"

/* The same value everywhere. */
double stop_flat(size_t dim, const double *x, void *user);

/* A run until it stops; it starts with x0 for all of at most 16 variables. */
nes_opt *stop_finished(size_t dim, double x0, const nes_settings *s, nes_objective f);

/* Checks everything that is said about the stop, and ends the handle. Threshold NaN: none. */
nes_result stop_expect(nes_opt *o, nes_stop reason, double threshold);

/* The same run goes on for max_evals evaluations when the criterion is off. */
void stop_expect_off(size_t dim, double x0, nes_settings s, nes_objective f, const char *option);

/* Every reason of the group has been a reason of stop_expect in this program, and every reason is
 * in a group: "asked", "still" or "trouble" (opt/test_stop*.c). */
void stop_assert_reached(const char *group);

#endif
