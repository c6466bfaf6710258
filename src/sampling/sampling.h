/* SPDX-License-Identifier: MIT
 *
 * How the local samples of a generation depend on one another. A row is drawn from its stream by
 * the law of the family; a sampling says which sample a row is, and may arrange rows that were
 * drawn together. A new one is a file and a line in sampling/samplings.h. [math: B14] */
#pragma once

#include "state/gen.h"

typedef struct nes_sampling {
    const char *name;
    const char *doc;
    size_t multiple; /* rows that belong together; populations are multiples of this */
    bool mirrors;    /* rows 2q and 2q + 1 are a sample and its mirror image */
    bool whole;      /* needs all rows of a generation at once, and stored unless there are draws;
                        up to multiple d of them belong together */
    bool spherical;  /* needs a law that is the same in all directions */
    /* How many draws the samples of n rows are combinations of. The coefficients are kept, so that
     * samples need not be stored. 0, or a null function: samples are draws. */
    size_t (*draws)(size_t d, size_t n);
    /* Arranges slots lo .. hi-1, whole groups that were just drawn, and makes the mirror images;
     * null: slots stay as drawn. */
    void (*arrange)(nes_batch *b, size_t lo, size_t hi);
} nes_sampling;

const nes_sampling *nes_sampling_find(const char *name); /* null: no such sampling */
size_t nes_sampling_count(void);
const nes_sampling *nes_sampling_at(size_t i); /* null past the end */

/* The least population that is a multiple of what the sampling asks for, and at least n. */
uint64_t nes_sampling_round(const nes_sampling *s, uint64_t n);

/* Whether every row is drawn, and drawn again, alone. */
static inline bool nes_is_independent(const nes_sampling *s)
{
    return s->multiple == 1 && !s->whole;
}

/* The sample of a row, a number or its mirror image (state/batch.h); the draws that samples are
 * combinations of; the number of neighbouring rows that are drawn, and drawn again, together. */
static inline uint64_t nes_sampling_source(const nes_sampling *s, uint64_t row)
{
    return s->mirrors && row % 2 == 1 ? (row - 1) | NES_MIRROR : row;
}

static inline size_t nes_sampling_draws(const nes_sampling *s, size_t d, size_t n)
{
    return s->draws != NULL ? s->draws(d, n) : 0;
}

static inline size_t nes_sampling_group(const nes_sampling *s, size_t d, size_t n)
{
    const size_t most = s->whole ? s->multiple * d : s->multiple;
    return n < most ? n : most;
}

/* Draws slots lo .. hi-1 of a batch: local samples and radial factors, from their streams. Samples
 * that are not stored are made when they are needed. */
void nes_draw(const nes_gen *g, nes_batch *b, size_t lo, size_t hi);
