/* SPDX-License-Identifier: MIT
 *
 * The inside of the BBOB functions. docs/problems.md has their definitions.
 *
 *   nes_bbob_function   a row of a suite: which of the definitions f1..f24 it uses, and what may
 *                       differ from suite to suite (seed, inner penalty, parameter, noise)
 *   nes_bbob_plan       how an instance of a definition is made
 *   nes_bbob_code       the definitions, compiled for one kind of processor
 *   nes_bbob            one instance in one dimension: made when a problem is opened, then only
 * read
 */
#ifndef BBOB_BBOB_H
#define BBOB_BBOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "problem.h"
#include "workspace.h"

/* A row of a suite. */
typedef struct nes_bbob_function {
    size_t definition; /* number in f1..f24 of the code it runs */
    size_t base;       /* of the seed, which is base + 10000 instance */
    bool penalty;      /* whether the boundary penalty of the definition is added */
    double parameter;  /* f10, f17: condition; f19: the factor F; the others have none */
    size_t block;      /* size of the blocks of the rotations; 0: they are whole */
    const char *name, *group;
    /* Null where there is no noise; see problem.h. */
    double (*noise)(const nes_problem *p, const nes_noise *noise, double value, const double *x);
    nes_problem_kind kind;
} nes_bbob_function;

/* A suite of them. Row 0 is function number suite->first. */
typedef struct nes_bbob_suite {
    const nes_suite *suite;
    const char *prefix; /* of the ids */
    const nes_bbob_function *rows;
} nes_bbob_suite;

/* Whether the id is the suite's prefix, alone or with "_f" and more. */
bool nes_bbob_has(const nes_bbob_suite *s, const char *id);

/* Whether an id with bbob's prefix is one of bbob-largescale. */
bool nes_bbob_is_large(const char *id);

/* Reads the rest of p->id and makes the problem. p->row becomes a row of the suite. */
nes_status nes_bbob_open(nes_problem *p, const nes_bbob_suite *s, const nes_problem_note *note);

typedef struct nes_bbob nes_bbob;

/* How an instance of a definition is made: which matrices and how many peaks it needs room for, and
 * the function that fills them in. */
enum { NES_BBOB_R = 1, NES_BBOB_Q = 2, NES_BBOB_M = 4 };
enum { NES_BBOB_LARGE = 100 }; /* added to the definitions that bbob-largescale has of its own */
enum { NES_BBOB_ORDERS = 5 };
typedef struct nes_bbob_plan {
    size_t definition;
    unsigned matrices; /* sum of the above */
    size_t peaks;
    void (*prepare)(nes_bbob *b);
} nes_bbob_plan;

/* The definitions, compiled for one kind of processor. All kinds give the same values. */
typedef struct nes_bbob_code {
    const char *processor;
    size_t lanes; /* points evaluated side by side */
    const nes_bbob_plan *(*find)(size_t definition);
    /* Values of n points. plan must come from this code's own find. room: 3 d lanes numbers. */
    void (*values)(const nes_bbob *b, const nes_bbob_plan *plan, size_t n, const double *x,
                   double *f, double *room);
} nes_bbob_code;

enum { NES_BBOB_CODES = 3 };

/* The codes that this processor can run, the one with most lanes first; null past the end. */
const nes_bbob_code *nes_bbob_code_at(size_t i);

/* One instance in one dimension: all that evaluation needs. */
struct nes_bbob {
    const nes_bbob_function *function;
    struct nes_bbob_form { /* the definition in one of the codes */
        const nes_bbob_code *code;
        const nes_bbob_plan *plan;
    } form[NES_BBOB_CODES + 1]; /* the one with most lanes first; ends with null */
    size_t d;
    int64_t seed;
    double fopt;
    double *xopt;      /* d; the problem's solution */
    double *weight;    /* d factors of the coordinates; their meaning is the definition's */
    double *r, *q, *m; /* d x d each, or null where the plan has none; r and q block by block */
    size_t block;      /* size of all blocks of r and q but the last; d: they are whole */
    double part;       /* min(1, block/d), by which large dimensions are scaled down */
    size_t leading;    /* ceil(d/block): so many coordinates stand for the first */
    size_t *order;     /* of coordinates, d for each of NES_BBOB_ORDERS; null: as they are */
    double *stretch;   /* d factors, or null */
    double *height, *level; /* heights of n peaks, and their logarithms */
    double *slope, *centre; /* n x d each */
    double constant;        /* another number that the definition computes beforehand */
    double *scratch;        /* used while the instance is made: NES_BBOB_PANEL (d + n) numbers */
    nes_bbob_workspace *work;
};

/* What the definitions use to prepare an instance. */
void nes_bbob_powers(const nes_bbob *b, double base, double *v); /* v_i = pow(base, i/(d-1)) */
void nes_bbob_scale_rows(const nes_bbob *b, double *matrix, const double *v); /* row i times v_i */
void nes_bbob_make_r(nes_bbob *b); /* R = rot(seed + 1000000), block by block */
void nes_bbob_make_q(nes_bbob *b); /* Q = rot(seed), likewise */
/* The rotations of blocks that there is room for, the orders of coordinates, and Lam(condition). */
void nes_bbob_make_large(nes_bbob *b, double condition);
void nes_bbob_make_m(nes_bbob *b, double base); /* M = R diag(powers of base) Q; and R and Q */

/* Makes the instance of p, whose dimension is set. It uses code number widest of nes_bbob_code_at
 * and all that have fewer lanes. */
nes_status nes_bbob_make(nes_problem *p, const nes_bbob_function *f, size_t instance,
                         size_t widest);

#endif
