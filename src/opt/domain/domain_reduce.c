/* SPDX-License-Identifier: MIT
 *
 * From the caller's settings and start to those of the search; see opt/domain/domain.h. [math: B15]
 */
#include <string.h>

#include "opt/domain/domain.h"
#include "opt/settings/check.h"
#include "opt/settings/resolve.h"
#include "util/arena.h"
#include "util/try.h"

static const nes_role START = {NULL, NES_PIN_X0, 0, false};

/* A bound of an integer, which is rounded inward; widen as in nes_role. */
static double rounded(double x, double widen, bool log)
{
    if (widen != 0) x = widen < 0 ? ceil(x) : floor(x);
    return log ? fmax(x, 1) : x;
}

static double logarithm(double x)
{
    return x > 0 ? log(x) : -INFINITY;
}

/* A number of the caller's as a coordinate of the search. */
static double inward(nes_domain *v, size_t i, const nes_role *r, double x)
{
    if (v->integer[i] != 0) x = rounded(x, r->widen, v->log[i] != 0);
    if (v->log[i] != 0 && x > 0 && isfinite(x)) nes_domain_pin(v, i, r->pin, x);
    if (v->integer[i] != 0) x += r->widen;
    return v->log[i] != 0 ? logarithm(x) : x;
}

void nes_usual_start(double lower, double upper, bool log, bool integer, double *start, double *std)
{
    double low = integer ? rounded(lower, -0.5, log) - 0.5 : lower;
    double high = integer ? rounded(upper, 0.5, log) + 0.5 : upper;
    if (log) low = logarithm(low);
    if (log) high = logarithm(high);
    const bool fixed = lower == upper;
    const nes_settings s = {.sigma = NES_AUTO, .lower = &low, .upper = &high};
    double x = nes_start_mean(&s, NULL, 0);
    if (log) x = exp(x);
    if (integer) x = fmin(fmax(rint(x), ceil(lower)), floor(upper));
    if (start != NULL) *start = fixed ? lower : fmin(fmax(x, lower), upper);
    if (std != NULL) *std = fixed ? 1 : nes_start_std(&s, 0);
}

/* Drops the fixed variables; r null: numbers that are no coordinates; from null: all are -infinity.
 */
static void narrow(nes_domain *v, const nes_role *r, const double *from, double *to)
{
    for (size_t k = 0; k < nes_domain_free(v); k++) {
        const size_t i = v->order[k];
        const double x = from != NULL ? from[i] : -INFINITY;
        to[k] = r != NULL ? inward(v, i, r, x) : x;
    }
}

/* An integer on a logarithmic scale is at least 1, whether the caller says so or not. */
static bool lacks_lower(const nes_reduced *r)
{
    for (size_t i = 0; r->s.lower == NULL && i < r->domain->dim; i++)
        if (r->domain->log[i] != 0 && r->domain->integer[i] != 0) return true;
    return false;
}

/* Whether an array says nothing of choices, which are all that is searched. */
static bool is_idle(const nes_reduced *r, const nes_field *f)
{
    return r->domain->nchoices == r->dim && f->offset != offsetof(nes_settings, choices);
}

/* The caller's arrays and start for the search, one after the other in memory. */
static void narrow_all(nes_reduced *r, const double *x0)
{
    double *to = r->memory;
    memset(r->s.array_length, 0, sizeof r->s.array_length); /* they were checked */
    NES_EACH_FIELD (f) {
        if (!nes_is_per_variable(f) || nes_array_of(&r->s, f) == NULL) continue;
        if (is_idle(r, f)) {
            *(const double **)nes_field_in(&r->s, f) = NULL;
            continue;
        }
        narrow(r->domain, nes_role_of(f->option.name), nes_array_of(&r->s, f), to);
        *(const double **)nes_field_in(&r->s, f) = to;
        to += r->dim;
    }
    if (x0 != NULL) {
        narrow(r->domain, &START, x0, to);
        r->x0 = to;
        to += r->dim;
    }
    if (!lacks_lower(r)) return;
    narrow(r->domain, nes_role_of("lower"), NULL, to);
    r->s.lower = to;
}

