/* SPDX-License-Identifier: MIT
 *
 * Known points of a session (--inject): reading them, evaluating them before the search, and
 * finding their values again in the folder, where they are round 0. */
#ifndef SESSION_INJECT_H
#define SESSION_INJECT_H

#include "session/session.h"

/* Reads and checks the points: each could be the start. */
int inject_read(session *s);

/* Evaluates those that have no value in the folder. They count for the budget of evaluations. */
int inject_evaluate(session *s);

/* The points and values of a folder. */
int inject_recall(session *s);

#endif
