/* SPDX-License-Identifier: MIT
 *
 * nes run --plugin FILE[:SYMBOL] --dim N: a function of a shared library,
 *
 *     double SYMBOL(size_t n, const double *x);
 *
 * by default of the name objective. An evaluation that may fail has a function whose name ends in
 * _record, which returns 1 where it has written the value, and 2 where it failed (nes_fate):
 *
 *     int SYMBOL_record(size_t n, const double *x, double *value);
 *
 * Where outputs are named, the function gives them all, and its default name is objectives:
 *
 *     void SYMBOL(size_t n, const double *x, double *out);
 *     int SYMBOL_record(size_t n, const double *x, double *out);
 *
 * With --no-isolate and --jobs above 1 it is called from several threads. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/plain_locale.h"
#include "base/text.h"
#include "objective/objective.h"

typedef struct library {
    void *handle;
    double (*function)(size_t n, const double *x);
    void (*outputs)(size_t n, const double *x, double *out);  /* null: it gives a value */
    int (*record)(size_t n, const double *x, double *values); /* null: evaluations cannot fail */
    bool gives_outputs; /* the function writes outputs and no value */
    const char *(*said)(void);
} library;

static nes_fate record(size_t dim, const double *x, double *values, void *data)
{
    const library *l = data;
    int fate = NES_MEASURED;
    if (l->record != NULL)
        fate = l->record(dim, x, l->gives_outputs ? values + 1 : values);
    else if (l->gives_outputs)
        l->outputs(dim, x, values + 1);
    else
        values[0] = l->function(dim, x);
    plain_locale_keep();
    return fate == NES_MEASURED ? NES_MEASURED : NES_FAILED;
}

static const char *said(void *data)
{
    const library *l = data;
    const char *text = l->said();
    plain_locale_keep();
    return text;
}

static void release(void *data)
{
    library *l = data;
    if (l->handle) dlclose(l->handle);
    free(l);
}

/* Finds the function of that name, or of that name and _record. Returns whether there is one. */
static bool find_function(library *l, const char *symbol)
{
    static const char suffix[] = "_record";
    char longer[256];
    const size_t n = strlen(symbol), end = sizeof suffix - 1;
    void *address = dlsym(l->handle, symbol);
    const bool is_record = n >= end && strcmp(symbol + n - end, suffix) == 0;
    const bool fits = snprintf(longer, sizeof longer, "%s%s", symbol, suffix) < (int)sizeof longer;
    void *other = is_record ? address : fits ? dlsym(l->handle, longer) : NULL;
    if (other != NULL) /* C has no cast from object to function */
        memcpy(&l->record, &other, sizeof other);
    else if (address != NULL && l->gives_outputs)
        memcpy(&l->outputs, &address, sizeof address);
    else if (address != NULL)
        memcpy(&l->function, &address, sizeof address);
    return other != NULL || address != NULL;
}

/* Says which function a library lacks, and what to do where it has the other one. */
static void refuse_symbol(const library *l, const char *symbol, const char *name)
{
    const bool other = dlsym(l->handle, l->gives_outputs ? "objective" : "objectives") != NULL;
    if (!l->gives_outputs && other)
        text_error(0,
                   "'%s' has the function objectives: name the numbers that it gives, as in "
                   "--output mass,stress, and say what to minimise: --minimise mass",
                   name);
    else if (l->gives_outputs)
        text_error(0,
                   "'%s' has no function '%s'; with named outputs it needs void %s(size_t n, "
                   "const double *x, double *out)",
                   name, symbol, symbol);
    else
        text_error(0, "'%s' has no function '%s'; it needs double %s(size_t n, const double *x)",
                   name, symbol, symbol);
}

int objective_library(objective *o, const char *path, const char *symbol, const char *name,
                      const library_wish *wish)
{
    library *l = memory_zeros(1, sizeof *l);
    l->gives_outputs = wish->outputs > 0;
    if (symbol == NULL) symbol = l->gives_outputs ? "objectives" : "objective";
    if (library_open(&l->handle, path, name, wish->patience, (library_trial){.run = NULL}) != 0) {
        free(l);
        return EXIT_OBJECTIVE;
    }
    if (!find_function(l, symbol)) {
        refuse_symbol(l, symbol, name);
        release(l);
        return EXIT_OBJECTIVE;
    }
    o->record = record;
    o->data = l;
    o->release = release;
    return 0;
}

void objective_library_guard(objective *o, const char *function, const char *text_of)
{
    library *l = o->data;
    void *address = dlsym(l->handle, function), *text = dlsym(l->handle, text_of);
    if (!address || !text || l->record != NULL) return;
    memcpy(&l->record, &address, sizeof address);
    memcpy(&l->said, &text, sizeof text);
    o->said = said;
}

int objective_plugin(objective *o, const char *file, const library_wish *wish)
{
    const char *symbol = wish->outputs > 0 ? "objectives" : "objective";
    buffer path = {.n = 0};
    int status = objective_init(o, wish->dim);
    if (status == 0) status = library_split(file, &path, &symbol);
    if (status == 0) status = objective_library(o, path.text, symbol, file, wish);
    buffer_free(&path);
    return status;
}
