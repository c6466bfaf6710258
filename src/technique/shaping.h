/* SPDX-License-Identifier: MIT
 *
 * Fitness shaping: values to ranks to utilities. Only the order of the values matters, unless the
 * shaping is "raw". [math: A1, A4]
 */
#pragma once

#include "nes/settings.h"
#include "state/gen.h"
#include "util/limits.h"

/* Tables of utilities for n ranks, best first, of the mean and of scale and shape; or the values
 * themselves. Numbers may be negative, and the tables may differ. */
typedef struct nes_shaping {
    const char *name;
    const char *doc;
    /* For d variables; null: the user's own table, or raw. */
    void (*fill)(size_t d, size_t n, double *mean, double *shape);
    bool raw;                      /* u_k = -f_k/n where f_k is finite, else 0 [math: A1] */
    double (*effective)(size_t n); /* 1/sum (u_i + 1/n)^2, of active and half ones 1/sum v_i^2 of
                                      the mean; null: of the user's table, or n if raw */
} nes_shaping;

const nes_shaping *nes_shaping_find(const char *name); /* null: no such shaping */
size_t nes_shaping_count(void);
const nes_shaping *nes_shaping_at(size_t i); /* null past the end */

/* A table of the user's own. */
static inline bool nes_is_table(const nes_shaping *s)
{
    return s->fill == NULL && !s->raw;
}

/* Takes the tables of utilities from the arena, for n rows; then the options, and the user's own
 * table where that is the shaping. */
void nes_utilities_carve(nes_utilities *u, nes_arena *a, size_t n);
void nes_utilities_take(nes_utilities *u, const nes_shaping *shaping, const nes_settings *s);

/* The effective number of samples: how many equal ones weigh as much. table: the user's utilities,
 * where they are used. */
double nes_effective_samples(const nes_shaping *s, size_t n, const double *table);

/* Finite, and not above 1e300, which counts as infinite; minus infinity counts too: nothing can be
 * better. [math: B12] */
static inline bool nes_is_finite_value(double f)
{
    return f <= NES_HUGE;
}

/* Orders the batch best first and counts its finite values: finite ones ascending, then infinite
 * ones, then NaN, the last two by distance from the centre. [math: B12] */
void nes_rank_batch(nes_gen *g);

/* Gives each slot the number of its rank, where ranks are known; ties share or go by row. */
void nes_share_out(const nes_gen *g, const double *of_rank, double *of_slot);

/* Ranks, then gives each slot the utilities of its rank, v of the mean and u of scale and shape;
 * ties share or go by row. */
void nes_shape(nes_gen *g);
