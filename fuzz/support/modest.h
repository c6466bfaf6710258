/* SPDX-License-Identifier: MIT
 *
 * Users may ask for problems of any size on their own command line. Inputs that do are legal and
 * slow, so targets leave them alone. */
#ifndef FUZZ_SUPPORT_MODEST_H
#define FUZZ_SUPPORT_MODEST_H

#include <stdbool.h>
#include <stddef.h>

#include "nes/nes.h"
#include "setup/run_setup.h"

/* Whether no whole number in the text is above most; null is modest. */
bool modest_text(const char *text, size_t most);

/* An allocator that gives no more than a few megabytes in all, and nothing beyond that. */
typedef struct modest_memory {
    size_t left;
} modest_memory;

nes_allocator modest_allocator(modest_memory *m);

/* Asks and tells some generations. values: bytes that decide what the values are. */
void modest_run(nes_opt *o, size_t generations, const unsigned char *values, size_t n);

/* Everything a run needs, from options that were read: as far as it goes without files, compilers
 * and programs. Then the first generations of that run. */
void modest_setup(const run_options *o, const nes_settings *s);

#endif
