/* SPDX-License-Identifier: MIT
 *
 * The domain, saved and loaded. Which variables are logarithmic or integers is in the arrays of the
 * settings; here are fixed ones, and numbers whose logarithms alone would not give them back. The
 * format is docs/save-format.md. */
#include "opt/save/save.h"
#include "util/try.h"

/* Codes n fixed variables, number and value of each; the numbers ascend. */
static void code_fixed(nes_coder *c, nes_domain *v, size_t n)
{
    size_t next = 0;
    for (size_t k = 0; k < n && !c->bad; k++) {
        while (c->in == NULL && nes_domain_is_free(v, next)) next++;
        size_t i = next;
        double value = c->in == NULL ? v->value[i] : 0;
        nes_code_size(c, &i);
        nes_code_real(c, &value);
        if (i < next || i >= v->dim || !isfinite(value))
            nes_code_refuse(c, "fixed variable %zu of %zu is number %zu, %g", k + 1, n, i, value);
        if (c->in != NULL && !c->bad) nes_domain_fix(v, i, value);
        next = i + 1;
    }
}

/* Codes the pins of a logarithmic variable. */
static void code_pins(nes_coder *c, nes_domain *v, size_t i)
{
    double *pin = v->pin + i * NES_PINS;
    nes_code_reals(c, pin, NES_PINS);
    for (int k = 0; c->in != NULL && k < NES_PINS && !c->bad; k++) {
        if (isnan(pin[k])) continue;
        if (!(pin[k] > 0 && isfinite(pin[k])))
            nes_code_refuse(c, "number %d of logarithmic variable %zu is %g, but must be above 0",
                            k + 1, i + 1, pin[k]);
        nes_domain_pin(v, i, k, pin[k]);
    }
}

void nes_write_domain(nes_coder *c, nes_domain *v, const nes_settings *s)
{
    nes_code_size(c, &v->fixed);
    code_fixed(c, v, v->fixed);
    if (s->choices != NULL) nes_code_reals(c, v->choices, v->dim);
    for (size_t i = 0; i < v->dim; i++)
        if (v->log[i] != 0) code_pins(c, v, i);
}

static double flag(nes_coder *c, const char *name, const double *flags, size_t i)
{
    const double value = flags != NULL ? flags[i] : 0;
    if (value != 0 && value != 1)
        nes_code_refuse(c, "number %zu of option '%s' is %g, but must be 0 or 1", i + 1, name,
                        value);
    return value;
}

/* Whether y is the coordinate of the search for the caller's number; see inward() in
 * opt/domain/domain_reduce.c. */
static bool is_image(const nes_domain *v, size_t i, const nes_role *r, double y)
{
    const double widen = v->integer[i] != 0 ? r->widen : 0, near = 1e-9 * fmax(1, fabs(y));
    if (v->choices[i] != 0) return isinf(y) != 0 || !r->bound;
    if (v->log[i] == 0) return v->integer[i] == 0 || y - widen == rint(y - widen);
    const double pin = v->pin[i * NES_PINS + (size_t)r->pin];
    return isnan(pin) ? isinf(y) != 0 : fabs(y - log(pin + widen)) <= near;
}

static double of_search(const nes_settings *s, size_t k)
{
    return s->choices != NULL ? s->choices[k] : 0;
}

/* Compares the numbers of values with those of the search. */
static void check_choices(nes_coder *c, const nes_domain *v, const nes_settings *s)
{
    for (size_t k = 0; k < v->dim; k++) {
        const size_t i = v->order[k];
        const bool there = k < nes_domain_free(v);
        const double most = v->value[i] == 0 ? 1 : 0, searched = there ? of_search(s, k) : 0;
        if (there ? v->choices[i] != searched : v->choices[i] != 0 && v->choices[i] != most)
            nes_code_refuse(c, "variable %zu has %g values, but %g are searched", i + 1,
                            v->choices[i], searched);
    }
}

/* Compares the arrays of the search, number by number, with what the caller knows of them. */
static void check_arrays(nes_coder *c, const nes_domain *v, const nes_settings *s)
{
    NES_EACH_FIELD (f) {
        const nes_role *r = nes_is_per_variable(f) ? nes_role_of(f->option.name) : NULL;
        const double *y = r != NULL ? nes_array_of(s, f) : NULL;
        for (size_t k = 0; y != NULL && k < nes_domain_free(v); k++)
            if (!is_image(v, v->order[k], r, y[k]))
                nes_code_refuse(c, "option '%s' of variable %zu is %g, which is not what it was",
                                f->option.name, v->order[k] + 1, y[k]);
    }
}

nes_status nes_read_domain(nes_coder *c, nes_domain **out, const nes_settings *s, size_t dim,
                           nes_note note)
{
    uint64_t n = 0;
    nes_code_count(c, &n);
    if ((n == 0 && !nes_is_mapped(s, dim)) || n > (c->size - c->used) / 16)
        nes_code_refuse(c, "%llu variables are fixed, or there are bytes behind its fields",
                        (unsigned long long)n);
    if (c->bad) return NES_OK;
    NES_TRY(nes_domain_create(out, dim + n, s->log != NULL, &s->allocator, note));
    nes_domain *v = *out;
    code_fixed(c, v, n);
    if (s->choices != NULL && !c->bad) nes_code_reals(c, v->choices, v->dim);
    nes_domain_sort(v);
    if (!c->bad) check_choices(c, v, s);
    for (size_t k = 0; k < nes_domain_free(v) && !c->bad; k++) { /* what each variable is */
        const size_t i = v->order[k];
        v->log[i] = flag(c, "log", s->log, k);
        v->integer[i] = flag(c, "integer", s->integer, k);
        if (v->log[i] != 0) code_pins(c, v, i);
    }
    if (!c->bad) check_arrays(c, v, s);
    return NES_OK;
}
