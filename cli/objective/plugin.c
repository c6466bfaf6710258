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
 * With --no-isolate and --jobs above 1 it is called from several threads. */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/plain_locale.h"
#include "base/text.h"
#include "objective/executable.h"
#include "objective/objective.h"
#include "objective/program.h"

typedef struct library {
    void *handle;
    double (*function)(size_t n, const double *x);
    int (*record)(size_t n, const double *x, double *value); /* null: it cannot fail */
    const char *(*said)(void);
} library;

static nes_fate record(size_t dim, const double *x, double *values, void *data)
{
    const library *l = data;
    int fate = NES_MEASURED;
    if (l->record != NULL)
        fate = l->record(dim, x, values);
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

static const char *loader_error(void)
{
    const char *text = dlerror();
    return text ? text : "unknown reason";
}

/* Says why the library cannot be loaded; people give programs as plugins, and are shown the way. */
static int not_loaded(const char *path, const char *name)
{
    char way[512];
    const bool is_program = executable_is_likely(path) && strstr(path, ".so") == NULL;
    return text_error(EXIT_OBJECTIVE, "'%s' cannot be loaded: %s%s%s", name, loader_error(),
                      is_program ? "; " : "", is_program ? program_way(path, way, sizeof way) : "");
}

/* The function of that name, or of that name and _record. */
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
    else if (address != NULL)
        memcpy(&l->function, &address, sizeof address);
    return other != NULL || address != NULL;
}

int objective_library(objective *o, const char *path, const char *symbol, const char *name,
                      library_patience patience)
{
    if (patience.seconds > 0 && library_probe(path, name, patience) != 0) return EXIT_OBJECTIVE;
    library *l = memory_zeros(1, sizeof *l);
    l->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    plain_locale_keep();
    if (!l->handle || !find_function(l, symbol)) {
        if (!l->handle)
            not_loaded(path, name);
        else
            text_error(0,
                       "'%s' has no function '%s'; it needs double %s(size_t n, const double *x)",
                       name, symbol, symbol);
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

/* Splits FILE[:SYMBOL] at the last colon, unless that whole name is a file. Returns the length of
 * FILE. */
static size_t split(const char *text, const char **symbol)
{
    const char *colon = strrchr(text, ':');
    *symbol = "objective";
    if (!colon || access(text, F_OK) == 0) return strlen(text);
    *symbol = colon + 1;
    return (size_t)(colon - text);
}

int objective_plugin(objective *o, const char *file, size_t dim, library_patience patience)
{
    const char *symbol;
    const size_t length = split(file, &symbol);
    int status = objective_init(o, dim);
    if (status) return status;
    if (length == 0 || !*symbol)
        return text_error(EXIT_USAGE,
                          "'%s' does not name a library and a function; write "
                          "--plugin FILE.so or --plugin FILE.so:FUNCTION",
                          file);
    /* dlopen searches the system's folders unless the path has a slash */
    const bool bare = !memchr(file, '/', length);
    buffer path = {.n = 0};
    buffer_print(&path, "%s%.*s", bare ? "./" : "", (int)length, file);
    if (access(path.text, R_OK) != 0)
        status = text_error(EXIT_OBJECTIVE, "'%.*s' cannot be read: %s", (int)length, file,
                            strerror(errno));
    else
        status = objective_library(o, path.text, symbol, file, patience);
    buffer_free(&path);
    return status;
}
