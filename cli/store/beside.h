/* SPDX-License-Identifier: MIT
 *
 * The files of a run's folder that are opened by their names: the database, what SQLite keeps
 * beside it, and the lock. A folder may come from anybody, so they are looked at before they are
 * opened. Refused are
 *
 *   - links, pipes, devices, sockets and folders: SQLite would follow some and wait for others;
 *   - files with several names (hard links): to write to one would change another file, and SQLite
 *     keeps a journal for each name;
 *   - a journal that names a super-journal. SQLite finishes a transaction of several databases by
 *     deleting the file of that name, which may be any file of the user. A run has one database.
 *
 * Whoever can write to the folder can put other files there after the look. What is then still
 * impossible is in store/vfs.h. */
#pragma once

#include <stdbool.h>

/* Whether run.db may have several names: a reader does not write to it. */
typedef enum beside_use { BESIDE_READS, BESIDE_WRITES } beside_use;

/* Returns 0, or the exit status with the error printed. A file that is not there is fine. */
int beside_check(const char *folder, beside_use use);

/* The same without a word. */
bool beside_is_sound(const char *folder, beside_use use);

/* The last rule alone, for the journal of any database. */
int beside_check_journal(const char *path);
