/* SPDX-License-Identifier: MIT
 *
 * Words of recorded runs (spec.h), for plan.c to combine. */
#ifndef RECORDER_WORDS_H
#define RECORDER_WORDS_H

/* Words that are combined with every method, and with every law of a user; null past the end. */
extern const char *const SITUATIONS[];

/* The methods of mixtures: a fixed list, so that a new method leaves the draws as they are. */
extern const char *const METHODS[];

/* A word of each row is drawn for a mixture, those at the beginning more often. The last row begins
 * with null. */
extern const char *const SLOTS[][7];

#endif
