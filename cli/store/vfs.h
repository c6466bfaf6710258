/* SPDX-License-Identifier: MIT
 *
 * How SQLite opens files for this program: by the system's own way (a "VFS" of SQLite), but only
 * regular files, no database through a symbolic link of its name, and never a super-journal.
 * store/beside.h has the same rules, with sentences, before a database is opened. Here they hold at
 * the moment of opening, whatever has been put into the folder since. A super-journal that cannot
 * be opened is not deleted either. */
#pragma once

/* The name for sqlite3_open_v2(). */
const char *vfs_name(void);
