/* SPDX-License-Identifier: MIT
 *
 * The locks of a run's folder. Who writes holds both:
 *
 *   - a record lock on DIR/run.lock, which tells everybody the process that holds it;
 *   - a lock on DIR/run.db itself, since somebody may remove the other file, or put another in its
 *     place. It belongs to an open file description (F_OFD_SETLK), on a byte that SQLite does not
 *     use, so that neither side undoes what the other has locked. Systems without such locks have
 *     the first one only.
 *
 * The kernel releases both when the process ends, however it ends. Children do not keep them: a
 * program that is started does not get the descriptors, and a fork closes that of the database.
 *
 * Closing any descriptor of a file releases the record locks of the process on it, those of SQLite
 * on run.db too. So locks are taken and looked at before SQLite opens the database, and released
 * after it is closed; and a process that holds the locks must not look at them. */
#pragma once

extern const char lock_name[]; /* "run.lock" */

typedef struct folder_lock {
    int file, database; /* descriptors of run.lock and run.db; -1: none */
} folder_lock;

#define LOCK_NONE ((folder_lock){-1, -1})

/* Takes both locks, for which it waits up to a second; only the first one where there is no
 * database. Returns 0, or the exit status with the error printed and nothing to release. */
int lock_take(folder_lock *l, const char *folder);

/* Takes the second lock on the database that is in the folder now. Returns the same. */
int lock_take_database(folder_lock *l, const char *folder);

/* Opens the database for lock_owner(), and locks nothing. */
void lock_look(folder_lock *l, const char *folder);

void lock_release(folder_lock *l);

/* The number of the process that holds a lock; -1: the number is not known, as on another machine,
 * or where run.lock is gone; 0: no process holds one. l: from lock_look(). */
long lock_owner(const folder_lock *l, const char *folder);
