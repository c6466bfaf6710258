/* SPDX-License-Identifier: MIT
 *
 * Temporary folders. Removing never follows a symbolic link and never leaves the folder. */
#pragma once

/* The folder for temporary files: $TMPDIR, or /tmp. */
const char *folder_temporary(void);

/* Makes a new folder below parent that only this user can enter; *path: its path, to be freed. Null
 * parent: below folder_temporary(). Returns 0 or errno. */
int folder_make(const char *parent, const char *prefix, char **path);

/* Removes a folder with all that is in it. Returns 0, or the first errno with as much removed as
 * possible. */
int folder_remove(const char *path);
