/* SPDX-License-Identifier: MIT
 *
 * Fixed variables: those whose bounds are equal. The search knows the free ones only, so dimension,
 * population and rates are theirs; the handle puts the fixed ones into points and results and takes
 * them out of what the caller gives. A handle without fixed variables has no such struct. */
#ifndef NES_OPT_FIXED_H
#define NES_OPT_FIXED_H

#include "nes/nes.h"
#include "util/coder.h"
#include "util/text.h"

typedef struct nes_fixed {
    nes_allocator allocator;
    size_t dim;                      /* the caller's variables */
    size_t n;                        /* of them, fixed */
    double *value;                   /* dim: of a fixed variable; NaN: it is free */
    double *best_x, *mean_x, *std_x; /* dim each: room for those of a result */
    double *arrays;                  /* room for arrays of the settings, dim each */
    double *x;                       /* rows of dim numbers: the points of the last ask */
    size_t rows;                     /* room for so many */
} nes_fixed;

/* A struct whose variables are all free so far. */
nes_status nes_fixed_create(nes_fixed **out, size_t dim, const nes_allocator *a, nes_note note);
void nes_fixed_destroy(nes_fixed *v); /* null is fine */
void nes_fixed_add(nes_fixed *v, size_t i, double value);

/* Settings and start of the search, from the caller's: arrays without the fixed variables. */
typedef struct nes_reduced {
    size_t dim;
    nes_settings s;
    const double *x0;
    nes_fixed *fixed; /* null: nothing is fixed, all is as the caller gave it. Owned */
    double *memory;
} nes_reduced;

/* s null: all defaults. Refuses what nes_resolve refuses in the caller's settings as a whole, where
 * something is fixed. nes_reduced_free() in any case; it leaves a null fixed alone. */
nes_status nes_reduce(nes_reduced *r, size_t dim, const double *x0, const nes_settings *s,
                      nes_note note);
void nes_reduced_free(nes_reduced *r);

/* Room for so many points. */
nes_status nes_fixed_make_room(nes_fixed *v, size_t rows, nes_note note);

/* Points, the arrays of a result and those of the settings, with the fixed variables. */
nes_status nes_fixed_points(nes_fixed *v, nes_points *p, nes_note note);
void nes_fixed_result(nes_fixed *v, nes_result *r);
void nes_fixed_settings(nes_fixed *v, nes_settings *s);

/* A matrix of the free variables becomes, in its place, one of all variables: rows and columns of
 * fixed ones are zeros. */
void nes_fixed_matrix(const nes_fixed *v, double *m);

/* How many there are, then number and value of each. Reading makes the struct; dim: of the search.
 */
void nes_write_fixed(nes_coder *c, nes_fixed *v);
nes_status nes_read_fixed(nes_coder *c, nes_fixed **v, size_t dim, const nes_allocator *a,
                          nes_note note);

#endif
