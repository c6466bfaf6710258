/* SPDX-License-Identifier: MIT
 *
 * An evaluator in front of another: points whose values are in the database are answered from
 * there, and only the others are evaluated. The database learns of every value before anybody else
 * does, so that a value that the optimiser knows is never lost. */
#pragma once

#include "evaluate/evaluator.h"
#include "evaluate/observer.h"
#include "store/store.h"

typedef struct replay replay;

/* Makes the evaluator *e, which closes the replay. dim: numbers in a point. inner and s are
 * borrowed. round: the last round that the optimiser has been told of. keeps: whether points and
 * values are written to the database; otherwise it only answers. */
replay *replay_open(evaluator *e, size_t dim, const evaluator *inner, store *s, uint64_t round,
                    bool keeps);

/* Hears of every ask, in which a round begins, and writes its points. */
observer replay_observer(replay *r);

uint64_t replay_round(const replay *r);  /* the last one that has begun */
uint64_t replay_known(const replay *r);  /* values that the database had for its rounds so far */
void replay_keep(replay *r, bool keeps); /* from the next round on */
void replay_ignore(replay *r);           /* answers nothing: all values are computed again */
int replay_status(const replay *r);      /* 0, or the exit status of a failed write: then the run
                                            has been stopped */
