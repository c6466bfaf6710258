/* SPDX-License-Identifier: MIT
 *
 * Formulas of `nes run --expr`: text in, a compiled formula out, evaluated without allocation.
 *
 *   coordinates   x1 .. xN, x[k] for an expression k (1-based); N or n is the dimension; the
 *                 names that the user gave them, which come before constants of that name
 *   outputs       numbers of an evaluation by their names, where it has any
 *   numbers       2, 0.5, 1e-3, pi, e; the name of a choice is its number, from 0
 *   failed        an evaluation whose value is this word has failed: if(x1 > 3, failed, 1)
 *   operators     < <= > >= == != (1 or 0), + -, * /, ^ or ** (from the right; -x^2 is -(x^2))
 *   sums          sum(i, 1, N-1, (x[i+1]-x[i])^2) and prod(...): any name, integer bounds, both
 *                 included, nested as you like; an empty sum is 0, an empty product 1
 *   short form    sum(x^2), prod(cos(x/sqrt(i))): i runs over 1..N
 *   bare x        inside a sum or product: x[i] of the innermost index
 *   functions     sin cos tan asin acos atan atan2 sinh cosh tanh exp log (or ln) log10 log2 sqrt
 *                 abs floor ceil round sign pow hypot mod, min and max of two or more, and
 *                 if(c, a, b): a where c is not 0, else b
 *
 * An index outside 1..N, or bounds that are not whole numbers, are refused at once where they do
 * not depend on x, and give NaN where they do. So are sums that make an evaluation take more
 * operations than the limit. mod(a, b) has the sign of b; if() evaluates all of its arguments. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/evaluation.h"
#include "options/variables.h"

/* The most operations of one evaluation: a fixed count, or a count per variable if that is more. */
enum { FORMULA_OPERATIONS = 20 * 1000 * 1000, FORMULA_OPERATIONS_PER_VARIABLE = 100 };

typedef struct formula formula;

/* Compiles text for v->n >= 1 variables, whose names it may use; it is evaluated once to find wrong
 * indices. Null: the error has been printed, with the column and the place marked below it. */
formula *formula_create(const char *text, const variables *v);

/* The same with names of outputs besides, whose numbers stand in x behind those of the variables.
 * outputs: null: none. */
formula *formula_create_with(const char *text, const variables *v, const variables *outputs);

/* Whether the formula depends on an output. */
bool formula_uses_outputs(const formula *f);
void formula_destroy(formula *f); /* null is fine */

/* The value of the formula at x, which has one number per variable: measured, or failed by the word
 * failed. Many threads may call this at once. */
nes_fate formula_evaluate(const formula *f, const double *x, double *value);

/* Prints a help text of a dozen lines about the language, indented. */
void formula_help(void);
