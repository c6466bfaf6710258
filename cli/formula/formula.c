/* SPDX-License-Identifier: MIT
 *
 * Formulas as the caller sees them, and how their errors look:
 *
 *     formula, column 8: expected ')' but found the end of the formula
 *         sum(x^2
 *                ^ */
#include "formula/formula.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "formula/code.h"

enum { SHOWN = 60 }; /* characters of the formula in a message */

/* The next character of UTF-8 text, so that columns count characters and not bytes. */
static const char *next(const char *c)
{
    c++;
    while (((unsigned char)*c & 0xc0) == 0x80) c++;
    return c;
}

/* Writes a line with the formula around the place, and a line with a mark below the place. Returns
 * the column of the place, from 1. */
static size_t show_place(char *out, size_t size, const char *text, const char *place)
{
    char line[4 * SHOWN + 1], *l = line;
    size_t before = 0, shown = 0;
    for (const char *c = text; c < place; c = next(c)) before++;
    const size_t column = before + 1;
    for (; before > SHOWN / 2; before--) text = next(text);
    for (const char *c = text; *c && shown < SHOWN; shown++) {
        const char *stop = next(c);
        if (stop - c > 4) stop = c + 4; /* bytes that are not UTF-8 are cut to four */
        if (stop - c == 1 && (unsigned char)*c < ' ')
            *l++ = ' ';
        else
            for (const char *b = c; b < stop; b++) *l++ = *b;
        c = next(c);
    }
    *l = '\0';
    snprintf(out, size, "\n    %s\n    %*s^", line, (int)before, "");
    return column;
}

bool formula_complain(const char *text, size_t at, const char *format, ...)
{
    char sentence[512], place[8 * SHOWN];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    const size_t column = show_place(place, sizeof place, text, text + at);
    text_error(0, "formula, column %zu: %s%s", column, sentence, place);
    return false;
}

/* Evaluates the formula once: what does not depend on x must be right at any x. */
static bool try_out(const formula *f, const char *text)
{
    formula_fault fault = {FAULT_NONE, 0, 0.0, 0.0};
    double *x = calloc(f->dim + f->outputs, sizeof *x);
    if (x == NULL) { /* the dimension is what the user wrote */
        text_error(0,
                   "there is not enough memory for a point of dimension %zu; choose a smaller one",
                   f->dim);
        return false;
    }
    formula_run(f, x, &fault);
    free(x);
    if (fault.kind == FAULT_INDEX)
        return formula_complain(text, fault.column, "x[%g] does not exist; the indices are 1..%zu",
                                fault.a, f->dim);
    if (fault.kind == FAULT_BOUNDS)
        return formula_complain(text, fault.column,
                                "the index cannot run from %g to %g; give whole numbers below 2^53",
                                fault.a, fault.b);
    if (fault.kind == FAULT_LENGTH)
        return formula_complain(text, fault.column,
                                "with this an evaluation takes more than %.0f operations, the most "
                                "that there may be; use fewer terms, or write it in C (--c)",
                                f->operations);
    return true;
}

formula *formula_create(const char *text, const variables *v)
{
    return formula_create_with(text, v, NULL);
}

formula *formula_create_with(const char *text, const variables *v, const variables *outputs)
{
    if (strnlen(text, TEXT_MAX + 1) > TEXT_MAX) {
        text_error(0, "the formula has more than %d characters; write it in C (--c)", TEXT_MAX);
        return NULL;
    }
    formula *f = memory_zeros(1, sizeof *f);
    f->dim = v->n;
    f->outputs = outputs != NULL ? outputs->n : 0;
    f->operations = fmax(FORMULA_OPERATIONS, FORMULA_OPERATIONS_PER_VARIABLE * (double)v->n);
    f->failed = NAN;
    if (formula_parse(f, text, v, outputs) && try_out(f, text)) return f;
    formula_destroy(f);
    return NULL;
}

bool formula_uses_outputs(const formula *f)
{
    for (size_t i = 0; i < f->length; i++)
        if (f->code[i].op == OP_X && f->code[i].u.index >= f->dim) return true;
    return false;
}

void formula_destroy(formula *f)
{
    if (!f) return;
    free(f->code);
    free(f);
}

/* A NaN that goes away when another number stands for the word failed is a failure. */
nes_fate formula_evaluate(const formula *f, const double *x, double *value)
{
    *value = formula_run(f, x, NULL);
    if (!f->may_fail || !isnan(*value)) return NES_MEASURED;
    formula other = *f;
    other.failed = 1;
    return isnan(formula_run(&other, x, NULL)) ? NES_MEASURED : NES_FAILED;
}
