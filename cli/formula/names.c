/* SPDX-License-Identifier: MIT
 *
 * The functions of the formula language, and its help. A new function is a line of the table. */
#include "formula/code.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "formula/formula.h"

static double sign(double a)
{
    return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; /* the sign of zero is zero, and of NaN it is NaN */
}

/* Unlike fmin and fmax, these keep a NaN: an undefined part makes the whole undefined. */
static double least(double a, double b)
{
    return isnan(a) || a < b ? a : b;
}

static double greatest(double a, double b)
{
    return isnan(a) || a > b ? a : b;
}

/* The remainder with the sign of b, as in number theory; fmod has the sign of a. */
static double modulo(double a, double b)
{
    const double r = fmod(a, b);
    return r != 0.0 && (r < 0.0) != (b < 0.0) ? r + b : r;
}

static const formula_function functions[] = {
    {"sin", 1, false, OP_CALL1, sin, NULL},     {"cos", 1, false, OP_CALL1, cos, NULL},
    {"tan", 1, false, OP_CALL1, tan, NULL},     {"asin", 1, false, OP_CALL1, asin, NULL},
    {"acos", 1, false, OP_CALL1, acos, NULL},   {"atan", 1, false, OP_CALL1, atan, NULL},
    {"atan2", 2, false, OP_CALL2, NULL, atan2}, {"sinh", 1, false, OP_CALL1, sinh, NULL},
    {"cosh", 1, false, OP_CALL1, cosh, NULL},   {"tanh", 1, false, OP_CALL1, tanh, NULL},
    {"exp", 1, false, OP_CALL1, exp, NULL},     {"log", 1, false, OP_CALL1, log, NULL},
    {"ln", 1, false, OP_CALL1, log, NULL},      {"log10", 1, false, OP_CALL1, log10, NULL},
    {"log2", 1, false, OP_CALL1, log2, NULL},   {"sqrt", 1, false, OP_CALL1, sqrt, NULL},
    {"abs", 1, false, OP_CALL1, fabs, NULL},    {"floor", 1, false, OP_CALL1, floor, NULL},
    {"ceil", 1, false, OP_CALL1, ceil, NULL},   {"round", 1, false, OP_CALL1, round, NULL},
    {"sign", 1, false, OP_CALL1, sign, NULL},   {"pow", 2, false, OP_CALL2, NULL, pow},
    {"hypot", 2, false, OP_CALL2, NULL, hypot}, {"mod", 2, false, OP_CALL2, NULL, modulo},
    {"min", 2, true, OP_CALL2, NULL, least},    {"max", 2, true, OP_CALL2, NULL, greatest},
    {"if", 3, false, OP_IF, NULL, NULL},        {"sum", 1, false, OP_SUM, NULL, NULL},
    {"prod", 1, false, OP_PRODUCT, NULL, NULL},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

const formula_function *formula_function_named(const char *name, size_t length)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (strlen(functions[i].name) == length && memcmp(functions[i].name, name, length) == 0)
            return &functions[i];
    return NULL;
}

const char *formula_function_at(size_t i, const void *data)
{
    (void)data;
    return i < FUNCTIONS ? functions[i].name : NULL;
}

const char *formula_functions(char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < FUNCTIONS && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? " " : "", functions[i].name);
    return text;
}

/* ---- help ---------------------------------------------------------------------------------- */

static void entry(const char *name, const char *text)
{
    text_entry(16, name, text);
}

void formula_help(void)
{
    char all[256];
    entry("variables", "x1 .. xN, or x[k] for any expression k from 1 to N; N is the dimension; "
                       "names that --names or a problem file gave");
    entry("constants", "2, 0.5, 1e-3, pi, e, names of choices, and failed for an evaluation that "
                       "did not happen");
    entry("operators", "+ - * / ^ (or **; from the right, and -x^2 is -(x^2)), and the comparisons "
                       "< <= > >= == !=, which are 1 or 0");
    entry("functions", formula_functions(all, sizeof all));
    entry("choice", "if(c, a, b) is a where c is not 0, else b; min and max take two or more");
    entry("sums", "sum(i, 1, N-1, (x[i+1] - x[i])^2), likewise prod: any name, both ends included");
    entry("short form", "sum(x^2), prod(cos(x/sqrt(i))): i runs over 1 .. N, and x is x[i]");
    entry("limit", "20 million operations in an evaluation, or 100 for each variable if that is "
                   "more; a sum counts those of all its terms");
}
