/* SPDX-License-Identifier: MIT
 *
 * From the user's settings to the numbers of a run: every null and NES_AUTO resolved, everything
 * that cannot be run refused with a sentence. [math: A22] */
#pragma once

#include <math.h>
#include <string.h>

#include "choice/choice.h"
#include "nes/by_name.h"
#include "nes/slice.h"
#include "state/gen.h"
#include "technique/merits.h"
#include "util/cpu.h"
#include "util/limits.h"
#include "util/sentence.h"

enum { NES_CHOICE_SIZE = 240 }; /* room for a sentence about what "auto" chose */

/* How many variables are searched: dim of them by this handle, whole by all slices together. */
typedef struct nes_space {
    size_t dim, whole;
    bool shared;     /* made for a slice, also where this slice has all variables */
    nes_slice slice; /* reduce null: this handle has all variables */
} nes_space;

static inline nes_space nes_all_of(size_t dim)
{
    return (nes_space){.dim = dim, .whole = dim};
}

static inline bool nes_is_sliced(const nes_space *space)
{
    return space->slice.reduce != NULL;
}

/* In slice.c: the coordinates of a slice, still without room for sums. */
nes_coords nes_coords_of(const nes_space *space);

/* The worst status of all slices, so that none goes on alone. Where it is that of another slice,
 * the note is emptied, because that one says why. */
nes_status nes_agree(const nes_space *space, nes_status st, nes_note note);

/* Whether `so` is true in some slice. */
bool nes_in_any_slice(const nes_space *space, bool so);

/* Whether all slices have the same number. Where they cannot meet, the next nes_agree says so. */
bool nes_is_alike(const nes_space *space, uint64_t number);

/* Copies settings without the room for new fields, which is four fifths of the struct. */
static inline void nes_settings_copy(nes_settings *to, const nes_settings *from)
{
    const size_t rest = offsetof(nes_settings, given);
    memcpy(to, from, offsetof(nes_settings, room));
    memcpy((char *)to + rest, (const char *)from + rest, sizeof *to - rest);
}

/* Settings as a run uses them. Words have become pointers and flags, so that nothing behind
 * nes_resolve looks at a word again. */
typedef struct nes_plan {
    nes_settings s;               /* every number and word resolved; arrays still the caller's */
    size_t dim;                   /* variables of this handle: the length of arrays */
    nes_space space;              /* with the number of variables of all slices, for formulas */
    const nes_method *method;     /* null: a combination without a name */
    const char *reason;           /* why "auto" chose the method; null: the caller chose */
    char choice[NES_CHOICE_SIZE]; /* what "auto" chose, and why; empty: the caller chose */

    const struct nes_family *family;
    const struct nes_sampling *sampling;
    const struct nes_gradient *gradient;
    const struct nes_scheme *scheme;
    const struct nes_shaping *shaping;
    const struct nes_technique *technique[NES_MOST_TECHNIQUES]; /* those that do something */
    size_t ntechniques;
    const struct nes_bounder *bounder; /* null: there are no bounds */
    const struct nes_strategy *strategy;
    nes_cpu level;      /* the vector instructions that are used */
    bool mixes, adapts; /* whether a technique looks at densities, or at stretched samples */
    size_t guests;      /* how often the start is evaluated: with the first generation, or (elitist)
                           before it */
    bool noisy;         /* the caller says that the objective is noisy */
    bool replaces;      /* a point that failed for good is replaced by a new one */
    bool races;         /* there is a challenger */
    bool ways;          /* a later run whose ways to the best end of others are looked at */
    uint64_t popsize;   /* population before the sampling rounded it: restarts begin with it */
    size_t rows;        /* rows of a generation: popsize, or 1 */
    size_t window;      /* rows that are handed out at a time */
    bool models;        /* generations are evaluated in part, and a model has the other values */
    bool rules;         /* points are ranked by the rule for the best point, not by merits */
    size_t choices;     /* how many variables are choices, the last ones of a search */
    size_t pinned;      /* 1 + the value that the only choice keeps in this run; 0: it is free */
    size_t coords;      /* coordinates of the distribution: all variables but choices beside them */
    size_t integers;    /* how many variables of the search are integers */
    bool crosses;       /* how far their points are spread is a state: the centre moves by weights
                           of points, none of which is older than the last move */
} nes_plan;

/* Whether some generations need no evaluation: they are made as soon as the one before is over, so
 * that an ask never comes back without points. */
static inline bool nes_may_need_none(const nes_plan *p)
{
    return p->mixes || p->models;
}

static inline void nes_plan_copy(nes_plan *to, const nes_plan *from)
{
    nes_settings_copy(&to->s, &from->s); /* s comes first */
    memcpy((char *)to + sizeof to->s, (const char *)from + sizeof from->s,
           sizeof *to - sizeof to->s);
}

/* Makes the plan of the caller's settings; user null: all defaults. */
nes_status nes_resolve(nes_plan *plan, const nes_space *space, const double *x0,
                       const nes_settings *user, nes_note note);

