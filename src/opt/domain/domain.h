/* SPDX-License-Identifier: MIT
 *
 * Between the caller's variables and those of the search. A variable whose bounds leave one number
 * is fixed, and the search does not know it. One on a logarithmic scale is searched by its natural
 * logarithm. An integer is searched in a box that is a half wider on both sides, and rounded by the
 * run itself (opt/run/integers.h), which has to know. The handle translates what the caller gives
 * and what the caller sees. A handle whose variables are all as they come has no such struct.
 * [math: B15] */
#ifndef NES_OPT_DOMAIN_DOMAIN_H
#define NES_OPT_DOMAIN_DOMAIN_H

#include <math.h>

#include "nes/nes.h"
#include "opt/settings/options.h"
#include "util/coder.h"
#include "util/text.h"

/* Numbers of a variable on a logarithmic scale as the caller knows them: a logarithm and back would
 * change their last bits. NaN: there is no such number. */
enum {
    NES_PIN_X0,
    NES_PIN_LOWER,
    NES_PIN_UPPER,
    NES_PINS_MET, /* those above can be coordinates of points */
    NES_PIN_START_LOWER = NES_PINS_MET,
    NES_PIN_START_UPPER,
    NES_PIN_START_MEAN,
    NES_PINS
};

typedef struct nes_domain {
    nes_allocator allocator;
    size_t dim;                      /* the caller's variables */
    size_t fixed;                    /* of them, fixed */
    double *value;                   /* dim: of a fixed variable; NaN: it is free */
    double *log, *integer;           /* dim: 0 or 1 */
    double *pin;                     /* dim times NES_PINS; null: no variable is logarithmic */
    double *ln;                      /* dim times NES_PINS_MET: their logarithms; or null */
    double *best_x, *mean_x, *std_x; /* dim each: room for those of a result */
    double *arrays;                  /* room for arrays of the settings, dim each */
    double *x;                       /* rows of dim numbers: the points of the last ask */
    size_t rows;                     /* room for so many */
} nes_domain;

/* All variables are free and as they come so far. logs: some will be logarithmic. */
nes_status nes_domain_create(nes_domain **out, size_t dim, bool logs, const nes_allocator *a,
                             nes_note note);
void nes_domain_destroy(nes_domain *v); /* null is fine */
nes_status nes_no_memory_for_domain(double numbers, nes_note note);

static inline bool nes_domain_is_free(const nes_domain *v, size_t i)
{
    return isnan(v->value[i]);
}

void nes_domain_fix(nes_domain *v, size_t i, double value);
void nes_domain_pin(nes_domain *v, size_t i, int pin, double x); /* i is logarithmic */

/* Options whose numbers are coordinates of points; all others are as the caller gave them. */
typedef struct nes_role {
    const char *option;
    int pin;
    double widen; /* how far a box of integers goes beyond the last one */
    bool bound;   /* of a fixed variable it is its value */
} nes_role;

const nes_role *nes_role_of(const char *option); /* null: it has none */

/* Array options with a number per variable: whether it is one, and how many there are. */
bool nes_is_per_variable(const nes_field *f);
size_t nes_count_per_variable(void);

/* Settings and start of the search, from the caller's. */
typedef struct nes_reduced {
    size_t dim;
    nes_settings s;
    const double *x0;
    nes_domain *domain; /* null: all is as the caller gave it. Owned */
    double *memory, *groups;
} nes_reduced;

/* s null: all defaults. Groups are numbered as opt/domain/groups.h says. Refuses what nes_resolve
 * refuses in the caller's settings as a whole, where there is a domain. nes_reduced_free() in any
 * case; it leaves a null domain alone. */
nes_status nes_reduce(nes_reduced *r, size_t dim, const double *x0, const nes_settings *s,
                      nes_note note);
void nes_reduced_free(nes_reduced *r);

/* Whether these settings, the caller's or those of a search, have a variable on a logarithmic scale
 * or an integer. */
bool nes_is_mapped(const nes_settings *s, size_t dim);

/* Room for so many points. */
nes_status nes_domain_make_room(nes_domain *v, size_t rows, nes_note note);

/* Points, the arrays of a result and those of the settings, as the caller knows them. */
nes_status nes_domain_points(nes_domain *v, nes_points *p, nes_note note);
void nes_domain_result(nes_domain *v, nes_result *r);
void nes_domain_settings(nes_domain *v, nes_settings *s);

/* A matrix of the free variables becomes, in its place, one of all variables: rows and columns of
 * fixed ones are zeros. The others stay in coordinates of the search. */
void nes_domain_matrix(const nes_domain *v, double *m);

/* How many variables are fixed, number and value of each; then the pins of those on a logarithmic
 * scale. Reading makes the struct; s and dim: of the search. */
void nes_write_domain(nes_coder *c, nes_domain *v);
nes_status nes_read_domain(nes_coder *c, nes_domain **v, const nes_settings *s, size_t dim,
                           nes_note note);

#endif
