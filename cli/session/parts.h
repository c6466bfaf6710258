/* SPDX-License-Identifier: MIT
 *
 * Parts of a session, each in a file of its own. Functions that return int return 0, or the exit
 * status with the error printed. */
#pragma once

#include "base/exit_status.h"
#include "evaluate/observer.h"
#include "report/history.h"
#include "report/report.h"
#include "session/session.h"

/* ---- aside.c: points that are none of the search -----------------------------------------------
 */

typedef struct aside_evaluators {
    const evaluator *first;     /* gets the points */
    const evaluator *objective; /* makes the evaluations */
} aside_evaluators;

/* Evaluates points while orders are heard and the folder is looked after, as in the search. own: an
 * observer of the values. over: the search has ended, so that an order can only end this. Returns
 * EXIT_INTERRUPTED where some have no value. */
int aside_evaluate(session *s, const aside_evaluators *e, const nes_points *p, const observer *own,
                   bool over);

/* ---- inject.c: known points (--inject), which are round 0 in the folder -----------------------
 */

/* Reads the points and checks that each could be the start. Without --inject there are none. */
int inject_read(session *s);

/* Finds the points and values again in the folder, since the file may have changed. */
int inject_recall(session *s);

/* Evaluates the points that have not been evaluated yet. They count for the budget of evaluations.
 */
int inject_evaluate(session *s);

/* ---- given.c: results that are known (--known), which are round 0 in the folder, too ----------
 */

/* Reads the results. Without --known there are none. */
int given_read(session *s);

/* Writes them to the folder. */
int given_keep(session *s);

/* Opens the cache of the session with what is known so far, unless it is open. */
void caching_open(session *s);

/* Learns an evaluation of the folder: a visit, with the cache as its data. */
int caching_learn(const store_evaluation *e, void *data);

/* Opens an evaluator that answers for known points in front of another one, unless there is nothing
 * to be known, and learns all that the folder has. */
int caching_put(session *s, evaluator *once, const evaluator *inner);

/* Takes a row of the folder if it is one of them. Returns whether it is. */
bool given_recall(session *s, const store_evaluation *e);

/* ---- design.c: points that fill the box (--design), which stand behind those of --inject
 * ---------
 */

/* Adds the points to the known ones. */
int design_read(session *s);

/* Finds the main effects of all points that were evaluated before the search. */
void design_effects(const session *s, effects *to);

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
