/* SPDX-License-Identifier: MIT
 *
 * Outputs in what a program writes; see objective/outputs.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "objective/outputs.h"

void outputs_say(const output_set *o, size_t i, const char *why, value_reading *to)
{
    snprintf(to->why, sizeof to->why, "no output '%.64s': %.90s", o->names.name[i], why);
}

/* Reads output i by its rule. */
static bool read_one(const output_set *o, size_t i, char *text, size_t n, double *to,
                     value_reading *reading)
{
    char why[VALUE_WHY_SIZE];
    if (value_read(o->rule[i].value, text, n, reading)) {
        *to = reading->f;
        return true;
    }
    memcpy(why, reading->why, sizeof why);
    if (!reading->reported) outputs_say(o, i, why, reading);
    return false;
}

/* Reads the numbers of the last line, each to its place. */
static bool read_line(const output_set *o, const char *text, size_t n, double *given,
                      value_reading *reading)
{
    double *numbers = memory_zeros(o->on_line, sizeof *numbers), *next = numbers;
    const bool good = value_read_line(text, n, o->verb, o->on_line, numbers, reading);
    for (size_t i = 0, k = 0; good && i < o->names.n; i++) {
        if (o->rule[i].on_line) given[k] = *next++;
        k += o->rule[i].text == NULL;
    }
    char why[VALUE_WHY_SIZE];
    memcpy(why, reading->why, sizeof why);
    for (size_t i = 0; !good && !reading->reported && i < o->names.n; i++)
        if (o->rule[i].on_line) {
            outputs_say(o, i, why, reading);
            break;
        }
    free(numbers);
    return good;
}

static bool read_all(const output_set *o, char *text, size_t n, double *given, value_reading *to)
{
    const bool as_line = o->on_line > 0 && !value_is_json(text, n);
    if (as_line && !read_line(o, text, n, given, to)) return false;
    for (size_t i = 0, k = 0; i < o->names.n; i++) {
        const output_rule *r = &o->rule[i];
        const bool here = r->text == NULL && !r->has_file && !(r->on_line && as_line);
        if (here && !read_one(o, i, text, n, &given[k], to)) return false;
        k += r->text == NULL;
    }
    return true;
}

bool outputs_read(const output_set *o, const value_rule *value, char *text, size_t n,
                  double *values, value_reading *to)
{
    to->f = (double)NAN;
    to->reported = false;
    to->why[0] = to->said[0] = '\0';
    if ((o == NULL || o->value == NULL) && !value_read(value, text, n, to)) return false;
    values[0] = to->f;
    return o == NULL || read_all(o, text, n, values + 1 + o->own, to);
}

bool outputs_read_file(const output_set *o, size_t i, char *text, size_t n, double *values,
                       value_reading *to)
{
    size_t k = 0;
    for (size_t j = 0; j < i; j++) k += o->rule[j].text == NULL;
    return read_one(o, i, text, n, &values[1 + o->own + k], to);
}
