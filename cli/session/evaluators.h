/* SPDX-License-Identifier: MIT
 *
 * Which evaluator an objective gets: in this process, in its threads, in other processes, or
 * programs. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/judge.h"
#include "session/rank_team.h"
#include "setup/run_setup.h"

/* An evaluator for the objective of the setup, with as many jobs as its settings say. j: for a
 * problem with noise, whose values it computes here in any case. t: the ranks that take part; null:
 * this process is alone. Returns 0, or the exit status with the error printed. */
int evaluators_open(evaluator *e, const run_setup *s, judge *j, const rank_team *t);

/* One for values without noise that evaluates beside this thread: submitting and collecting never
 * take longer than they were told. */
int evaluators_open_beside(evaluator *e, const run_setup *s);

/* The folder in which folders of evaluations were kept so far (--keep-scratch); null: none was. t:
 * as in evaluators_open(). */
const char *evaluators_kept(const evaluator *e, const run_setup *s, const rank_team *t);

/* Evaluations that got lost, and were started again. Ranks tell of theirs with their values. */
uint64_t evaluators_lost(const evaluator *e, const run_setup *s, const rank_team *t);

/* How many points are evaluated at the same time. */
size_t evaluators_places(const run_setup *s, const rank_team *t);
