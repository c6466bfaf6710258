/* SPDX-License-Identifier: MIT
 *
 * Between the caller's variables and those of the search; see opt/fixed.h. */
#include "opt/fixed.h"

#include <math.h>
#include <string.h>

#include "opt/options.h"
#include "opt/resolve.h"
#include "util/memory.h"
#include "util/try.h"

static bool is_per_variable(const nes_field *f)
{
    return f->option.type == NES_TYPE_ARRAY && f->option.length == NES_PER_VARIABLE;
}

/* Array options with a number per variable. */
static size_t count_arrays(void)
{
    size_t n = 0;
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) n += is_per_variable(f);
    return n;
}

static nes_status no_memory(double numbers, nes_note note)
{
    return nes_refuse(note, NES_ERR_MEMORY,
                      "fixed variables need %.3g MB, which cannot be had: leave them out of the "
                      "objective",
                      8e-6 * numbers);
}

nes_status nes_fixed_create(nes_fixed **out, size_t dim, const nes_allocator *a, nes_note note)
{
    const size_t rows = 4 + count_arrays();
    nes_fixed *v = nes_allocate(a, sizeof *v);
    *out = NULL;
    if (v == NULL) return no_memory(1, note);
    v->allocator = *a;
    v->dim = dim;
    v->value = dim <= SIZE_MAX / 16 / rows ? nes_allocate(a, rows * dim * sizeof *v->value) : NULL;
    if (v->value == NULL) {
        nes_release(a, v);
        return no_memory((double)rows * (double)dim, note);
    }
    v->best_x = v->value + dim;
    v->mean_x = v->best_x + dim;
    v->std_x = v->mean_x + dim;
    v->arrays = v->std_x + dim;
    for (size_t i = 0; i < dim; i++) v->value[i] = NAN;
    *out = v;
    return NES_OK;
}

void nes_fixed_destroy(nes_fixed *v)
{
    if (v == NULL) return;
    const nes_allocator a = v->allocator;
    nes_release(&a, v->x);
    nes_release(&a, v->value);
    nes_release(&a, v);
}

void nes_fixed_add(nes_fixed *v, size_t i, double value)
{
    if (isnan(v->value[i])) v->n++;
    v->value[i] = value;
}

/* Drops the fixed variables. */
static void narrow(const nes_fixed *v, const double *from, double *to)
{
    for (size_t i = 0; i < v->dim; i++)
        if (isnan(v->value[i])) *to++ = from[i];
}

/* Puts them back: with their values, or with zeros. */
static void widen(const nes_fixed *v, const double *from, bool values, double *to)
{
    for (size_t i = 0; i < v->dim; i++)
        to[i] = isnan(v->value[i]) ? *from++ : values ? v->value[i] : 0;
}

/* The caller's arrays and start without the fixed variables, one after the other in memory. */
static void narrow_all(nes_reduced *r, const double *x0)
{
    const nes_field *f;
    double *to = r->memory;
    memset(r->s.array_length, 0, sizeof r->s.array_length); /* they were checked */
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) {
        if (!is_per_variable(f) || nes_array_of(&r->s, f) == NULL) continue;
        narrow(r->fixed, nes_array_of(&r->s, f), to);
        *(const double **)nes_field_in(&r->s, f) = to;
        to += r->dim;
    }
    if (x0 == NULL) return;
    narrow(r->fixed, x0, to);
    r->x0 = to;
}

/* An array of another length than it should have is refused later. */
static bool has_length(const nes_settings *s, const char *name, size_t dim)
{
    const size_t n = s->array_length[nes_field_array(nes_field_find(name))];
    return n == 0 || n == dim;
}

static bool fixes_any(const nes_settings *s, size_t dim)
{
    if (s == NULL || !has_length(s, "lower", dim) || !has_length(s, "upper", dim)) return false;
    for (size_t i = 0; s->lower != NULL && s->upper != NULL && i < dim; i++)
        if (nes_is_fixed(s, i)) return true;
    return false;
}

