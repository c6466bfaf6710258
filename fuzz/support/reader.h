/* SPDX-License-Identifier: MIT
 *
 * A database that a stranger made, read by everything that reads the folder of a run. */
#ifndef FUZZ_SUPPORT_READER_H
#define FUZZ_SUPPORT_READER_H

#include <sqlite3.h>

/* Recognises the database, as opening the folder would, and reads all of it. It becomes closed. */
void reader_read(sqlite3 *db);

#endif
