/* SPDX-License-Identifier: MIT
 *
 * Limits that the measured costs must not exceed. */
#ifndef NES_BENCH_LIMITS_H
#define NES_BENCH_LIMITS_H

#include "report.h"

/* Writes the limits that this entry exceeds as text, and returns how many there are. */
size_t bench_marks(const char *method, const bench_entry *e, char *text, size_t size);

/* 1 if the exponent of the cost per evaluation is too high. */
size_t bench_mark_exponent(const char *method, double exponent);

/* Whether the method has any limit. */
int bench_is_limited(const char *method);

#endif
