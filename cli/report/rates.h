/* SPDX-License-Identifier: MIT
 *
 * Learning rates in force and degrees of freedom, which some methods adapt, by the names that the
 * library has for them. With several runs they are those of the run with the best value. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nes/by_name.h"

enum { RATES = 6 };

extern const char *const rate_names[RATES];

/* Reads the numbers; NaN where the method has none. */
void rates_read(nes_opt *o, double values[RATES]);

/* Whether these settings adapt number i by itself. */
bool rates_are_adapted(const nes_settings *s, size_t i);
