/* SPDX-License-Identifier: MIT
 *
 * Temporary folders. Removing never follows a symbolic link and never leaves the folder. */
#pragma once

/* Makes a new folder below parent that only this user can enter; *path: its path, to be freed. Null
 * parent: below $TMPDIR, or /tmp. Returns 0 or errno. */
int folder_make(const char *parent, const char *prefix, char **path);

/* Removes a folder with all that is in it. Returns 0, or the first errno with as much removed as
 * possible. */
int folder_remove(const char *path);
