/* SPDX-License-Identifier: MIT
 *
 * The formula language for help texts; the functions are listed from their table. */
#include "formula/formula.h"

#include "base/text.h"
#include "formula/code.h"

static void entry(const char *name, const char *text)
{
    text_entry(16, name, text);
}

void formula_help(void)
{
    char functions[256];
    entry("variables", "x1 .. xN, or x[k] for any expression k from 1 to N; N is the dimension; "
                       "names that --names or a problem file gave");
    entry("constants", "2, 0.5, 1e-3, pi, e, and failed for an evaluation that did not happen");
    entry("operators", "+ - * / ^ (or **; from the right, and -x^2 is -(x^2)), and the comparisons "
                       "< <= > >= == !=, which are 1 or 0");
    entry("functions", formula_functions(functions, sizeof functions));
    entry("choice", "if(c, a, b) is a where c is not 0, else b; min and max take two or more");
    entry("sums", "sum(i, 1, N-1, (x[i+1] - x[i])^2), likewise prod: any name, both ends included");
    entry("short form", "sum(x^2), prod(cos(x/sqrt(i))): i runs over 1 .. N, and x is x[i]");
    entry("limit", "20 million operations in an evaluation, or 100 for each variable if that is "
                   "more; a sum counts those of all its terms");
}
