/* SPDX-License-Identifier: MIT
 *
 * Settings for callers who cannot use the struct itself: made and freed by functions, with arrays
 * that they own, and setters for everything that is not text. */
#include <string.h>

#include "nes/density.h"
#include "opt/settings/options.h"
#include "util/arena.h"
#include "util/try.h"

/* Settings made by nes_settings_new, with the copies of their arrays by place in the table. */
typedef struct owned_settings {
    nes_settings s;
    double *array[NES_MOST_ARRAYS];
    nes_density density;
    nes_radial radial;
    double *theta0, *tau0; /* copies of the parameters of density and law */
} owned_settings;

/* The struct around settings made by nes_settings_new; null for other settings, and for copies. */
static owned_settings *owned(const nes_settings *s)
{
    return s->owner == (const void *)s ? s->owner : NULL;
}

static nes_note note_of(nes_settings *s)
{
    return (nes_note){s->message, sizeof s->message};
}

static const nes_allocator heap = {NULL, NULL, NULL};

nes_settings *nes_settings_new(void)
{
    owned_settings *o = nes_allocate(&heap, sizeof *o);
    if (o == NULL) return NULL;
    nes_settings_default(&o->s);
    o->s.owner = o;
    return &o->s;
}

void nes_settings_free(nes_settings *s)
{
    owned_settings *o = s != NULL ? owned(s) : NULL;
    if (o == NULL) return;
    for (size_t i = 0; i < NES_MOST_ARRAYS; i++) nes_release(&heap, o->array[i]);
    nes_release(&heap, o->theta0);
    nes_release(&heap, o->tau0);
    nes_release(&heap, o);
}

/* Replaces *copy by a copy of n numbers; v null: by none. what: the noun for them in the sentence
 * of an error. */
static nes_status keep(double **copy, size_t n, const double *v, const char *what, nes_note note)
{
    double *to = NULL;
    if (v != NULL && n <= SIZE_MAX / 2 / sizeof *v) to = nes_allocate(&heap, n * sizeof *v);
    if (v != NULL && to == NULL)
        return nes_refuse(note, NES_ERR_MEMORY, "there is no memory for the %zu %s", n, what);
    if (v != NULL) memcpy(to, v, n * sizeof *v);
    nes_release(&heap, *copy);
    *copy = to;
    return NES_OK;
}

nes_status nes_set_array(nes_settings *s, const char *name, size_t n, const double *values)
{
    if (s == NULL || name == NULL || (values == NULL && n > 0)) return NES_ERR_ARGUMENT;
    const nes_note note = note_of(s);
    const nes_field *f = nes_field_find(name);
    s->message[0] = '\0';
    if (f == NULL) return nes_unknown_option(name, note);
    if (f->option.type != NES_TYPE_ARRAY)
        return nes_refuse(note, NES_ERR_VALUE,
                          "option '%s' is not an array: set it with nes_set, as text", name);
    const double *kept = n > 0 ? values : NULL; /* borrowed, where the settings cannot own a copy */
    owned_settings *o = owned(s);
    if (o != NULL) {
        char what[80];
        nes_print(what, sizeof what, "numbers of '%s'", name);
        NES_TRY(keep(&o->array[nes_field_array(f)], n, kept, what, note));
        kept = o->array[nes_field_array(f)];
    }
    *(const double **)nes_field_in(s, f) = kept;
    s->array_length[nes_field_array(f)] = n;
    nes_field_mark(f, s);
    return NES_OK;
}

const char *nes_settings_message(const nes_settings *s)
{
    return s != NULL ? s->message : "";
}

void nes_set_progress(nes_settings *s, nes_progress progress, void *user)
{
    if (s == NULL) return;
    s->progress = progress;
    s->progress_user = user;
}

void nes_set_allocator(nes_settings *s, void *(*allocate)(size_t size, void *user),
                       void (*release)(void *p, void *user), void *user)
{
    if (s != NULL) s->allocator = (nes_allocator){allocate, release, user};
}

nes_status nes_set_density(nes_settings *s, size_t nparam, const double *theta0,
                           void (*sample)(const double *theta, size_t dim, nes_random *r, double *x,
                                          void *user),
                           double (*logpdf)(const double *theta, size_t dim, const double *x,
                                            void *user),
                           void (*score)(const double *theta, size_t dim, const double *x,
                                         double *derivatives, void *user),
                           int (*repair)(double *theta, size_t dim, void *user), void *user)
{
    owned_settings *o = s != NULL ? owned(s) : NULL;
    if (o == NULL || theta0 == NULL || sample == NULL || score == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(keep(&o->theta0, nparam, theta0, "parameters of the density", note_of(s)));
    o->density = (nes_density){.nparam = nparam,
                               .theta0 = o->theta0,
                               .sample = sample,
                               .logpdf = logpdf,
                               .score = score,
                               .repair = repair,
                               .user = user};
    s->density = &o->density;
    return NES_OK;
}

nes_status nes_set_radial(nes_settings *s, size_t ntau, const double *tau0,
                          double (*logq)(const double *tau, size_t dim, double r2, void *user),
                          double (*slope)(const double *tau, size_t dim, double r2, void *user),
                          void (*score)(const double *tau, size_t dim, double r2,
                                        double *derivatives, void *user),
                          double (*radius)(const double *tau, size_t dim, double n, nes_random *r,
                                           void *user),
                          int (*repair)(double *tau, size_t dim, void *user), void *user)
{
    owned_settings *o = s != NULL ? owned(s) : NULL;
    const bool complete = ntau == 0 || (tau0 != NULL && score != NULL);
    if (o == NULL || !complete || logq == NULL || slope == NULL || radius == NULL)
        return NES_ERR_ARGUMENT;
    NES_TRY(keep(&o->tau0, ntau, ntau > 0 ? tau0 : NULL, "parameters of the law", note_of(s)));
    o->radial = (nes_radial){.ntau = ntau,
                             .tau0 = o->tau0,
                             .logq = logq,
                             .slope = slope,
                             .score = score,
                             .radius = radius,
                             .repair = repair,
                             .user = user};
    s->radial = &o->radial;
    return NES_OK;
}
