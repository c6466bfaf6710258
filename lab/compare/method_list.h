/* SPDX-License-Identifier: MIT
 *
 * The methods of a comparison as they are written: names separated by commas, each with options of
 * its own behind colons, such as
 *
 *     xnes,xnes:popsize=50,snes:restarts=ipop:sigma=0.5 */
#pragma once

#include <stddef.h>

#include "nes/by_name.h"

typedef struct method_entry {
    char *text;  /* as it was written, which is its name everywhere; owned */
    char *sigma; /* its own step size; null: none; owned */
    nes_settings settings;
} method_entry;

typedef struct method_list {
    method_entry *v; /* owned */
    size_t n;
} method_list;

enum { METHOD_TEXT = 256 }; /* bytes that an entry may have */

/* Reads --methods. Settings that all methods share come first, then an entry's own. Returns 0, or
 * the exit status with the error printed; method_list_free() in either case. */
int method_list_parse(const char *text, const nes_settings *common, method_list *l);
void method_list_free(method_list *l);
