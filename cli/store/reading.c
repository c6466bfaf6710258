/* SPDX-License-Identifier: MIT
 *
 * Connecting to a database that is only read; see store/database.h. Nothing in it changes. SQLite
 * reads it where it is, if the files that it needs beside it can be made. On a read-only disk it is
 * read alone, and beside an unfinished transaction a copy is read. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "process/folder.h"
#include "store/database.h"
#include "store/rollback.h"

/* Writes the path as a URI, in which some characters would have another meaning. */
static void print_uri(buffer *uri, const char *path)
{
    buffer_print(uri, "file:");
    for (; *path != '\0'; path++)
        if (strchr("%?#", *path) != NULL)
            buffer_print(uri, "%%%02x", (unsigned char)*path);
        else
            buffer_add(uri, path, 1);
    buffer_print(uri, "?immutable=1");
}

/* Whether a file is there and has a content. */
static bool has_content(const char *folder, const char *name)
{
    struct stat info;
    char *path = file_path(folder, name);
    const bool has = lstat(path, &info) == 0 && info.st_size > 0;
    free(path);
    return has;
}

/* Without a log and a journal the database can be read alone. */
static int connect_unchanging(store *s)
{
    int code;
    buffer uri = {.text = NULL};
    if (has_content(s->folder, "run.db-wal") || has_content(s->folder, "run.db-journal"))
        return text_error(EXIT_FILES,
                          "%s cannot be read where nothing can be written, since the run has not "
                          "been ended properly; copy the folder to another place",
                          s->path);
    print_uri(&uri, s->path);
    database_disconnect(s);
    s->db = database_connect(uri.text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &code);
    buffer_free(&uri);
    return code == SQLITE_OK ? database_check_kind(s) : database_fail(s);
}

/* Reads beside a transaction that nobody has finished. *again: somebody has, meanwhile. */
static int connect_to_copy(store *s, bool *again)
{
    int code, error;
    database_disconnect(s);
    s->db = rollback_connect(s->folder, &code, &error);
    *again = s->db == NULL && error == EAGAIN;
    if (s->db != NULL) return code == SQLITE_OK ? database_check_kind(s) : database_fail(s);
    return *again ? EXIT_FILES
                  : text_error(EXIT_FILES,
                               "%s has an unfinished transaction, and cannot be copied to %s to be "
                               "read without it: %s",
                               s->path, folder_temporary(), strerror(error));
}

static int connect_once(store *s, bool *again)
{
    int code, format;
    s->db = database_connect(s->path, SQLITE_OPEN_READONLY, &code);
    const bool readable =
        code == SQLITE_OK && schema_recognise(s->db, &format) != SCHEMA_UNREADABLE;
    const int reason = readable ? SQLITE_OK : sqlite3_extended_errcode(s->db);
    const bool unwritable =
        (reason & 0xff) == SQLITE_CANTOPEN || (reason & 0xff) == SQLITE_READONLY;
    *again = false;
    if (reason == SQLITE_READONLY_ROLLBACK) return connect_to_copy(s, again);
    if (unwritable && access(s->path, R_OK) == 0) return connect_unchanging(s);
    return code == SQLITE_OK ? database_check_kind(s) : database_fail(s);
}

int database_open_for_reading(store *s)
{
    enum { TRIES = 20 };
    bool again = true;
    int status = 0;
    for (int i = 0; again && i < TRIES; i++) status = connect_once(s, &again);
    if (again) text_error(status, "%s was changed again and again; try later", s->path);
    return status;
}
