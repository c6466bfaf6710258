/* SPDX-License-Identifier: MIT
 *
 * Box bounds. The distribution lives in unbounded coordinates; a handler brings its points into the
 * box. [math: B11] */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* One coordinate of the box: [l, u], infinite where there is no bound, margins a_l and a_u. */
typedef struct nes_side {
    double l, u, al, au;
} nes_side;

typedef struct nes_bounder {
    const char *name;
    const char *doc;
    double (*into)(const nes_side *s, double x); /* unbounded -> box; null: redraw, then clip */
    double (*from)(const nes_side *s, double x); /* box -> unbounded; null: x stays */
    double (*fold)(const nes_side *s, double x); /* an equivalent x near the box; null: x stays */
    double (*period)(const nes_side *s);         /* of equivalent x, perhaps infinite; null: none */
} nes_bounder;

const nes_bounder *nes_bounder_find(const char *name); /* null: no such handler */
size_t nes_bounder_count(void);
const nes_bounder *nes_bounder_at(size_t i); /* null past the end */

typedef struct nes_bounds {
    size_t d;
    const nes_bounder *bounder;  /* null: no bounds at all */
    const double *lower, *upper; /* d numbers each, or null */
    const double *margin;        /* d standard deviations at the start, for one-sided margins */
    double sigma;                /* the same for all coordinates, where margin is null */
    const double
        *integer; /* d numbers, 1 where points are rounded, which needs no margins; or null */
    bool skips;   /* integers are left alone: rounding clips them */
} nes_bounds;

bool nes_bounds_contain(const nes_bounds *b, const double *x);
void nes_bounds_into(const nes_bounds *b, double *x); /* d numbers, in place; clips at last */
void nes_bounds_from(const nes_bounds *b, double *x);
void nes_bounds_fold(const nes_bounds *b, double *mu);

/* Shifts x by whole periods, which changes no point, to where it is nearest to mu: folding may have
 * shifted mu since x was drawn. */
void nes_bounds_near(const nes_bounds *b, const double *mu, double *x);
