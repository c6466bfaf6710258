/* SPDX-License-Identifier: MIT
 *
 * Two or more result folders side by side. Each is compared with the first one
 * (bench/comparison.h); shares of targets and curves are over the functions and dimensions that all
 * of them have, in ascending order of dimension and function. */
#pragma once

#include <stddef.h>

#include "bench/comparison.h"

enum { FOLDERS_MOST = 16 };

typedef struct folder_group {
    const char *const *names; /* borrowed */
    size_t n;
    comparison pairs[FOLDERS_MOST]; /* number i compares the first folder with number i + 1 */
    const compare_set **sets;       /* rows of n - 1 comparisons; owned */
    const share_clock *clock;       /* of shares of targets */
    size_t n_sets;                  /* rows: functions and dimensions that all folders have */
} folder_group;

/* n: from 2 to FOLDERS_MOST. Returns 0, or the exit status with the error printed;
 * folder_group_close() in either case. */
int folder_group_open(folder_group *g, const char *const *names, size_t n);
void folder_group_close(folder_group *g);

void folder_group_set_clock(folder_group *g, const share_clock *clock);

void folder_group_print(const folder_group *g);
void folder_group_json(const folder_group *g);

/* Draws BASENAME.png and BASENAME.svg with runtime distributions by dimension; and for dimension 5
 * BASENAME-d5.png and .svg by group of functions, where there are several groups; likewise for
 * other dimensions. Prints their names unless it is quiet. Returns 0, or the exit status with the
 * error printed. */
int folder_group_draw(const folder_group *g, const char *basename, bool quiet);
