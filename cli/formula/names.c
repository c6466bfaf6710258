/* SPDX-License-Identifier: MIT
 *
 * The names that the formula language knows: functions and constants. A new function is a line. */
#include "formula/code.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"
#include "formula/formula.h"
#include "nes/by_name.h"
#include "nes/nes.h"

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
    {"if", 3, false, OP_IF, NULL, NULL},
};

static const struct {
    const char *name;
    double value;
} constants[] = {{"pi", 3.141592653589793}, {"e", 2.718281828459045}};

static bool same(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

const formula_function *formula_function_named(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (same(functions[i].name, name, length)) return &functions[i];
    return NULL;
}

/* Sums and products are functions for users, though not for the parser. */
static const char *const loops[] = {"sum", "prod"};

static const char *name_at(size_t i, const void *data)
{
    const size_t n = sizeof functions / sizeof functions[0];
    (void)data;
    if (i < n) return functions[i].name;
    return i - n < sizeof loops / sizeof loops[0] ? loops[i - n] : NULL;
}

const char *formula_functions(char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; name_at(i, NULL) != NULL && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? " " : "", name_at(i, NULL));
    return text;
}

void formula_function_hint(const char *name, size_t length, char *hint, size_t size)
{
    char word[32], functions_text[256], all[280];
    snprintf(all, sizeof all, "; there are %s",
             formula_functions(functions_text, sizeof functions_text));
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             name);
    nes_nearest(word, name_at, NULL, "", all, hint, size);
}

/* ---- names of the user's -------------------------------------------------------------------- */

void formula_names_open(formula_names *n, const variables *v)
{
    *n = (formula_names){.v = v, .sorted = variables_have_names(v) ? variables_sorted(v) : NULL};
}

size_t formula_names_find(const formula_names *n, const char *name, size_t length)
{
    char copy[VARIABLES_NAME_SIZE];
    const char *key = copy;
    if (n->sorted == NULL || length >= sizeof copy) return n->v->n;
    memcpy(copy, name, length);
    copy[length] = '\0';
    const char **found = bsearch(&key, n->sorted, n->v->n, sizeof *n->sorted, order_texts);
    return found == NULL ? n->v->n : (size_t)(*found - n->v->name[0]) / VARIABLES_NAME_SIZE;
}

void formula_names_close(formula_names *n)
{
    free(n->sorted);
    *n = (formula_names){.sorted = NULL};
}

static const char *variable_at(size_t i, const void *data)
{
    const variables *v = data;
    return i < v->n ? v->name[i] : NULL;
}

void formula_variable_hint(const variables *v, const char *name, size_t length, char *hint,
                           size_t size)
{
    char word[VARIABLES_NAME_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             name);
    nes_nearest(word, variable_at, v, "", "; names are those of the variables, N, pi, e and failed",
                hint, size);
}

bool formula_constant_named(const char *name, size_t length, double *value)
{
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
        if (same(constants[i].name, name, length)) {
            *value = constants[i].value;
            return true;
        }
    return false;
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
    entry("constants", "2, 0.5, 1e-3, pi, e, and failed for an evaluation that did not happen");
    entry("operators", "+ - * / ^ (or **; from the right, and -x^2 is -(x^2)), and the comparisons "
                       "< <= > >= == !=, which are 1 or 0");
    entry("functions", formula_functions(all, sizeof all));
    entry("choice", "if(c, a, b) is a where c is not 0, else b; min and max take two or more");
    entry("sums", "sum(i, 1, N-1, (x[i+1] - x[i])^2), likewise prod: any name, both ends included");
    entry("short form", "sum(x^2), prod(cos(x/sqrt(i))): i runs over 1 .. N, and x is x[i]");
    entry("limit", "20 million operations in an evaluation, or 100 for each variable if that is "
                   "more; a sum counts those of all its terms");
}
