/* SPDX-License-Identifier: MIT
 *
 * Arrays of the settings from texts of the command line. */
#include "setup/arrays.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

static size_t count_numbers(const char *text)
{
    const char *bad;
    return vector_scan(text, NULL, 0, &bad);
}

static size_t length_of(nes_length length, const char *text, size_t dim, nes_settings *s)
{
    if (length == NES_PER_VARIABLE) return dim;
    if (length == NES_PER_PAIR) return dim * dim;
    if (s->popsize == 0) s->popsize = count_numbers(text);
    return (size_t)s->popsize;
}

int arrays_open(arrays *a, const args_arrays *given, size_t dim, nes_settings *s)
{
    const nes_option *o;
    int status = 0;
    for (size_t i = 0; status == 0 && (o = args_array_at(i)) != NULL; i++) {
        const char *text = given->text[i];
        char option[64];
        if (text == NULL) continue;
        text_replace(o->name, '_', '-', option, sizeof option);
        const size_t n = length_of(o->length, text, dim, s);
        status = vector_parse(option, text, n, o->length == NES_PER_VARIABLE, &a->numbers[i]);
        if (status == 0) nes_set_array(s, o->name, n, a->numbers[i]);
    }
    return status;
}

int arrays_read_sigma(arrays *a, const char *text, size_t dim, nes_settings *s)
{
    double **to = &a->numbers[args_array_number("scale")];
    const int status = vector_parse("sigma", text, dim, false, to);
    if (status == 0) nes_set_array(s, "scale", dim, *to);
    return status;
}

void arrays_fill(arrays *a, const char *name, double value, size_t dim, nes_settings *s)
{
    double **to = &a->numbers[args_array_number(name)];
    *to = memory_zeros(dim, sizeof **to);
    for (size_t i = 0; i < dim; i++) (*to)[i] = value;
    nes_set_array(s, name, dim, *to);
}

void arrays_close(arrays *a)
{
    for (size_t i = 0; i < ARGS_ARRAYS; i++) free(a->numbers[i]);
}

void arrays_print(void)
{
    const nes_option *o;
    for (size_t i = 0; (o = args_array_at(i)) != NULL; i++) args_print_library(o);
}
