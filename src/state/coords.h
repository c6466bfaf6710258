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

/* Some sums over coordinates that are being made. */
typedef struct nes_sums {
    const nes_coords *c;
    size_t count, parts; /* how many sums; parts that are closed */
    double *total, *room;
    double *part; /* the sums of the part at hand; of the first one they are the total */
} nes_sums;

/* count sums; total and room have as many numbers. Then for each part of the coordinates that are
 * here, from the first on: open gives count zeros to add to, close ends the part. finish puts the
 * sums over all coordinates into total. These are inline, since most sums are short. */
static inline nes_sums nes_sums_begin(const nes_coords *c, size_t count, double *total,
                                      double *room)
{
    for (size_t i = 0; i < count; i++) total[i] = 0;
    return (nes_sums){.c = c, .count = count, .total = total, .room = room};
}

static inline double *nes_sums_open(nes_sums *s)
{
    s->part = s->c != NULL ? s->c->room + s->parts * s->count : s->parts > 0 ? s->room : s->total;
    for (size_t i = 0; s->part != s->total && i < s->count; i++) s->part[i] = 0;
    return s->part;
}

static inline void nes_sums_close(nes_sums *s)
{
    for (size_t i = 0; s->c == NULL && s->parts > 0 && i < s->count; i++) s->total[i] += s->part[i];
    s->parts++;
}

static inline void nes_sums_finish(const nes_sums *s)
{
    if (s->c != NULL)
        nes_coords_join(s->c, NES_REDUCE_SUM, s->count, s->parts, s->c->room, s->total);
}

/* Coordinates from lo on, of d, that belong to one part. */
static inline size_t nes_part_at(size_t lo, size_t d)
{
    return d - lo < NES_PART ? d - lo : NES_PART;
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
