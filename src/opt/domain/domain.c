/* SPDX-License-Identifier: MIT
 *
 * What lies between the caller's variables and those of the search, and points, results and
 * settings as the caller sees them; see opt/domain/domain.h. [math: B15] */
#include "opt/domain/domain.h"

#include <float.h>
#include <string.h>

#include "util/arena.h"
#include "util/try.h"

static const nes_role ROLES[] = {
    {"lower", NES_PIN_LOWER, -0.5, true},
    {"upper", NES_PIN_UPPER, 0.5, true},
    {"start_lower", NES_PIN_START_LOWER, -0.5, false},
    {"start_upper", NES_PIN_START_UPPER, 0.5, false},
    {"start_mean", NES_PIN_START_MEAN, 0, false},
};

const nes_role *nes_role_of(const char *option)
{
    for (size_t i = 0; i < sizeof ROLES / sizeof *ROLES; i++)
        if (strcmp(option, ROLES[i].option) == 0) return &ROLES[i];
    return NULL;
}

size_t nes_count_per_variable(void)
{
    size_t n = 0;
    NES_EACH_FIELD (f) n += nes_is_per_variable(f);
    return n;
}

nes_status nes_no_memory_for_domain(double numbers, nes_note note)
{
    return nes_refuse(
        note, NES_ERR_MEMORY,
        "fixed, logarithmic, integer and discrete variables need %.3g MB, which cannot be had: "
        "leave out fixed ones, and let the objective take exponentials and round",
        8e-6 * numbers);
}

static void carve(nes_domain *v, bool logs)
{
    const size_t dim = v->dim, pins = logs ? NES_PINS * dim : 0;
    const size_t met = logs ? NES_PINS_MET * dim : 0;
    v->log = v->value + dim;
    v->integer = v->log + dim;
    v->choices = v->integer + dim;
    v->best_x = v->choices + dim;
    v->mean_x = v->best_x + dim;
    v->std_x = v->mean_x + dim;
    v->arrays = v->std_x + dim;
    if (logs) v->pin = v->arrays + nes_count_per_variable() * dim;
    if (logs) v->ln = v->pin + pins;
    for (size_t i = 0; i < dim; i++) v->value[i] = NAN;
    for (size_t i = 0; i < pins; i++) v->pin[i] = NAN;
    for (size_t i = 0; i < met; i++) v->ln[i] = NAN;
}

nes_status nes_domain_create(nes_domain **out, size_t dim, bool logs, const nes_allocator *a,
                             nes_note note)
{
    const size_t rows = 7 + nes_count_per_variable() + (logs ? NES_PINS + NES_PINS_MET : 0);
    nes_domain *v = nes_allocate(a, sizeof *v);
    *out = NULL;
    if (v == NULL) return nes_no_memory_for_domain(1, note);
    v->allocator = *a;
    v->dim = dim;
    if (dim <= SIZE_MAX / 16 / rows) {
        v->value = nes_allocate(a, rows * dim * sizeof *v->value);
        v->order = nes_allocate(a, dim * sizeof *v->order);
    }
    if (v->value == NULL || v->order == NULL) {
        nes_domain_destroy(v);
        return nes_no_memory_for_domain((double)rows * (double)dim, note);
    }
    carve(v, logs);
    *out = v;
    return NES_OK;
}

void nes_domain_destroy(nes_domain *v)
{
    if (v == NULL) return;
    const nes_allocator a = v->allocator;
    nes_release(&a, v->x);
    nes_release(&a, v->order);
    nes_release(&a, v->value);
    nes_release(&a, v);
}

void nes_domain_fix(nes_domain *v, size_t i, double value)
{
    if (nes_domain_is_free(v, i)) v->fixed++;
    v->value[i] = value;
}

void nes_domain_sort(nes_domain *v)
{
    size_t reals = 0, fixed = 0;
    v->nchoices = 0;
    for (size_t i = 0; i < v->dim; i++)
        v->nchoices += nes_domain_is_free(v, i) && v->choices[i] > 0;
    size_t choices = nes_domain_free(v) - v->nchoices;
    for (size_t i = 0; i < v->dim; i++) {
        if (!nes_domain_is_free(v, i))
            v->order[nes_domain_free(v) + fixed++] = i;
        else if (v->choices[i] > 0)
            v->order[choices++] = i;
        else
            v->order[reals++] = i;
    }
}

void nes_domain_pin(nes_domain *v, size_t i, int pin, double x)
{
    v->pin[i * NES_PINS + (size_t)pin] = x;
    if (pin < NES_PINS_MET) v->ln[i * NES_PINS_MET + (size_t)pin] = log(x);
}

/* The exponential of a coordinate, between the bounds, or within the range of doubles. */
static double exponential(const nes_domain *v, size_t i, double y)
{
    const double *pin = v->pin + i * NES_PINS, *ln = v->ln + i * NES_PINS_MET;
    for (size_t k = 0; k < NES_PINS_MET; k++)
        if (y == ln[k]) return pin[k];
    const double x = v->integer[i] != 0 ? rint(exp(y)) : exp(y);
    const double low = isnan(pin[NES_PIN_LOWER]) ? DBL_MIN : pin[NES_PIN_LOWER];
    const double high = isnan(pin[NES_PIN_UPPER]) ? DBL_MAX : pin[NES_PIN_UPPER];
    return fmin(fmax(x, low), high);
}

