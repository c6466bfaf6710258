/* SPDX-License-Identifier: MIT
 *
 * Inside the BBOB functions: what a function's row says, what one instance keeps, and the compiled
 * forms of the code. docs/problems.md has the definitions.
 *
 * A function of a suite is a row that names its definition, one of f1..f24, and sets what may
 * differ: seed, inner penalty, parameter. Opening a problem makes an instance once; evaluation only
 * reads it. */
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
    bool penalty;      /* whether the boundary penalty inside the definition counts */
    double parameter;  /* f10, f17: condition; f19: the factor F; the others have none */
    const char *name, *group;
    /* Null where there is no noise; see problem.h. */
    double (*noise)(const nes_problem *p, const nes_noise *noise, double value, const double *x);
    nes_problem_kind kind;
} nes_bbob_function;

/* A suite of them: suite->first is row 0. A suite that has more to say about its functions finds
 * that by the number of the row. */
typedef struct nes_bbob_suite {
    const nes_suite *suite;
    const char *prefix; /* of the ids */
    const nes_bbob_function *rows;
} nes_bbob_suite;

/* Whether the id is the suite's prefix, alone or with "_f" and more. */
bool nes_bbob_has(const nes_bbob_suite *s, const char *id);

/* Reads the rest of p->id and makes the problem, p->row being a row of the suite from then on. */
nes_status nes_bbob_open(nes_problem *p, const nes_bbob_suite *s, const nes_problem_note *note);

typedef struct nes_bbob nes_bbob;

/* How an instance of a definition is made: the matrices and peaks it is given room for, and what
 * fills them in. */
enum { NES_BBOB_R = 1, NES_BBOB_Q = 2, NES_BBOB_M = 4 };
typedef struct nes_bbob_plan {
    size_t definition;
    unsigned matrices; /* sum of the above */
    size_t peaks;
    void (*prepare)(nes_bbob *b);
} nes_bbob_plan;

/* The definitions, compiled for one kind of processor. The values are the same for all. */
typedef struct nes_bbob_code {
    const char *processor;
    size_t lanes; /* points evaluated side by side */
    const nes_bbob_plan *(*find)(size_t definition);
    /* Values by the definition of that plan, which this code found. */
    void (*values)(const nes_bbob *b, const nes_bbob_plan *plan, size_t n, const double *x,
                   double *f, double *room);
} nes_bbob_code;

enum { NES_BBOB_CODES = 3 };

/* All that this processor can run, the widest first; null past the end. */
const nes_bbob_code *nes_bbob_code_at(size_t i);

/* One instance in one dimension: all that evaluation needs. */
struct nes_bbob {
    const nes_bbob_function *function;
    struct nes_bbob_form { /* of the definition: the code, and its plan there */
        const nes_bbob_code *code;
        const nes_bbob_plan *plan;
    } form[NES_BBOB_CODES + 1]; /* the widest first; ends with null */
    size_t d;
    int64_t seed;
    double fopt;
    double *xopt;           /* d; the problem's solution */
    double *weight;         /* d factors of the coordinates, as the definition says */
    double *r, *q, *m;      /* d x d each, where planned */
    double *height, *level; /* of n peaks, and its logarithm */
    double *slope, *centre; /* n x d each */
    double constant;        /* what else the definition computes beforehand */
    double *scratch; /* while the instance is made: NES_BBOB_PANEL for every coordinate and peak */
    nes_bbob_workspace *work;
};

/* Parts of instances. Powers: v_i = pow(base, i/(d-1)). Rows: row i of the matrix times v_i. */
void nes_bbob_powers(const nes_bbob *b, double base, double *v);
void nes_bbob_scale_rows(const nes_bbob *b, double *matrix, const double *v);
void nes_bbob_make_r(nes_bbob *b); /* R = rot(seed + 1000000) */
void nes_bbob_make_q(nes_bbob *b); /* Q = rot(seed) */
/* M = R diag(powers of base) Q; makes R and Q too. */
void nes_bbob_make_m(nes_bbob *b, double base);

/* Makes the instance of p, whose dimension is set, with that code and the narrower ones. */
nes_status nes_bbob_make(nes_problem *p, const nes_bbob_function *f, size_t instance,
                         size_t widest);

#endif
