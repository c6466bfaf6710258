/* SPDX-License-Identifier: MIT
 *
 * What the program knows about each array: how many numbers it has and, until the library sets
 * arrays by name, which field of the settings it is. */
#include "setup/arrays.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vector.h"

typedef enum shape { PER_VARIABLE, MATRIX, PER_POINT } shape;

static const char *const shape_docs[] = {
    [PER_VARIABLE] = "N numbers or one for all",
    [MATRIX] = "N*N numbers row by row",
    [PER_POINT] = "one number per point of a generation",
};

static shape shape_of(const char *name)
{
    if (strcmp(name, "factor") == 0) return MATRIX;
    return strcmp(name, "utilities") == 0 ? PER_POINT : PER_VARIABLE;
}

static void set_field(nes_settings *s, const char *name, const double *numbers)
{
    const struct {
        const char *name;
        const double **field;
    } fields[] = {
        {"scale", &s->scale}, {"factor", &s->factor}, {"utilities", &s->utilities},
        {"lower", &s->lower}, {"upper", &s->upper},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(name, fields[i].name) == 0) *fields[i].field = numbers;
}

static size_t count_numbers(const char *text)
{
    const char *bad;
    return vector_scan(text, NULL, 0, &bad);
}

static size_t length_of(shape sh, const char *text, size_t dim, nes_settings *s)
{
    if (sh == PER_VARIABLE) return dim;
    if (sh == MATRIX) return dim * dim;
    if (s->popsize == 0) s->popsize = count_numbers(text);
    return (size_t)s->popsize;
}

/* Reads array number i, whatever the user called it. */
static int read_array(arrays *a, size_t i, const char *option, const char *text, size_t n,
                      bool spread, nes_settings *s)
{
    const int status = vector_parse(option, text, n, spread, &a->numbers[i]);
    set_field(s, args_array_at(i)->name, a->numbers[i]);
    return status;
}

int arrays_open(arrays *a, const args_arrays *given, size_t dim, nes_settings *s)
{
    const nes_option *o;
    int status = 0;
    for (size_t i = 0; status == 0 && (o = args_array_at(i)) != NULL; i++) {
        const char *text = given->text[i];
        const shape sh = shape_of(o->name);
        char option[64];
        if (text == NULL) continue;
        text_replace(o->name, '_', '-', option, sizeof option);
        status = read_array(a, i, option, text, length_of(sh, text, dim, s), sh == PER_VARIABLE, s);
    }
    return status;
}

int arrays_read_sigma(arrays *a, const char *text, size_t dim, nes_settings *s)
{
    return read_array(a, args_array_number("scale"), "sigma", text, dim, false, s);
}

void arrays_close(arrays *a)
{
    for (size_t i = 0; i < ARGS_ARRAYS; i++) free(a->numbers[i]);
}

void arrays_print(void)
{
    const nes_option *o;
    for (size_t i = 0; (o = args_array_at(i)) != NULL; i++) {
        char name[64], doc[256];
        snprintf(doc, sizeof doc, "%s; %s", o->doc, shape_docs[shape_of(o->name)]);
        args_print_entry(text_replace(o->name, '_', '-', name, sizeof name), args_value_word(o),
                         doc);
    }
}