nes_status nes_reduce(nes_reduced *r, size_t dim, const double *x0, const nes_settings *s,
                      nes_note note)
{
    nes_plan plan;
    memset(r, 0, sizeof *r);
    r->dim = dim;
    r->x0 = x0;
    if (s != NULL)
        r->s = *s;
    else
        nes_settings_default(&r->s);
    if (!fixes_any(s, dim)) return NES_OK;
    NES_TRY(nes_resolve(&plan, dim, x0, s, note));
    NES_TRY(nes_fixed_create(&r->fixed, dim, &s->allocator, note));
    for (size_t i = 0; i < dim; i++)
        if (nes_is_fixed(s, i)) nes_fixed_add(r->fixed, i, s->lower[i]);
    r->dim = dim - r->fixed->n;
    const size_t numbers = (count_arrays() + 1) * r->dim;
    r->memory = nes_allocate(&s->allocator, numbers * sizeof *r->memory);
    if (r->memory == NULL) return no_memory((double)numbers, note);
    narrow_all(r, x0);
    return NES_OK;
}

void nes_reduced_free(nes_reduced *r)
{
    nes_fixed_destroy(r->fixed);
    nes_release(&r->s.allocator, r->memory);
}

nes_status nes_fixed_make_room(nes_fixed *v, size_t rows, nes_note note)
{
    if (rows <= v->rows) return NES_OK;
    double *x = rows <= SIZE_MAX / 16 / v->dim
                    ? nes_allocate(&v->allocator, rows * v->dim * sizeof *x)
                    : NULL;
    if (x == NULL) return no_memory((double)rows * (double)v->dim, note);
    nes_release(&v->allocator, v->x);
    v->x = x;
    v->rows = rows;
    return NES_OK;
}

nes_status nes_fixed_points(nes_fixed *v, nes_points *p, nes_note note)
{
    NES_TRY(nes_fixed_make_room(v, p->n, note));
    for (size_t k = 0; k < p->n; k++) widen(v, p->x + k * p->dim, true, v->x + k * v->dim);
    p->x = v->x;
    p->dim = v->dim;
    return NES_OK;
}

static const double *widened(const nes_fixed *v, const double *from, bool values, double *to)
{
    if (from == NULL) return NULL;
    widen(v, from, values, to);
    return to;
}

void nes_fixed_result(nes_fixed *v, nes_result *r)
{
    r->dim = v->dim;
    r->best_x = widened(v, r->best_x, true, v->best_x);
    r->mean_x = widened(v, r->mean_x, true, v->mean_x);
    r->std_x = widened(v, r->std_x, false, v->std_x);
}

/* From the end: no number moves forward past one that has not moved yet. */
void nes_fixed_matrix(const nes_fixed *v, double *m)
{
    const size_t free_variables = v->dim - v->n;
    const double *from = m + free_variables * free_variables;
    for (size_t i = v->dim; i-- > 0;)
        for (size_t j = v->dim; j-- > 0;) {
            const bool is_free = isnan(v->value[i]) && isnan(v->value[j]);
            m[i * v->dim + j] = is_free ? *--from : 0;
        }
}

void nes_fixed_settings(nes_fixed *v, nes_settings *s)
{
    const nes_field *f;
    double *to = v->arrays;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) {
        if (!is_per_variable(f)) continue;
        const bool values = strcmp(f->option.section, "bounds") == 0;
        *(const double **)nes_field_in(s, f) = widened(v, nes_array_of(s, f), values, to);
        to += v->dim;
    }
}

void nes_write_fixed(nes_coder *c, nes_fixed *v)
{
    nes_code_size(c, &v->n);
    for (size_t i = 0; i < v->dim; i++) {
        if (isnan(v->value[i])) continue;
        nes_code_size(c, &i);
        nes_code_real(c, &v->value[i]);
    }
}

/* Numbers of variables ascend. */
nes_status nes_read_fixed(nes_coder *c, nes_fixed **v, size_t dim, const nes_allocator *a,
                          nes_note note)
{
    size_t n = 0, next = 0;
    nes_code_size(c, &n);
    if (n == 0 || n > (c->size - c->used) / 16) c->bad = true;
    if (c->bad) return NES_OK;
    NES_TRY(nes_fixed_create(v, dim + n, a, note));
    for (size_t k = 0; k < n && !c->bad; k++) {
        size_t i = 0;
        double value = 0;
        nes_code_size(c, &i);
        nes_code_real(c, &value);
        if (i < next || i >= dim + n || !isfinite(value)) c->bad = true;
        if (!c->bad) nes_fixed_add(*v, i, value);
        next = i + 1;
    }
    return NES_OK;
}
