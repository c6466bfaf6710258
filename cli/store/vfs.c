/* SPDX-License-Identifier: MIT
 *
 * Opening the files of databases; see store/vfs.h. */
#define _GNU_SOURCE /* realpath */
#include "store/vfs.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "store/want.h"

static sqlite3_vfs ours; /* a copy of the default one, but for xOpen and xFullPathname */

/* SQLite itself follows no link at the end of a name, and waits where the name is that of a pipe.
 */
static bool is_other_kind(const char *path)
{
    struct stat info;
    return path != NULL && lstat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                     int *out_flags)
{
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    (void)vfs;
    file->pMethods = NULL;
    if ((flags & SQLITE_OPEN_SUPER_JOURNAL) != 0 || is_other_kind(path)) return SQLITE_CANTOPEN;
    return system->xOpen(system, path, file, flags, out_flags);
}

/* The default one would replace a link by the file that it leads to. Here links to folders are
 * followed, and the last part of the name stays as it is. */
static int name_file(sqlite3_vfs *vfs, const char *path, int size, char *to)
{
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    const char *slash = strrchr(path, '/');
    buffer folder = {.text = NULL};
    (void)vfs;
    buffer_print(&folder, "%.*s/", slash == NULL ? 1 : (int)(slash - path),
                 slash == NULL ? "." : path);
    char *whole = realpath(folder.text, NULL);
    buffer_free(&folder);
    if (whole == NULL) return system->xFullPathname(system, path, size, to);
    const int n = snprintf(to, (size_t)size, "%s/%s", strcmp(whole, "/") == 0 ? "" : whole,
                           slash == NULL ? path : slash + 1);
    free(whole);
    return n < size ? SQLITE_OK : SQLITE_CANTOPEN;
}

static void make(void)
{
    want_watch(); /* here SQLite is used for the first time */
    const sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (system == NULL) memory_ran_out();
    ours = *system;
    ours.zName = "nes";
    ours.pNext = NULL;
    ours.xOpen = open_file;
    ours.xFullPathname = name_file;
    if (sqlite3_vfs_register(&ours, 0) != SQLITE_OK) memory_ran_out();
}

const char *vfs_name(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make);
    return ours.zName;
}
