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
    size_t multiple; /* populations are multiples of this */
    bool whole;      /* needs all rows of a generation at once, and stored unless there are draws */
    bool reflects;   /* arrange makes the mirror images: they need not be drawn */
    bool spherical;  /* needs a law that is the same in all directions */
    /* The sample of a row, a number or its mirror image (state/batch.h); null: the number of the
     * row. */
    uint64_t (*source)(uint64_t row);
    /* How many neighbouring rows are drawn, and drawn again, together; null: each row alone. */
    size_t (*group)(size_t d, size_t n);
    /* How many draws the samples of n rows are combinations of. The coefficients are kept, so that
     * samples need not be stored. 0, or a null function: samples are draws. */
    size_t (*draws)(size_t d, size_t n);
    /* Arranges slots lo .. hi-1, whole groups that were just drawn; null: they stay as drawn. */
    void (*arrange)(nes_batch *b, size_t lo, size_t hi);
} nes_sampling;

const nes_sampling *nes_sampling_find(const char *name); /* null: no such sampling */
size_t nes_sampling_count(void);
const nes_sampling *nes_sampling_at(size_t i); /* null past the end */

/* The least population that is a multiple of what the sampling asks for, and at least n. */
uint64_t nes_sampling_round(const nes_sampling *s, uint64_t n);

/* The sample of a row, the draws it is a combination of, and the size of its group. */
static inline uint64_t nes_sampling_source(const nes_sampling *s, uint64_t row)
{
    return s->source != NULL ? s->source(row) : row;
}

static inline size_t nes_sampling_draws(const nes_sampling *s, size_t d, size_t n)
{
    return s->draws != NULL ? s->draws(d, n) : 0;
}

static inline size_t nes_sampling_group(const nes_sampling *s, size_t d, size_t n)
{
    return s->group != NULL ? s->group(d, n) : 1;
}

/* Draws slots lo .. hi-1 of a batch: local samples and radial factors, from their streams. Samples
 * that are not stored are made when they are needed. */
void nes_draw(const nes_gen *g, nes_batch *b, size_t lo, size_t hi);