static bool has_any(const double *flags, size_t dim)
{
    for (size_t i = 0; flags != NULL && i < dim; i++)
        if (flags[i] != 0) return true;
    return false;
}

bool nes_is_mapped(const nes_settings *s, size_t dim)
{
    return has_any(s->log, dim) || has_any(s->integer, dim) || has_any(s->choices, dim);
}

static bool needs_domain(const nes_settings *s, size_t dim)
{
    static const char *const arrays[] = {"lower", "upper", "log", "integer", "choices"};
    if (s == NULL) return false;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!nes_has_length(s, arrays[i], dim)) return false;
    for (size_t i = 0; s->lower != NULL && s->upper != NULL && i < dim; i++)
        if (nes_is_fixed(s, i)) return true;
    return nes_is_mapped(s, dim);
}

/* Finds out what each variable is. */
static void classify(nes_domain *v, const nes_settings *s)
{
    for (size_t i = 0; i < v->dim; i++) {
        const double value = nes_only_value(s, i);
        if (!isnan(value)) nes_domain_fix(v, i, value);
        v->log[i] = isnan(value) && nes_is_log(s, i);
        v->integer[i] = isnan(value) && nes_is_integer(s, i);
        v->choices[i] = (double)nes_choice_count(s, i);
    }
    nes_domain_sort(v);
}

/* Groups with the numbers that a search knows. */
static nes_status reduce_groups(nes_reduced *r, nes_note note)
{
    const nes_allocator *a = &r->s.allocator;
    if (r->s.groups == NULL || r->dim == 0) return NES_OK;
    NES_TRY(nes_check_length(nes_field_find("groups"), &r->s, r->dim, note));
    r->groups = r->dim <= SIZE_MAX / 16 ? nes_allocate(a, r->dim * sizeof *r->groups) : NULL;
    if (r->groups == NULL) return nes_no_memory_for_domain((double)r->dim, note);
    NES_TRY(nes_group(r->dim, r->s.groups, r->groups, a, note));
    r->s.groups = r->groups;
    return NES_OK;
}

nes_status nes_reduce(nes_reduced *r, size_t dim, const double *x0, const nes_settings *s,
                      nes_note note)
{
    nes_plan plan;
    memset(r, 0, offsetof(nes_reduced, s));
    r->dim = dim;
    r->x0 = x0;
    if (s != NULL)
        nes_settings_copy(&r->s, s);
    else
        nes_settings_default(&r->s);
    NES_TRY(nes_check_choices(&r->s, dim, note));
    NES_TRY(reduce_groups(r, note));
    if (!needs_domain(s, dim)) return NES_OK;
    const nes_space all = nes_all_of(dim);
    NES_TRY(nes_resolve(&plan, &all, x0, &r->s, note));
    NES_TRY(nes_check_domain(&plan, x0, note));
    NES_TRY(nes_domain_create(&r->domain, dim, has_any(s->log, dim), &s->allocator, note));
    classify(r->domain, s);
    r->dim = dim - r->domain->fixed;
    const size_t numbers = (nes_count_per_variable() + 1) * r->dim;
    r->memory = nes_allocate(&s->allocator, numbers * sizeof *r->memory);
    if (r->memory == NULL) return nes_no_memory_for_domain((double)numbers, note);
    narrow_all(r, x0);
    double *groups = (double *)(uintptr_t)r->s.groups; /* without the fixed variables */
    const size_t d = r->dim - r->domain->nchoices;     /* choices, which are last, have none */
    return groups != NULL ? nes_group(d, groups, groups, &s->allocator, note) : NES_OK;
}

void nes_reduced_free(nes_reduced *r)
{
    nes_domain_destroy(r->domain);
    nes_release(&r->s.allocator, r->memory);
    nes_release(&r->s.allocator, r->groups);
}
