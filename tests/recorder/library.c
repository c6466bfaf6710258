/* SPDX-License-Identifier: MIT
 *
 * A libnes.so that is loaded by its path. */
#include "library.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void find(void *loaded, const char *name, void *function_pointer)
{
    void *found = dlsym(loaded, name);
    if (found == NULL) {
        fprintf(stderr, "recorder: the library has no %s\n", name);
        exit(2);
    }
    memcpy(function_pointer, &found, sizeof found);
}

library library_open(const char *path)
{
    library l;
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (loaded == NULL) {
        fprintf(stderr, "recorder: %s\n", dlerror());
        exit(2);
    }
#define LIBRARY_FIND(result, name, parameters) find(loaded, "nes_" #name, (void *)&l.name##_);
    LIBRARY(LIBRARY_FIND)
#undef LIBRARY_FIND
    void *failed = dlsym(loaded, "nes_eval_failed");
    double (*value)(void) = NULL;
    memcpy(&value, &failed, sizeof value);
    l.failed = value != NULL ? value() : (double)NAN;
    l.tell_records = NULL;
    if (value == NULL) find(loaded, "nes_tell_records", (void *)&l.tell_records);
    return l;
}

int told_failed(const library *l, handle *o, size_t n, const uint64_t *id)
{
    enum { FAILED = 2 }; /* NES_FAILED */
    double f[64];
    int status = 0, fate[64];
    for (size_t i = 0; i < 64; i++) f[i] = l->failed, fate[i] = FAILED;
    for (size_t i = 0; i < n && status == 0; i += 64) {
        const size_t some = n - i < 64 ? n - i : 64;
        status = l->tell_records != NULL ? l->tell_records(o, some, id + i, fate, f)
                                         : l->tell_some_(o, some, id + i, f);
    }
    return status;
}