/* Refuses kernels that this processor or this build does not have. */
nes_status nes_check_kernels(const nes_settings *s, nes_note note);

/* Evaluations after which every integer variable has been one more and one less than it is, and
 * every choice each other value, when all leave their values as seldom as their margins say: one of
 * these changes is missing with probability 1/20 at most. [math: B15, B20] */
double nes_many_changes(const nes_plan *plan);

/* The choices of a search, without state. */
nes_choices nes_plan_choices(const nes_plan *p);

/* The part of a run in which a noisy objective has to make progress, by default. Noise may hide it,
 * which a budget allows for; without one something has to end the search. [math: A26] */
double nes_noisy_stagnation(const nes_plan *plan);

/* The distribution of a run, with its options, but without memory and threads. */
nes_dist nes_plan_dist(const nes_plan *p);

/* What the formulas of default rates look at, while the plan is there. */
struct nes_extent nes_plan_extent(const nes_plan *p);

/* Whether the local samples of a generation must be stored, by family and sampling. */
bool nes_plan_stores(const nes_plan *p);

/* Whether an array that was set by name has n numbers; another length is refused later. The length
 * of an array that was assigned is not known, and counts as right. */
bool nes_has_length(const nes_settings *s, const char *name, size_t n);

/* Whether the dim variables are in more than one group. */
bool nes_has_groups(const nes_settings *s, size_t dim);

/* Whether variable i has a finite bound on either side. */
bool nes_two_sided(const nes_settings *s, size_t i);

/* Whether both bounds of variable i are the same. A search has no such variables; only the settings
 * of the caller have them. */
bool nes_is_fixed(const nes_settings *s, size_t i);

/* The bounds of variable i; infinite where there is none. */
static inline double nes_lower_of(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->lower[i] > -NES_HUGE ? s->lower[i] : -INFINITY;
}

static inline double nes_upper_of(const nes_settings *s, size_t i)
{
    return s->upper != NULL && s->upper[i] < NES_HUGE ? s->upper[i] : INFINITY;
}

/* How many values variable i has if it is a choice, one that is always 0 included; else 0. */
static inline size_t nes_choice_count(const nes_settings *s, size_t i)
{
    return s->choices != NULL && s->choices[i] >= 1 ? (size_t)s->choices[i] : 0;
}

/* How many variables are choices between several values. */
size_t nes_count_choices(const nes_settings *s, size_t dim);

/* Whether variable i is searched by its logarithm, or by whole numbers. */
static inline bool nes_is_log(const nes_settings *s, size_t i)
{
    return s->log != NULL && s->log[i] != 0;
}

static inline bool nes_is_integer(const nes_settings *s, size_t i)
{
    return s->integer != NULL && s->integer[i] != 0;
}

/* The constraints that settings ask for; arrays are those of the settings. */
static inline nes_constraints nes_constraints_of(const nes_settings *s)
{
    return (nes_constraints){.m = (size_t)s->constraints,
                             .kind = s->constraint_kind,
                             .tol = s->constraint_tol,
                             .share = s->feasible_share};
}

/* Whether a budget ends the search, whatever the values are. */
static inline bool nes_has_budget(const nes_settings *s)
{
    return s->max_evals > 0 || s->max_gens > 0 || s->max_time != NES_OFF;
}

/* Initial standard deviation and start of coordinate i under resolved settings. */
double nes_start_std(const nes_settings *s, size_t i);
double nes_start_mean(const nes_settings *s, const double *x0, size_t i);

/* Steps of nes_resolve in files of their own, in its order. The first chooses the method, which
 * fills in what the caller left open. */
nes_status nes_resolve_method(nes_plan *p, nes_note note);

enum { NES_MODELS_FEWEST = 2, NES_MODELS_MOST = 40 }; /* variables that models are for */

/* Decides whether there is a model of the objective, and how many points are evaluated at a time.
 * Refuses one that is asked for and cannot be. */
nes_status nes_resolve_model(nes_plan *p, nes_note note);

/* The population for batches of q: at least q, and a multiple of it where the last batch would be
 * half full or more; even. */
uint64_t nes_popsize_for_batch(uint64_t n, uint64_t q);

/* Points that are evaluated beside a generation at most, as minimisers of models. */
size_t nes_plan_minimisers(const nes_plan *p);

/* Resolves the points of a generation and the rows of its tables. */
void nes_resolve_population(nes_plan *p);

/* Resolves how many points are handed out at a time. A generation can be handed out in parts when
 * samples can be made again and nothing looks back at them; without the option it is where its
 * points would take too much memory. The option stays 0 where the window is the whole population,
 * which restarts may enlarge. */
nes_status nes_resolve_window(nes_plan *p, nes_note note);

/* Writes a line about what "auto" chose and why, once all numbers are known. open: "auto" chose the
 * population, too. */
void nes_explain_choice(nes_plan *p, bool open);
