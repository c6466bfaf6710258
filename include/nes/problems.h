/* SPDX-License-Identifier: MIT
 *
 * Test problems with known optima, for comparing optimisers and for first steps. A library of its
 * own: it knows nothing of the optimiser and can be used with any other.
 *
 * A problem is named by an id such as "rosenbrock_d10": the function, then the dimension.
 * Evaluation does not change a problem and may be done by many threads at once.
 *
 * The numbers of a null problem are NaN or 0, its texts and arrays null. Its values are NaN, and so
 * are values at a null array of points. If the pointer for a result is null, nothing is written. */
#ifndef NES_PROBLEMS_H
#define NES_PROBLEMS_H

#include <stddef.h>
#include <stdint.h>

#include "nes/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nes_problem nes_problem;

/* Makes the problem with that id. NES_ERR_OPTION: no such problem, NES_ERR_DIMENSION: the function
 * has no such dimension; message (may be null, size bytes) says what there is. On error *p is null.
 */
NES_API nes_status nes_problem_create(nes_problem **p, const char *id, char *message, size_t size);
NES_API void nes_problem_destroy(nes_problem *p); /* null is fine */

NES_API const char *nes_problem_id(const nes_problem *p);
NES_API size_t nes_problem_dim(const nes_problem *p);
NES_API double nes_problem_optimum(const nes_problem *p);         /* least value; NaN: not known */
NES_API const double *nes_problem_solution(const nes_problem *p); /* dim numbers; null: unknown */
NES_API void nes_problem_start(const nes_problem *p, double *x0); /* a usual start, dim numbers */
NES_API double nes_problem_sigma(const nes_problem *p); /* a usual step size for that start */
NES_API int nes_problem_bits(const nes_problem *p);     /* whether the variables are bits, 0 or 1 */

/* How many values variable i (from 0) has: the whole numbers from 0 to that number - 1, and other
 * numbers count as the nearest of them. 0: it is real, or there is no such variable. */
NES_API size_t nes_problem_levels(const nes_problem *p, size_t i);

/* The law of the usual start, the same for every coordinate, and its two parameters a and b. Where
 * the start is random every run should draw its own: the library nes does, by its options
 * start_lower and start_upper, or start_mean and start_std. nes_problem_start gives one draw,
 * always the same. */
typedef enum nes_start_law {
    NES_LAW_POINT = 0,   /* not random: nes_problem_start; a and b are NaN */
    NES_LAW_UNIFORM = 1, /* uniform between a and b */
    NES_LAW_NORMAL = 2   /* normal with mean a and standard deviation b */
} nes_start_law;

NES_API nes_start_law nes_problem_start_law(const nes_problem *p, double *a, double *b);

/* Returns the value at x (nes_problem_dim numbers). */
NES_API double nes_problem_value(const nes_problem *p, const double *x);

/* Evaluates n points, one after the other in x; their values go to f. */
NES_API void nes_problem_values(const nes_problem *p, size_t n, const double *x, double *f);

/* Constraints. A problem may ask that m numbers g are not above 0. The optimum and the solution are
 * those among such points, and the usual start is one. nes_problem_constraint_values writes the
 * constraints of n points to g, m numbers for each. */
NES_API size_t nes_problem_constraints(const nes_problem *p); /* m */
NES_API void nes_problem_constraint_values(const nes_problem *p, size_t n, const double *x,
                                           double *g);

NES_API const char *nes_problem_name(const nes_problem *p);  /* in words: "Attractive sector" */
NES_API const char *nes_problem_group(const nes_problem *p); /* "2-moderate"; null: none */

/* Noise. The values above are those without noise, by which success is judged. On a problem with
 * noise (nes_problem_noisy is not 0) every evaluation also has a noisy value, which is what an
 * optimiser gets to see. It depends on the problem, the point, the seed and the number of the
 * evaluation, and on nothing else: noisy values can be computed in any order and by many threads,
 * each with its own nes_noise. */
typedef enum nes_noise_kind {
    NES_NOISE_OWN = 0,       /* proper random numbers, from a counter-based generator */
    NES_NOISE_REFERENCE = 1, /* COCO's stream from a reset, bit for bit; the seed plays no part */
    NES_NOISE_NONE = 2       /* values without noise */
} nes_noise_kind;

typedef struct nes_noise {
    nes_noise_kind kind;
    uint64_t seed;
    uint64_t evaluation; /* number of the next evaluation, from 0 */
} nes_noise;

NES_API int nes_problem_noisy(const nes_problem *p);

/* Noisy values of n points; moves noise->evaluation on by one for each point evaluated. A point
 * with a coordinate that is not finite is not evaluated: its value is infinite or NaN and it does
 * not count. On a problem without noise this is nes_problem_values. A noise that is null or of an
 * unknown kind makes the values NaN. */
NES_API void nes_problem_noisy_values(const nes_problem *p, nes_noise *noise, size_t n,
                                      const double *x, double *f);

/* A suite: numbered functions, each in many instances (random shifts, rotations, optimal values)
 * and dimensions. */
typedef struct nes_suite {
    const char *name; /* "bbob" */
    const char *doc;
    size_t first, last;      /* numbers of its functions */
    const size_t *dims;      /* the usual dimensions, ended by 0 */
    const size_t *instances; /* the usual instances, ended by 0 */
    const char *format; /* printf's format of the ids: function, instance, dimension as size_t */
    const char *wide_format; /* the same for dimensions from 1000 on; null: format */
} nes_suite;

NES_API const nes_suite *nes_suite_at(size_t i);           /* null past the end */
NES_API const nes_suite *nes_suite_find(const char *name); /* null: no such suite */

/* Writes the id of a suite's problem, "bbob_f001_i01_d02". Returns the length of the whole id, as
 * snprintf does; -1 for a null suite. */
NES_API int nes_suite_id(const nes_suite *s, size_t function, size_t instance, size_t dim, char *id,
                         size_t size);

/* The kinds of problem, for listings: pattern of the id ("rosenbrock_dN"), formula, one sentence.
 */
typedef struct nes_problem_kind {
    const char *pattern;
    const char *formula;
    const char *doc;
} nes_problem_kind;

NES_API size_t nes_problem_kind_count(void);
NES_API const nes_problem_kind *nes_problem_kind_at(size_t i); /* null past the end */

#ifdef __cplusplus
}
#endif

#endif
