/* SPDX-License-Identifier: MIT
 *
 * Inside the problem library: what a problem is, and what a family of problems provides.
 *
 * A family is one file that ends in one const struct, plus one line in table.c. It recognises its
 * ids, fills in a problem, and lists its kinds; everything else is done for it in problem.c. */
#ifndef PROBLEMS_PROBLEM_H
#define PROBLEMS_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include "nes/problems.h"

struct nes_problem {
    char *id; /* owned; as given by the caller */
    size_t dim;
    double optimum, sigma;
    double *solution; /* owned; dim numbers, or null */
    double *data;     /* owned; numbers the function needs (weights, matrices), or null */
    void *model;      /* a struct of the family in place of data, freed by release; or null */
    bool bits;        /* the variables are 0 or 1 */
    const void *row;  /* the family's own description of this kind of problem */
    const char *name, *group; /* in words; group may be null */
    /* One of these two computes values; the other may be null. Both are thread-safe and do not
     * allocate. The value of a point must not depend on the other points of a batch. */
    double (*value)(const nes_problem *p, const double *x);
    void (*values)(const nes_problem *p, size_t n, const double *x, double *f);
    /* The noisy value of evaluation noise->evaluation at x, whose value without noise is known;
     * kind is OWN or REFERENCE. Null: the problem has no noise. */
    double (*noise)(const nes_problem *p, const nes_noise *noise, double value, const double *x);
    /* m constraints, g <= 0: writes the m numbers g of x. Thread-safe, without allocation. */
    size_t constraints;
    void (*constrain)(const nes_problem *p, const double *x, double *g);
    /* How many values variable i has: whole numbers from 0. 0: it is real. Null: all are real. */
    size_t (*levels)(const nes_problem *p, size_t i);
    /* The usual start: one point, or a law with its numbers a and b in law_numbers. */
    void (*start)(const nes_problem *p, double *x0); /* null: random */
    nes_start_law law;
    double law_numbers[2];
    uint64_t start_seed;             /* of the draw that nes_problem_start gives */
    void (*release)(nes_problem *p); /* frees model; null: there is none */
};

/* Largest dimensions. A rotation takes d^3 operations to make and d^2 numbers to store: at most a
 * minute and 128 MB. Some problems have two rotations and their product. */
#define NES_PROBLEM_ANY_DIM     (PTRDIFF_MAX / sizeof(double))
#define NES_PROBLEM_ROTATED_DIM 4000

/* Where a refusal is explained. message may be null. */
typedef struct nes_problem_note {
    char *message;
    size_t size;
} nes_problem_note;

typedef struct nes_problem_family {
    const char *name;
    const nes_problem_kind *(*kind_at)(size_t i); /* null past the end */
    /* The family's row for this id; null: the id is not of this family. */
    const void *(*find)(const char *id);
    /* Fills in p, whose id and row are set and whose other fields are zero. On error problem.c
     * frees what p owns. */
    nes_status (*open)(nes_problem *p, const nes_problem_note *note);
} nes_problem_family;

extern const nes_problem_family *const nes_problem_families[]; /* ends with null */

/* The families */
extern const nes_problem_family nes_problem_classical;
extern const nes_problem_family nes_problem_double_rosenbrock;
extern const nes_problem_family nes_problem_random_basin;
extern const nes_problem_family nes_problem_lennard_jones;
extern const nes_problem_family nes_problem_double_pole;
extern const nes_problem_family nes_problem_bit_strings;
extern const nes_problem_family nes_problem_bbob;
extern const nes_problem_family nes_problem_bbob_noisy;
extern const nes_problem_family nes_problem_constrained;
extern const nes_problem_family nes_problem_mixint;
extern const nes_problem_family nes_problem_largescale;

/* The suites */
extern const nes_suite nes_suite_bbob;
extern const nes_suite nes_suite_bbob_noisy;
extern const nes_suite nes_suite_constrained;
extern const nes_suite nes_suite_active_only;
extern const nes_suite nes_suite_no_disguise;
extern const nes_suite nes_suite_mixint;
extern const nes_suite nes_suite_largescale;

/* Writes the sentence of a refusal and returns status. */
nes_status nes_problem_refuse(const nes_problem_note *note, nes_status status, const char *format,
                              ...) __attribute__((format(printf, 3, 4)));

/* Reads the digits at *text and moves *text behind them; false: there are none. Numbers that do not
 * fit become SIZE_MAX. */
bool nes_problem_digits(const char **text, size_t *value);

/* The same for a text of digits only. */
bool nes_problem_number(const char *text, size_t *value);

/* Whether id is the first length characters of name, alone or followed by '_'. *rest becomes what
 * comes after. */
bool nes_problem_named(const char *id, const char *name, size_t length, const char **rest);

/* A number in an id, such as the 10 of "sphere_d10". */
typedef struct nes_problem_size {
    const char *name; /* of the problem: the first name_length characters */
    size_t name_length;
    char letter;      /* in front of the number: d */
    const char *what; /* "dimension" */
    size_t low, high;
} nes_problem_size;

/* Reads text, which is the rest of p's id, as "_d10" and writes the number to *value. If that is
 * not possible, the message says how to write it. */
nes_status nes_problem_read_size(const nes_problem *p, const nes_problem_size *s, const char *text,
                                 size_t *value, const nes_problem_note *note);

/* Whether id is the prefix of a suite, alone or with "_f" and more. */
bool nes_problem_of_suite(const char *id, const char *prefix);

/* The ids of a suite, PREFIX_fFFF_iII_dDD: numbers may have any number of digits. */
typedef struct nes_suite_ids {
    const nes_suite *suite;
    const char *prefix;
    size_t instances; /* the largest number of an instance */
} nes_suite_ids;

/* Reads function and instance from the rest of p's id, and p->dim. */
nes_status nes_problem_read_suite(nes_problem *p, const nes_suite_ids *ids, size_t *function,
                                  size_t *instance, const nes_problem_note *note);

/* A release function for models that are a single block of memory. */
void nes_problem_free_model(nes_problem *p);

/* Points that are not finite are not evaluated. Their value is infinite if a coordinate is
 * infinite, and NaN otherwise. For all other points this returns 0. */
double nes_problem_not_finite(size_t n, const double *x);

/* Not a number, n times; f null: nothing. */
void nes_problem_no_values(size_t n, double *f);

/* Makes a random orthogonal d x d matrix q, row-major, which depends on seed and d only (see
 * rotation.c). work has room for 2 d numbers. */
void nes_problem_rotation(uint64_t seed, size_t d, double *q, double *work);

#endif
