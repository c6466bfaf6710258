/* SPDX-License-Identifier: MIT
 *
 * Parts of a session, each in a file of its own. Functions that return int return 0, or the exit
 * status with the error printed. */
#pragma once

#include "report/history.h"
#include "report/report.h"
#include "session/session.h"

/* ---- inject.c: known points (--inject), which are round 0 in the folder -----------------------
 */

/* Reads and checks the points: each could be the start. Without --inject there are none. */
int inject_read(session *s);

/* The points and values of a folder; none where there are none. The file may have changed since. */
int inject_recall(session *s);

/* Evaluates those that have not been evaluated yet. They count for the budget of evaluations. */
int inject_evaluate(session *s);

/* ---- mean.c: where values have noise, the mean is evaluated some times more -------------------
 */

/* Evaluations that a run with these settings keeps back of a budget; a small one has none to spare.
 */
uint64_t mean_repeats(const nes_settings *s, uint64_t max_evals);

/* Evaluates the mean, or of bits the most probable string, where values differ. */
int mean_evaluate(session *s, report *r);

/* ---- finish.c: what the folder keeps of a run, the report, the picture, and the exit status ----
 */

/* Ends the run: r has what the run knows besides the optimiser and the session, and gets the rest.
 * h null: there is nothing to draw. Returns the exit status of the program. */
int finish_run(session *s, report *r, const history *h);
