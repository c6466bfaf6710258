/* SPDX-License-Identifier: MIT
 *
 * Known points of a session (--inject): reading them, evaluating them before the search, and
 * finding their values again in the folder, where they are round 0. */
#pragma once

#include "session/session.h"

/* Reads and checks the points: each could be the start. Without --inject there are none. */
int inject_read(session *s);

/* The points and values of a folder; none where there are none. The file may have changed since. */
int inject_recall(session *s);

/* Evaluates those that have not been evaluated yet. They count for the budget of evaluations. */
int inject_evaluate(session *s);
