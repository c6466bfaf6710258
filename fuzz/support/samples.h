/* SPDX-License-Identifier: MIT
 *
 * Rows as a run writes them, for seeds. */
#ifndef FUZZ_SUPPORT_SAMPLES_H
#define FUZZ_SUPPORT_SAMPLES_H

#include <stddef.h>

#include <sqlite3.h>

enum { SAMPLES = 4 };

/* Fills the tables of a database with sample number i: an empty run, one with values and failures,
 * one with a state too. */
void samples_add(sqlite3 *db, size_t i);

/* A saved run, to be freed: n bytes. */
unsigned char *samples_state(size_t *n);

#endif