/* Translates a point of the search, with its choices. Its integers are whole already. */
static void widen(const nes_domain *v, const double *from, const double *choice, double *to)
{
    const size_t n = nes_domain_free(v), d = n - v->nchoices;
    for (size_t k = 0; k < d; k++) {
        const size_t i = v->order[k];
        to[i] = v->log[i] != 0 ? exponential(v, i, from[k]) : from[k];
    }
    for (size_t k = d; k < n; k++) to[v->order[k]] = choice[k - d];
    for (size_t k = n; k < v->dim; k++) to[v->order[k]] = v->value[v->order[k]];
}

void nes_domain_narrow(const nes_domain *v, const double *x, double *to)
{
    for (size_t k = 0; k < nes_domain_free(v); k++) {
        const size_t i = v->order[k];
        to[k] = v->log[i] != 0 ? log(x[i]) : x[i];
    }
}

nes_status nes_domain_make_room(nes_domain *v, size_t rows, nes_note note)
{
    if (rows <= v->rows) return NES_OK;
    double *x = rows <= SIZE_MAX / 16 / v->dim
                    ? nes_allocate(&v->allocator, rows * v->dim * sizeof *x)
                    : NULL;
    if (x == NULL) return nes_no_memory_for_domain((double)rows * (double)v->dim, note);
    nes_release(&v->allocator, v->x);
    v->x = x;
    v->rows = rows;
    return NES_OK;
}

nes_status nes_domain_points(nes_domain *v, nes_points *p, const double *choice, nes_note note)
{
    if (choice == NULL) choice = p->x; /* where there is nothing else */
    NES_TRY(nes_domain_make_room(v, p->n, note));
    for (size_t k = 0; k < p->n; k++)
        widen(v, p->x + k * p->dim, choice + k * v->nchoices, v->x + k * v->dim);
    p->x = v->x;
    p->dim = v->dim;
    return NES_OK;
}

static const double *widened(const nes_domain *v, const double *from, double *to)
{
    if (from == NULL) return NULL;
    widen(v, from, from + nes_domain_free(v) - v->nchoices, to);
    return to;
}

/* On a logarithmic scale a deviation is one of the logarithm: to first order, x times it. */
static const double *deviations(const nes_domain *v, const double *from, const double *mean,
                                double *to)
{
    if (from == NULL) return NULL;
    for (size_t k = 0; k < v->dim; k++) {
        const size_t i = v->order[k];
        const double s = k < nes_domain_free(v) ? from[k] : 0;
        to[i] = v->log[i] != 0 ? fmin(mean[i] * s, DBL_MAX) : s;
    }
    return to;
}

void nes_domain_result(nes_domain *v, nes_result *r)
{
    r->dim = v->dim;
    r->best_x = widened(v, r->best_x, v->best_x);
    r->mean_x = widened(v, r->mean_x, v->mean_x);
    r->std_x = deviations(v, r->std_x, r->mean_x, v->std_x);
}

static bool has_centre(const nes_domain *v, size_t i)
{
    return nes_domain_is_free(v, i) && v->choices[i] == 0;
}

/* Numbers move from the end of the row on, so that none is overwritten before it has moved. */
void nes_domain_matrix(const nes_domain *v, double *m)
{
    const size_t inner = nes_domain_free(v) - v->nchoices;
    const double *from = m + inner * inner;
    if (inner == v->dim) return;
    for (size_t i = v->dim; i-- > 0;)
        for (size_t j = v->dim; j-- > 0;)
            m[i * v->dim + j] = has_centre(v, i) && has_centre(v, j) ? *--from : 0;
}

/* A number of an option from a coordinate of the search back to what the caller gave; bounds of
 * integers are rounded. */
static double outward(const nes_domain *v, size_t i, const nes_role *r, double y)
{
    const double pin = v->log[i] != 0 && r != NULL ? v->pin[i * NES_PINS + (size_t)r->pin] : NAN;
    if (!isnan(pin)) return pin;
    return v->integer[i] != 0 && r != NULL ? y - r->widen : y;
}

/* Fixed variables have the value for a bound, and choices no bounds. */
static double of_fixed(const nes_domain *v, size_t i, const nes_role *r)
{
    if (r == NULL || !r->bound) return 0;
    return v->choices[i] == 0 ? v->value[i] : copysign(INFINITY, r->widen);
}

static void show(const nes_domain *v, const nes_role *r, const double *from, double *to)
{
    const size_t n = nes_domain_free(v);
    for (size_t k = 0; k < v->dim; k++) {
        const size_t i = v->order[k];
        to[i] = k < n ? outward(v, i, r, from[k]) : of_fixed(v, i, r);
    }
}

void nes_domain_settings(nes_domain *v, nes_settings *s)
{
    double *to = v->arrays;
    NES_EACH_FIELD (f) {
        if (!nes_is_per_variable(f)) continue;
        const double *from = nes_array_of(s, f);
        if (from != NULL && f->offset == offsetof(nes_settings, choices))
            memcpy(to, v->choices, v->dim * sizeof *to);
        else if (from != NULL)
            show(v, nes_role_of(f->option.name), from, to);
        *(const double **)nes_field_in(s, f) = from != NULL ? to : NULL;
        to += v->dim;
    }
}
