/* SPDX-License-Identifier: MIT
 *
 * Damaged databases: finding out, and saving what can be read. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include "base/buffer.h"

/* Whether SQLite finds no damage in the structure of the database. */
bool damage_is_none(sqlite3 *db);

/* What can be read of a database. */
typedef struct damage_yield {
    uint64_t facts;
    uint64_t evaluations, about; /* evaluations that can be read, and about how many there were */
    bool state;                  /* there is a state of the optimiser, */
    bool untried;                /* which asks for too much memory to be loaded here */
    uint64_t round;
} damage_yield;

/* Copies what can be read to a database that has the tables, and no rows. Returns what SQLite says
 * of the copy. */
int damage_copy(sqlite3 *from, sqlite3 *to, damage_yield *yield);

/* Appends a text such as "312 of about 400 evaluations and the state of round 30". */
void damage_print(buffer *text, const damage_yield *y);
