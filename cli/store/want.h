/* SPDX-License-Identifier: MIT
 *
 * Whether SQLite has really wanted memory. It says "out of memory" of some damaged databases, too:
 * of a row, for example, whose size no row can have. */
#pragma once

#include <stdbool.h>

/* Looks at all that SQLite allocates. To be called before SQLite is used for the first time;
 * otherwise every want is believed. */
void want_watch(void);

/* Whether the process has been refused memory, given what SQLite said (an error code). */
bool want_is_real(int code);

/* Ends the process in that case. */
void want_end(int code);
