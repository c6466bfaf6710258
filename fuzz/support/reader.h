/* SPDX-License-Identifier: MIT
 *
 * A database that a stranger made, read by everything that reads the folder of a run. */
#ifndef FUZZ_SUPPORT_READER_H
#define FUZZ_SUPPORT_READER_H

#include <sqlite3.h>

#include "store/store.h"

/* A store on that database, which becomes its own; store_close() when done. */
store *reader_open(sqlite3 *db);

/* Recognises the database, as opening the folder would, and reads it as one of the commands does:
 * which says as which, by its remainder. */
void reader_read(store *s, unsigned which);

#endif
