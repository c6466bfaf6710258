/* SPDX-License-Identifier: MIT
 *
 * See setup/scaled.h. An infinite number in an array of a variable with a scale means that none was
 * given: users write "?". */
#include "setup/scaled.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "base/vector.h"
#include "nes/by_name.h"

enum { SENTENCE = 400 };

/* A variable on its way to the searched numbers. */
typedef struct scaled {
    run_setup *setup;
    const run_options *options;
    const scale *scale;
    size_t i;
    double low, high; /* bounds of the searched number; infinite: none */
} scaled;

static int refuse(const scaled *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int refuse(const scaled *v, const char *format, ...)
{
    char sentence[SENTENCE], name[VARIABLES_NAME_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return text_error(EXIT_USAGE, "variable %zu (%s): %s", v->i + 1,
                      variables_name(&v->setup->objective.variables, v->i, name), sentence);
}

/* The array of that name; null: it was not given. */
static double *array_of(const run_setup *s, const char *name)
{
    return s->arrays.numbers[args_array_number(name)];
}

/* Number i of an array; infinite: not given. A number that stands for all variables is not meant
 * for those that have no such number. */
static double number_of(const scaled *v, const char *name)
{
    const double *array = array_of(v->setup, name);
    const char *text = args_array_text(&v->options->arrays, name);
    double number;
    if (array == NULL) return INFINITY;
    if (v->scale->kind != SCALE_STEP && v->setup->objective.dim > 1 && text != NULL &&
        vector_is_real(text, &number))
        return INFINITY;
    return array[v->i];
}

static void set_number(const scaled *v, const char *name, double number, double otherwise)
{
    run_setup *s = v->setup;
    if (array_of(s, name) == NULL)
        arrays_fill(&s->arrays, name, otherwise, s->objective.dim, &s->settings);
    array_of(s, name)[v->i] = number;
}

/* ---- bounds --------------------------------------------------------------------------------- */

/* The bound that the user gave, lower or upper; infinite: none. */
static double bound_of(const scaled *v, const char *name)
{
    const double bound = number_of(v, name);
    return isfinite(bound) ? bound : name[0] == 'l' ? -INFINITY : INFINITY;
}

static int use_steps(scaled *v)
{
    const double lower = bound_of(v, "lower"), upper = bound_of(v, "upper");
    const scale *s = v->scale;
    if (lower > upper)
        return refuse(v, "the lower bound %g is above the upper bound %g; exchange them", lower,
                      upper);
    v->low = scale_find(s, lower);
    v->high = scale_find(s, upper);
    if (!isfinite(v->high) || v->high == floor(v->high)) return 0;
    return refuse(v,
                  "the range from %g to %g is no multiple of the step %g; let it end at %g or at "
                  "%g, or take another step",
                  lower, upper, s->step, scale_show(s, floor(v->high)),
                  scale_show(s, ceil(v->high)));
}

static int check_bounds(const scaled *v)
{
    if (v->scale->kind == SCALE_STEP) return 0;
    if (!isfinite(bound_of(v, "lower")) && !isfinite(bound_of(v, "upper"))) return 0;
    return refuse(v, "%s; leave its bounds out (in a list, write ? for them)",
                  v->scale->kind == SCALE_CHOICES ? "choices have no bounds"
                                                  : "its values are its bounds");
}

static int use_values(scaled *v)
{
    v->low = 0;
    v->high = (double)(v->scale->n - 1);
    return 0;
}

/* ---- the other numbers ---------------------------------------------------------------------- */

static int check_kind(const scaled *v)
{
    const double log = number_of(v, "log"), whole = number_of(v, "integer");
    const bool choices = v->scale->kind == SCALE_CHOICES;
    if (v->setup->settings.bits)
        return refuse(v, "bits are 0 or 1 and have no other scale; leave --bits out");
    if (isfinite(log) && log != 0)
        return refuse(v,
                      "%s no logarithmic scale; leave log out, or give the values themselves as "
                      "a list",
                      choices ? "choices have" : "steps and values have");
    if (choices && isfinite(whole) && whole != 0)
        return refuse(v, "a choice is not an integer, because its names have no order; leave "
                         "integer out, or give a range in the place of choices");
    return 0;
}

/* A standard deviation becomes one of searched numbers. */
static void use_width(const scaled *v, const char *name, double otherwise)
{
    const double std = number_of(v, name);
    if (array_of(v->setup, name) == NULL) return;
    set_number(v, name, isfinite(std) ? std / scale_slope(v->scale) : otherwise, otherwise);
}

/* An open choice is -1. */
static void use_choice(const scaled *v)
{
    double *x0 = v->setup->x0, number;
    const bool one =
        x0 != NULL && v->setup->objective.dim > 1 && vector_is_real(v->options->x0, &number);
    if (x0 != NULL && (one || !isfinite(x0[v->i]))) x0[v->i] = -1;
}

/* A start may lie between two values. */
static int use_start(const scaled *v, double usual)
{
    double *x0 = v->setup->x0;
    char text[TEXT_NUMBER_SIZE];
    const double k = x0 == NULL ? 0 : scale_find(v->scale, x0[v->i]);
    if (x0 == NULL) return 0;
    if (isfinite(k) && (k < v->low || k > v->high))
        return refuse(v, "the start %s is outside its range from %g to %g",
                      text_number(x0[v->i], text), scale_show(v->scale, v->low),
                      scale_show(v->scale, v->high));
    x0[v->i] = isfinite(k) ? k : usual;
    return 0;
}

/* The numbers of a law by which starts are drawn. */
static void use_law(const scaled *v)
{
    static const char *const places[] = {"start_lower", "start_upper", "start_mean"};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        if (array_of(v->setup, places[k]) != NULL)
            set_number(v, places[k], scale_find(v->scale, array_of(v->setup, places[k])[v->i]), 0);
    if (array_of(v->setup, "start_std") != NULL)
        set_number(v, "start_std", array_of(v->setup, "start_std")[v->i] / scale_slope(v->scale),
                   0);
}

static int use_numbers(scaled *v)
{
    double start, std;
    const int status = v->scale->kind == SCALE_STEP ? use_steps(v) : use_values(v);
    if (status != 0) return status;
    nes_usual_start(v->low, v->high, false, true, &start, &std);
    set_number(v, "lower", v->low, -INFINITY);
    set_number(v, "upper", v->high, INFINITY);
    set_number(v, "integer", 1, 0);
    use_law(v);
    use_width(v, "std", std);
    use_width(v, "scale", 1);
    return use_start(v, start);
}

/* The library wants infinite bounds of a choice, and 0 in all other arrays. */
static int use_choices(const scaled *v)
{
    static const char *const widths[] = {"std", "scale"};
    const nes_option *o;
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        if (array_of(v->setup, widths[k]) != NULL && isfinite(number_of(v, widths[k])))
            return refuse(v, "a choice has no standard deviation; leave it out (in a list, write ? "
                             "for it)");
    for (size_t k = 0; (o = args_array_at(k)) != NULL; k++)
        if (o->length == NES_PER_VARIABLE && array_of(v->setup, o->name) != NULL)
            set_number(v, o->name, 0, 0);
    if (array_of(v->setup, "lower") != NULL) set_number(v, "lower", -INFINITY, 0);
    if (array_of(v->setup, "upper") != NULL) set_number(v, "upper", INFINITY, 0);
    set_number(v, "choices", (double)v->scale->n, 0);
    use_choice(v);
    return 0;
}

static int use_variable(scaled *v)
{
    int status = check_kind(v);
    if (status == 0) status = check_bounds(v);
    if (status != 0) return status;
    return v->scale->kind == SCALE_CHOICES ? use_choices(v) : use_numbers(v);
}

/* ---- all variables -------------------------------------------------------------------------- */

void scaled_begin(run_setup *s)
{
    variables *v = &s->objective.variables;
    const double *lower = array_of(s, "lower"), *upper = array_of(s, "upper");
    for (size_t i = 0; v->scale != NULL && i < v->n; i++)
        variables_begin(v, i, lower != NULL ? lower[i] : -INFINITY,
                        upper != NULL ? upper[i] : INFINITY);
}

int scaled_use(run_setup *s, const run_options *o)
{
    const variables *v = &s->objective.variables;
    int status = 0;
    for (size_t i = 0; v->scale != NULL && i < v->n && status == 0; i++) {
        scaled one = {.setup = s, .options = o, .scale = &v->scale[i], .i = i};
        if (one.scale->kind != SCALE_PLAIN) status = use_variable(&one);
    }
    return status;
}
