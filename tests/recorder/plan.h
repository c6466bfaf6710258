/* SPDX-License-Identifier: MIT
 *
 * The runs of a record. */
#ifndef RECORDER_PLAN_H
#define RECORDER_PLAN_H

#include "library.h"

/* Calls `each` with the text of every run (spec.h), in a fixed order. The tables of methods and
 * options are those of the library: a record of a later library has more lines. */
void plan_all(const library *l, void (*each)(const char *text, void *data), void *data);

#endif
