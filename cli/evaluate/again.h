/* SPDX-License-Identifier: MIT
 *
 * --retries: an evaluator in front of another, that tries a failed point again at once rather than
 * in the next round, where the optimiser asks for it again. It keeps what comes of that until the
 * optimiser asks. So a place is not idle while the others of the round are still under way, and
 * nobody else sees a difference: rounds, values and their order are the same.
 *
 * A point is tried ahead no more often than the optimiser will ask for it: not beyond its retries,
 * and not beyond the budget of evaluations. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/failures.h"
#include "evaluate/observer.h"

typedef struct again again;

/* outputs: numbers of a record besides its value. f, which knows how often points have failed, and
 * inner are borrowed. Closing e frees it. */
again *again_open(evaluator *e, const evaluator *inner, const failures *f, size_t outputs);

/* The observer that hears of every round. */
observer again_observer(again *a);
