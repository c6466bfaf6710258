/* SPDX-License-Identifier: MIT
 *
 * Whether the folder of a run is where it was. Somebody may move or remove it, or put another in
 * its place, while its files are open: SQLite goes on with files that nobody finds by their names.
 * The file that the lock has open tells (store/lock.h).
 *
 *   - A database that was moved keeps its values. Its log is written into it, so that it is whole
 *     even if it was moved alone.
 *   - A database that has no name any more, or another name than run.db, is copied to a fresh
 *     folder beside the old place, or where that cannot be made, to the one for temporary files.
 *
 * Either way the run ends, and the error says where it is. */
#pragma once

#include "store/store.h"

typedef enum place_kind {
    PLACE_SAME,
    PLACE_MOVED, /* run.db has another path */
    PLACE_LOST,  /* no path leads to the database */
    PLACE_HIDDEN /* the folder cannot be entered any more; the open files can be written */
} place_kind;

/* Where the database is. *folder: the folder with it if it was moved, to be freed; otherwise null.
 */
place_kind place_find(const store *s, char **folder);

/* Ends the run in the database that is not in its place: keeps its values, and says where they are.
 * Returns the exit status. No transaction may be open. */
int place_leave(store *s, place_kind kind, const char *folder);
