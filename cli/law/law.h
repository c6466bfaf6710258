/* SPDX-License-Identifier: MIT
 *
 * A search distribution of the user's own: nes run --density FILE or --radial FILE. FILE is C or
 * C++ source, or a shared library FILE.so[:SYMBOL], with a function
 *
 *     const nes_density *density(size_t dim);
 *     const nes_radial *radial(size_t dim);
 *
 * which is called once with the number of variables (nes/density.h has the structs). It returns
 * null where the distribution is not for that number. Source finds the headers that this program
 * was built with. The functions in the struct run in this process: they decide where the search
 * goes, and each rank of an MPI job calls its own. */
#pragma once

#include "nes/density.h"
#include "nes/settings.h"
#include "objective/library.h"

typedef struct law_options {
    const char *density, *radial;
} law_options;

/* Rows for the option table of a command. */
#define LAW_OPTIONS(type, prefix)                                                                  \
    {"density", "FILE", offsetof(type, prefix density),                                            \
     "a search distribution of your own (family user): C or C++ source, or a library "             \
     "FILE.so[:SYMBOL], with const nes_density *density(size_t dim); see nes/density.h"},          \
    {                                                                                              \
        "radial", "FILE", offsetof(type, prefix radial),                                           \
            "a law of distances of your own (family user-radial): likewise, with const "           \
            "nes_radial *radial(size_t dim)"                                                       \
    }

typedef struct law {
    const char *file;           /* what the user called it, borrowed; null: there is no law */
    void *handle;               /* the library */
    const nes_density *density; /* the user's; null: there is none */
    const nes_radial *radial;
    nes_density density_calls; /* what the settings get: the user's functions, called with care */
    nes_radial radial_calls;
} law; /* the settings point into it: it does not move. A zeroed struct is no law */

/* Loads the law that the options name, for dim variables, and makes it that of the settings, which
 * borrow it. flags: --cc-flags, or null. Returns 0, or the exit status with the error printed. */
int law_open(law *l, const law_options *o, const char *flags, size_t dim, nes_settings *s);
void law_close(law *l);

/* Whether there is source that has to be compiled. */
bool law_has_source(const law_options *o);

/* law_calls.c: fills density_calls or radial_calls. */
void law_make_calls(law *l);
