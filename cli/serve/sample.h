/* SPDX-License-Identifier: MIT
 *
 * Which evaluations of a long run are shown. Every row has a level, by its round and id alone:
 * every second row has level 1 or more, every fourth 2 or more, and so on, as if by lot. Those of a
 * level and above are an even sample of the run, and the rows of a higher level are some of them.
 * So whoever looks again and again can ask for what is new at the level that he has, and drop rows
 * of a low level as their number grows. The best rows are there at any level. */
#pragma once

#include "store/since.h"

enum { SAMPLE_BEST = 50 };

typedef struct sample_row {
    since_place place;
    double f;
    unsigned level; /* SAMPLE_KEPT: one of the best */
} sample_row;

enum { SAMPLE_KEPT = 64 };

typedef struct sample {
    size_t most;     /* rows, at least 1 */
    unsigned level;  /* least level of the rows; rises while there are too many */
    double sign;     /* 1: small values are good, -1: large ones */
    sample_row *row; /* owned; with room for twice as many as wanted */
    size_t n;
    sample_row best[SAMPLE_BEST]; /* the best ones, the best first */
    size_t n_best;
    uint64_t seen;     /* rows that were visited */
    since_place after; /* behind the last of the rows that are settled without a gap */
    bool gap;          /* one was met that is not settled */
} sample;              /* callers set the first three */

/* Takes the rows behind a place. Returns 0, or the exit status with the error printed. */
int sample_take(sample *to, store *s, since_place after);
void sample_close(sample *s);

/* The level of a row, up to 62. */
unsigned sample_level(since_place place);
