/* SPDX-License-Identifier: MIT
 *
 * The evaluator for code of the user's that may crash: several forks of this process, each with a
 * copy of the objective. A worker that is killed by a signal, calls exit() or takes too long fails
 * the one point that it was at, and another worker is forked. The other points are not affected.
 * What the objective prints does not appear; the beginning of it is told of a failure. */
#pragma once

#include "evaluate/evaluator.h"
#include "nes/status.h"
#include "objective/objective.h"

/* Forks jobs workers. The objective is borrowed; it must not have been called in this process,
 * since threads that a call has left behind are not in a fork. Returns 0, or the exit status with
 * the error printed and nothing to close. Closing kills the workers. */
int isolated_open(evaluator *e, const objective *o, size_t jobs);
