/* SPDX-License-Identifier: MIT
 *
 * Between the caller's variables and those of the search. A variable whose bounds leave one number
 * is fixed, and the search does not know it. One on a logarithmic scale is searched by its natural
 * logarithm. An integer is searched in a box that is a half wider on both sides, and rounded by the
 * run itself (opt/run/integers.c), which has to know. Choices stand behind all other variables of
 * the search, which are in the caller's order. The handle translates what the caller gives
 * and what the caller sees. A handle whose variables are all as they come has no such struct.
 * [math: B15] */
#pragma once

#include <math.h>

#include "nes/nes.h"
#include "opt/settings/options.h"
#include "util/sentence.h"

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
    size_t dim;            /* the caller's variables */
    size_t fixed;          /* how many of them are fixed */
    double *value;         /* dim numbers: values of fixed variables; NaN: the variable is free */
    double *log, *integer; /* dim numbers each: 1 where a variable is that, else 0 */
    double *choices;       /* dim numbers: values of a choice, 1 of one that is fixed; else 0 */
    size_t nchoices;       /* variables of the search that are choices */
    size_t *order;         /* dim: the caller's number of each variable of the search, then those of
                              fixed ones */
    double *pin;           /* dim times NES_PINS numbers; null: no variable is logarithmic */
    double *ln;            /* dim times NES_PINS_MET numbers: logarithms of pins; or null */
    double *best_x, *mean_x, *std_x; /* room for the arrays of a result, dim numbers each */
    double *arrays;                  /* room for arrays of the settings, dim numbers each */
    double *x;                       /* the points of the last ask: rows of dim numbers */
    size_t rows;                     /* how many points there is room for */
} nes_domain;

/* Makes a domain whose variables are all free and as they come. logs: some will become logarithmic.
 */
nes_status nes_domain_create(nes_domain **out, size_t dim, bool logs, const nes_allocator *a,
                             nes_note note);
void nes_domain_destroy(nes_domain *v); /* null is fine */
nes_status nes_no_memory_for_domain(double numbers, nes_note note);

static inline bool nes_domain_is_free(const nes_domain *v, size_t i)
{
    return isnan(v->value[i]);
}

/* The variables of the search. */
static inline size_t nes_domain_free(const nes_domain *v)
{
    return v->dim - v->fixed;
}

void nes_domain_fix(nes_domain *v, size_t i, double value);
void nes_domain_sort(nes_domain *v); /* finds the order, once it is known what each variable is */
void nes_domain_pin(nes_domain *v, size_t i, int pin, double x); /* i is logarithmic */

/* Options whose numbers are coordinates of points; all others are as the caller gave them. */
typedef struct nes_role {
    const char *option;
    int pin;
    double widen; /* how far the box of an integer goes beyond its last integer */
    bool bound;   /* the option is a bound, which of a fixed variable is its value */
} nes_role;

const nes_role *nes_role_of(const char *option); /* null: its numbers are no coordinates */

/* How many options are arrays with a number per variable. */
size_t nes_count_per_variable(void);

/* Settings and start of the search, made from those of the caller. */
typedef struct nes_reduced {
    size_t dim;
    const double *x0;
    nes_domain *domain; /* null: all is as the caller gave it. Owned */
    double *memory, *groups;
    nes_settings s;
} nes_reduced;

/* s null: all defaults. Groups are numbered as opt/domain/groups.c says. Refuses what nes_resolve
 * refuses in the caller's settings as a whole, where there is a domain. nes_reduced_free() in any
 * case; it leaves a null domain alone. */
nes_status nes_reduce(nes_reduced *r, size_t dim, const double *x0, const nes_settings *s,
                      nes_note note);
void nes_reduced_free(nes_reduced *r);

/* Whether these settings, the caller's or those of a search, have a variable on a logarithmic
 * scale, an integer or a choice. */
bool nes_is_mapped(const nes_settings *s, size_t dim);

/* Gives groups, dim numbers of the caller's, the numbers of the search; from and to may be the same
 * array. Refuses what is no whole number. */
nes_status nes_group(size_t dim, const double *from, double *to, const nes_allocator *a,
                     nes_note note);

/* Makes room for so many points. */
nes_status nes_domain_make_room(nes_domain *v, size_t rows, nes_note note);

/* A point of the caller's that is inside the bounds as one of the search, choices last. */
void nes_domain_narrow(const nes_domain *v, const double *x, double *to);

/* Translate points, the arrays of a result and those of the settings to the caller's variables.
 * choice: the choices of the points, row by row; null: the points have nothing else, or none. */
nes_status nes_domain_points(nes_domain *v, nes_points *p, const double *choice, nes_note note);
void nes_domain_result(nes_domain *v, nes_result *r);
void nes_domain_settings(nes_domain *v, nes_settings *s);

/* A matrix of the variables with a centre becomes, in its place, one of all variables: rows and
 * columns of fixed ones and choices are zeros. The others stay in coordinates of the search. */
void nes_domain_matrix(const nes_domain *v, double *m);
