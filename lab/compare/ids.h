/* SPDX-License-Identifier: MIT
 *
 * A list of problems as one writes it: ids separated by commas, in which a number may be a range:
 * bbob_f001-003_i01_d05 stands for f001, f002 and f003. */
#pragma once

#include <stddef.h>

typedef struct id_list {
    char **v; /* owned */
    size_t n;
} id_list;

enum { ID_LIST_MOST = 10000 };

/* Reads --problems. Returns 0, or the exit status with the error printed; id_list_free() in either
 * case. */
int id_list_parse(const char *text, id_list *l);
void id_list_free(id_list *l);
