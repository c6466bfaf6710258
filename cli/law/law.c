/* SPDX-License-Identifier: MIT
 *
 * From the command line to a law; see law/law.h. */
#include "law/law.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/plain_locale.h"
#include "base/text.h"
#include "law/header_texts.h" /* nes/density.h and nes/status.h, made by the build */
#include "nes/by_name.h"
#include "objective/compile.h"

enum { LOADING_SECONDS = 60 }; /* for loading a library and trying its law */

/* A kind of law. */
typedef struct kind {
    const char *word;        /* the option, and the function that is looked for */
    const char *type;        /* what the function points to */
    const char *family;      /* the family that it makes */
    const char *declaration; /* of the function, for C++ */
} kind;

static const kind kinds[] = {
    {"density", "nes_density", "user",
     "struct nes_density;\nextern \"C\" const struct nes_density *density(__SIZE_TYPE__ dim);\n"},
    {"radial", "nes_radial", "user-radial",
     "struct nes_radial;\nextern \"C\" const struct nes_radial *radial(__SIZE_TYPE__ dim);\n"},
};
enum { DENSITY, RADIAL, KINDS };

/* What is loaded. */
typedef struct loading {
    law *to;
    const kind *kind;
    const char *file, *symbol; /* as the user wrote them */
    size_t dim;
} loading;

/* Calls the function of a loaded library. Returns whether there is one. */
static bool call(const loading *l, law *to, void *handle)
{
    void *address = dlsym(handle, l->symbol);
    const nes_density *(*density)(size_t dim);
    const nes_radial *(*radial)(size_t dim);
    if (address == NULL) return false;
    if (l->kind == &kinds[DENSITY]) { /* C has no cast from object to function */
        memcpy(&density, &address, sizeof address);
        to->density = density(l->dim);
    } else {
        memcpy(&radial, &address, sizeof address);
        to->radial = radial(l->dim);
    }
    plain_locale_keep();
    law_make_calls(to);
    return true;
}

static void use(law *l, nes_settings *s)
{
    if (l->density != NULL) s->density = &l->density_calls;
    if (l->radial != NULL) s->radial = &l->radial_calls;
}

/* In the child: one generation with the law, so that each of its functions has been called. What
 * the library refuses here, it will refuse again in the other process, with a sentence. */
static void try(void *handle, void *data)
{
    const loading *l = data;
    law trial = {.handle = NULL};
    nes_settings s;
    nes_opt *o = NULL;
    nes_points p;
    if (!call(l, &trial, handle)) return;
    nes_settings_default(&s);
    s.family = l->kind->family;
    s.restarts = "none";
    use(&trial, &s);
    if (nes_create(&o, l->dim, NULL, &s) == NES_OK && nes_ask(o, &p) == NES_OK) {
        for (size_t k = 0; k < p.n; k++) p.f[k] = (double)k;
        nes_tell(o, p.n, p.f);
    }
    nes_destroy(o);
}

static int load(const char *path, void *data)
{
    loading *l = data;
    char what[64];
    snprintf(what, sizeof what, "a function of the %s", l->kind->word);
    const library_patience patience = {.seconds = LOADING_SECONDS};
    const library_trial trial = {.run = try, .data = l, .what = what};
    const int status = library_open(&l->to->handle, path, l->file, patience, trial);
    if (status != 0) return status;
    if (!call(l, l->to, l->to->handle))
        return text_error(EXIT_OBJECTIVE,
                          "'%s' has no function '%s'; it needs const %s *%s(size_t dim)", l->file,
                          l->symbol, l->kind->type, l->symbol);
    if (l->to->density != NULL || l->to->radial != NULL) return 0;
    return text_error(EXIT_OBJECTIVE,
                      "'%s' has no %s for %zu variable%s: its function %s(%zu) returned null; give "
                      "another --dim",
                      l->file, l->kind->word, l->dim, text_s(l->dim), l->symbol, l->dim);
}

static int open_source(loading *l, const char *flags)
{
    const compile_file headers[] = {{"nes/density.h", header_texts},
                                    {"nes/status.h", header_texts + strlen(header_texts) + 1}};
    const compile_request request = {.file = l->file,
                                     .flags = flags,
                                     .more = headers,
                                     .n_more = sizeof headers / sizeof *headers,
                                     .declaration = l->kind->declaration};
    return compile_source(&request, load, l);
}

static int open_library(loading *l)
{
    buffer path = {.text = NULL};
    int status = library_split(l->file, &path, &l->symbol);
    if (status == 0) status = load(path.text, l);
    buffer_free(&path);
    return status;
}

/* Refuses another family than that of the law. Without --family it is the law's. */
static int choose_family(const kind *k, const char *file, nes_settings *s)
{
    if (s->family == NULL) nes_set(s, "family", k->family);
    if (strcmp(s->family, k->family) == 0) return 0;
    return text_error(EXIT_USAGE, "--%s %s makes the family %s, but --family is %s; leave one out",
                      k->word, file, k->family, s->family);
}

/* A family of the user's needs the option that makes it. */
static int check_family(const nes_settings *s)
{
    for (size_t i = 0; i < KINDS; i++)
        if (s->family != NULL && strcmp(s->family, kinds[i].family) == 0)
            return text_error(EXIT_USAGE,
                              "--family %s needs a distribution of yours: give --%s "
                              "FILE.c",
                              s->family, kinds[i].word);
    return 0;
}

bool law_has_source(const law_options *o)
{
    return (o->density != NULL && compile_is_source(o->density)) ||
           (o->radial != NULL && compile_is_source(o->radial));
}

int law_open(law *l, const law_options *o, const char *flags, size_t dim, nes_settings *s)
{
    const kind *k = &kinds[o->density != NULL ? DENSITY : RADIAL];
    const char *file = o->density != NULL ? o->density : o->radial;
    if (file == NULL) return check_family(s);
    if (o->density != NULL && o->radial != NULL)
        return text_error(EXIT_USAGE, "--density and --radial are both given; a run has one search "
                                      "distribution");
    int status = choose_family(k, file, s);
    loading loaded = {.to = l, .kind = k, .file = file, .symbol = k->word, .dim = dim};
    if (status == 0)
        status = compile_is_source(file) ? open_source(&loaded, flags) : open_library(&loaded);
    if (status != 0) return status;
    l->file = file;
    use(l, s);
    return 0;
}

void law_close(law *l)
{
    if (l->handle != NULL) dlclose(l->handle);
    *l = (law){.handle = NULL};
}
