/* SPDX-License-Identifier: MIT
 *
 * Starts that are drawn at random, from the seed and for every run anew: the library's options for
 * them, from the words of --x0 or from a problem whose usual start is random. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/problems.h"
#include "nes/settings.h"
#include "setup/arrays.h"

/* Whether text, the value of --x0, names a law such as "uniform:LOW:HIGH" and not a point. */
bool start_is_law(const char *text);

/* Reads a text that names a law, for dim variables. Returns 0, or the exit status with the error
 * printed. */
int start_read_law(const char *text, size_t dim, arrays *a, nes_settings *s);

/* Takes the law of a problem's usual start, if that start is random. */
void start_read_usual(const nes_problem *p, arrays *a, nes_settings *s);

/* Whether the settings have the arrays of a law, or one of them. */
bool start_has_law(const nes_settings *s);
