/* SPDX-License-Identifier: MIT
 *
 * Coordinates that are shared out among processes, and sums over all of them. Where a sum runs over
 * coordinates it is made in parts of NES_PART: each part by itself, then the sums of parts in
 * order. So the bits are the same whether one process has all parts or many have some each. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/slice.h"
#include "util/memory.h"

/* The coordinates of this process among all. A null pointer to these means that all are here. */
typedef struct nes_coords {
    size_t first, n; /* of this process */
    size_t whole;    /* of all */
    nes_reducer reduce;
    void *data;
    double *room; /* for the sums of its parts */
} nes_coords;

/* Takes room for so many sums at a time. */
void nes_coords_carve(nes_coords *c, nes_arena *a, size_t sums);

static inline size_t nes_coords_first(const nes_coords *c)
{
    return c != NULL ? c->first : 0;
}

/* Joins what all processes have. Where that fails, the result is NaN. */
void nes_coords_join(const nes_coords *c, nes_reduction kind, size_t count, size_t parts,
                     const double *part, double *result);

/* Sums over coordinates that are being made, part by part. */
typedef struct nes_sums {
    const nes_coords *c;
    size_t count, d;      /* how many sums; coordinates that are here */
    size_t parts, lo, hi; /* the part at hand: its number from 1 on, its coordinates lo .. hi-1 */
    double *total, *room;
    double *part; /* count sums over the part at hand; of the first part they are the total */
} nes_sums;

/* count sums over d coordinates here; total and room have as many numbers. Then, as long as
 * nes_sums_next is true, the caller adds the coordinates lo .. hi-1 to the zeros in part. After
 * the last part total has the sums over all coordinates. Both are inline: most sums are short. */
static inline nes_sums nes_sums_begin(const nes_coords *c, size_t count, size_t d, double *total,
                                      double *room)
{
    for (size_t i = 0; i < count; i++) total[i] = 0;
    return (nes_sums){.c = c, .count = count, .d = d, .total = total, .room = room};
}

static inline bool nes_sums_next(nes_sums *s)
{
    for (size_t i = 0; s->c == NULL && s->parts > 1 && i < s->count; i++) s->total[i] += s->part[i];
    if (s->hi == s->d) {
        if (s->c != NULL)
            nes_coords_join(s->c, NES_REDUCE_SUM, s->count, s->parts, s->c->room, s->total);
        return false;
    }
    s->part = s->c != NULL ? s->c->room + s->parts * s->count : s->parts > 0 ? s->room : s->total;
    for (size_t i = 0; s->part != s->total && i < s->count; i++) s->part[i] = 0;
    s->parts++;
    s->lo = s->hi;
    s->hi = s->d - s->lo < NES_PART ? s->d : s->lo + NES_PART;
    return true;
}

/* sum a_i b_i over all coordinates, d of them here. */
double nes_coords_dot(const nes_coords *c, size_t d, const double *a, const double *b);

/* Joins a few numbers, of which every process has its own, and puts the result in their place. */
void nes_coords_join_few(const nes_coords *c, nes_reduction kind, size_t count, double *v);

/* The largest, or the smallest, number by number; none is NaN. */
static inline void nes_coords_max(const nes_coords *c, size_t count, double *v)
{
    if (c != NULL) nes_coords_join_few(c, NES_REDUCE_MAX, count, v);
}

static inline void nes_coords_min(const nes_coords *c, size_t count, double *v)
{
    if (c != NULL) nes_coords_join_few(c, NES_REDUCE_MIN, count, v);
}

/* Their sums, in any order: for numbers whose sums are exact. */
static inline void nes_coords_add(const nes_coords *c, size_t count, double *v)
{
    if (c != NULL) nes_coords_join_few(c, NES_REDUCE_SUM, count, v);
}

/* Whether it is so in some process. */
static inline bool nes_coords_any(const nes_coords *c, bool so)
{
    double v = so;
    nes_coords_max(c, 1, &v);
    return v != 0;
}

/* count numbers of the one process that has them (mine); the others' are overwritten. */
void nes_coords_share(const nes_coords *c, bool mine, size_t count, double *v);

/* The number of coordinate i of all, from an array of those that are here. */
double nes_coords_at(const nes_coords *c, size_t i, const double *v);

/* The worst status of all processes; `other`: it is not that of this one. */
nes_status nes_coords_agree(const nes_coords *c, nes_status st, bool *other);
