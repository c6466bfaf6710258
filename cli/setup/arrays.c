/* SPDX-License-Identifier: MIT
 *
 * Arrays of the settings from texts of the command line, and the two arrays that each law of a
 * random start fills. */
#include "setup/arrays.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

static size_t length_of(nes_length length, const char *text, size_t dim, nes_settings *s)
{
    if (length == NES_PER_VARIABLE) return dim;
    if (length == NES_PER_PAIR) return dim * dim;
    const char *bad;
    if (s->popsize == 0) s->popsize = vector_scan(text, NULL, 0, &bad);
    return (size_t)s->popsize;
}

/* Reads a list with a number for each variable. */
static int read_list(const char *option, const char *text, const variables *v, bool spread,
                     double **numbers)
{
    buffer list = {.text = NULL};
    if (!variables_have_scales(v)) return vector_parse(option, text, v->n, spread, numbers);
    int status = variables_list(v, option, text, &list);
    if (status == 0) status = vector_parse(option, list.text, v->n, spread, numbers);
    buffer_free(&list);
    return status;
}

int arrays_open(arrays *a, const args_arrays *given, const variables *v, nes_settings *s)
{
    const nes_option *o;
    int status = 0;
    for (size_t i = 0; status == 0 && (o = args_array_at(i)) != NULL; i++) {
        const char *text = given->text[i];
        char option[64];
        if (text == NULL) continue;
        text_replace(o->name, '_', '-', option, sizeof option);
        const size_t n = length_of(o->length, text, v->n, s);
        status = o->length == NES_PER_VARIABLE
                     ? read_list(option, text, v, true, &a->numbers[i])
                     : vector_parse(option, text, n, false, &a->numbers[i]);
        if (status == 0) nes_set_array(s, o->name, n, a->numbers[i]);
    }
    return status;
}

int arrays_read_sigma(arrays *a, const char *text, const variables *v, nes_settings *s)
{
    double **to = &a->numbers[args_array_number("scale")];
    const int status = read_list("sigma", text, v, false, to);
    if (status == 0) nes_set_array(s, "scale", v->n, *to);
    return status;
}

void arrays_fill(arrays *a, const char *name, double value, size_t dim, nes_settings *s)
{
    double **to = &a->numbers[args_array_number(name)];
    *to = memory_zeros(dim, sizeof **to);
    for (size_t i = 0; i < dim; i++) (*to)[i] = value;
    nes_set_array(s, name, dim, *to);
}

void arrays_use_levels(arrays *a, const nes_problem *p, double sigma, nes_settings *s)
{
    const size_t d = nes_problem_dim(p);
    size_t whole = 0;
    for (size_t i = 0; i < d; i++) whole += nes_problem_levels(p, i) > 0;
    if (whole == 0) return;
    arrays_fill(a, "integer", 0, d, s);
    arrays_fill(a, "lower", -INFINITY, d, s);
    arrays_fill(a, "upper", INFINITY, d, s);
    arrays_fill(a, "std", sigma, d, s);
    for (size_t i = 0; i < d; i++) {
        const double last = (double)nes_problem_levels(p, i) - 1;
        if (last < 0) continue;
        a->numbers[args_array_number("integer")][i] = 1;
        a->numbers[args_array_number("lower")][i] = 0;
        a->numbers[args_array_number("upper")][i] = last;
        a->numbers[args_array_number("std")][i] = last / 4;
    }
}

void arrays_close(arrays *a)
{
    for (size_t i = 0; i < ARGS_ARRAYS; i++) free(a->numbers[i]);
}

/* ---- starts ---------------------------------------------------------------------------------- */

typedef struct law_words {
    const char *word;     /* what --x0 begins with */
    const char *array[2]; /* the array options for its two numbers */
    const char *usage;    /* its form, for errors */
} law_words;

static const law_words laws[] = {
    [NES_LAW_UNIFORM] = {"uniform:",
                         {"start_lower", "start_upper"},
                         "uniform:LOW:HIGH with LOW < HIGH, such as uniform:-4:4"},
    [NES_LAW_NORMAL] = {"normal:",
                        {"start_mean", "start_std"},
                        "normal:MEAN:STD with STD > 0, such as normal:0:0.01"},
};

/* The law that a text begins with; NES_LAW_POINT: none. */
static nes_start_law law_of(const char *text)
{
    for (nes_start_law l = NES_LAW_UNIFORM; l <= NES_LAW_NORMAL; l++)
        if (strncmp(text, laws[l].word, strlen(laws[l].word)) == 0) return l;
    return NES_LAW_POINT;
}

bool arrays_have_start(const nes_settings *s)
{
    return s->start_lower != NULL || s->start_upper != NULL || s->start_mean != NULL ||
           s->start_std != NULL;
}

static void fill(arrays *a, nes_start_law law, const double numbers[2], size_t dim, nes_settings *s)
{
    for (size_t i = 0; i < 2; i++) arrays_fill(a, laws[law].array[i], numbers[i], dim, s);
}

static bool is_possible(nes_start_law law, const double numbers[2])
{
    const double least = law == NES_LAW_UNIFORM ? numbers[0] : 0;
    return isfinite(numbers[0]) && isfinite(numbers[1]) && numbers[1] > least;
}

int arrays_read_start(arrays *a, const char *text, const variables *v, nes_settings *s, double **x0)
{
    const nes_start_law law = law_of(text);
    double numbers[2];
    char more;
    if (law == NES_LAW_POINT) return read_list("x0", text, v, true, x0);
    if (sscanf(text + strlen(laws[law].word), "%lf:%lf%c", &numbers[0], &numbers[1], &more) != 2 ||
        !is_possible(law, numbers))
        return text_error(EXIT_USAGE, "--x0 %s: write %s", text, laws[law].usage);
    if (arrays_have_start(s))
        return text_error(EXIT_USAGE,
                          "--x0 %s says where runs start, and so does an option --start-lower, "
                          "--start-upper, --start-mean or --start-std; give one of them",
                          text);
    fill(a, law, numbers, v->n, s);
    return 0;
}

double *arrays_usual_start(arrays *a, const nes_problem *p, nes_settings *s)
{
    double numbers[2], *x0 = NULL;
    const nes_start_law law = nes_problem_start_law(p, &numbers[0], &numbers[1]);
    if (law != NES_LAW_POINT) {
        fill(a, law, numbers, nes_problem_dim(p), s);
    } else {
        x0 = memory_zeros(nes_problem_dim(p), sizeof *x0);
        nes_problem_start(p, x0);
    }
    return x0;
}
