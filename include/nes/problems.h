/* SPDX-License-Identifier: MIT
 *
 * Test problems with known optima, for comparing optimisers and for first steps. A library of its
 * own: it knows nothing of the optimiser and can be used with any other.
 *
 * A problem is named by an id such as "rosenbrock_d10": the function, then the dimension.
 * Evaluation does not change a problem and may be done by many threads at once. */
#ifndef NES_PROBLEMS_H
#define NES_PROBLEMS_H

#include <stddef.h>

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
NES_API double nes_problem_optimum(const nes_problem *p);         /* f_opt; NaN when not known */
NES_API const double *nes_problem_solution(const nes_problem *p); /* dim numbers; null: unknown */
NES_API void nes_problem_start(const nes_problem *p, double *x0); /* a usual start, dim numbers */
NES_API double nes_problem_sigma(const nes_problem *p);           /* a usual step size for it */

/* The value at x (nes_problem_dim numbers). */
NES_API double nes_problem_value(const nes_problem *p, const double *x);

/* n points, one after the other in x; n values to f. */
NES_API void nes_problem_values(const nes_problem *p, size_t n, const double *x, double *f);

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
