/* SPDX-License-Identifier: MIT
 *
 * What is compared, as it is written: lists of methods and of problems. */
#pragma once

#include <stddef.h>

#include "nes/by_name.h"

/* Methods are names separated by commas, each with options of its own behind colons, such as
 *
 *     xnes,xnes:popsize=50,snes:restarts=ipop:sigma=0.5 */
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

/* Problems are ids separated by commas, in which a number may be a range: bbob_f001-003_i01_d05
 * stands for f001, f002 and f003. */
typedef struct id_list {
    char **v; /* owned */
    size_t n;
} id_list;

enum { ID_LIST_MOST = 10000 };

/* Reads --problems. Returns 0, or the exit status with the error printed; id_list_free() in either
 * case. */
int id_list_parse(const char *text, id_list *l);
void id_list_free(id_list *l);
