/* SPDX-License-Identifier: MIT
 *
 * The value of the answer where values have noise: the mean is evaluated some times more. */
#pragma once

#include "report/report.h"
#include "session/session.h"

/* Evaluations that a run with these settings keeps back of a budget; a small one has none to spare.
 */
uint64_t mean_repeats(const nes_settings *s, uint64_t max_evals);

/* Evaluates the mean, or of bits the most probable string, where values differ. Returns 0, or the
 * exit status with the error printed. */
int mean_evaluate(session *s, report *r);
