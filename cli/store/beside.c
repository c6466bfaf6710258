/* SPDX-License-Identifier: MIT
 *
 * Looking at files before they are opened; see store/beside.h. */
#include "store/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "store/lock.h"

static const char DATABASE[] = "run.db", JOURNAL[] = "run.db-journal";

/* Null: a file. */
static const char *other_kind(mode_t mode)
{
    return S_ISREG(mode)    ? NULL
           : S_ISLNK(mode)  ? "a symbolic link"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISDIR(mode)  ? "a folder"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

/* ---- journals ------------------------------------------------------------------------------- */

enum { TAIL = 16, NAME_MOST = 4096 }; /* bytes behind the name, and of a name */
enum { NAMES_ANOTHER = -1 };          /* a journal that must not be used */

static uint32_t big_endian(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* A journal with a super-journal ends with its name, the length of the name, a checksum and a mark
 * of eight bytes. The mark decides here: SQLite asks for the rest as well. Returns 0, NAMES_ANOTHER
 * with the name, or errno. */
static int find_super_journal(int fd, off_t size, buffer *name)
{
    static const unsigned char mark[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char tail[TAIL];
    char text[NAME_MOST];
    if (size < TAIL) return 0;
    if (pread(fd, tail, TAIL, size - TAIL) != TAIL) return EIO;
    if (memcmp(tail + 8, mark, sizeof mark) != 0) return 0;
    const uint32_t n = big_endian(tail);
    if (n == 0 || n > NAME_MOST || n > (uint64_t)size - TAIL ||
        pread(fd, text, n, size - TAIL - (off_t)n) != (ssize_t)n)
        buffer_print(name, "a file without a readable name");
    else
        buffer_print(name, "%.*s", (int)n, text);
    return NAMES_ANOTHER;
}

/* O_NONBLOCK: it may have become a pipe meanwhile. */
static int look_into_journal(const char *path, buffer *name)
{
    struct stat info;
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT ? 0 : errno;
    int error = fstat(fd, &info) != 0 ? errno : 0;
    if (error == 0 && S_ISREG(info.st_mode)) error = find_super_journal(fd, info.st_size, name);
    close(fd);
    return error;
}

/* Returns the exit status, with the sentence. */
static int check_journal(const char *path, buffer *why)
{
    buffer name = {.text = NULL};
    const int error = look_into_journal(path, &name), ending = (int)strlen("-journal");
    if (error == NAMES_ANOTHER)
        buffer_print(why,
                     "%s belongs to a transaction of several databases, and finishing it deletes "
                     "%s; nothing was changed. nes never leaves such a journal, so do not trust "
                     "this folder; if you do, `sqlite3 %.*s .schema` finishes it",
                     path, name.text, (int)strlen(path) - ending, path);
    else if (error != 0)
        buffer_print(why, "%s cannot be read: %s", path, strerror(error));
    buffer_free(&name);
    return error != 0 ? EXIT_FILES : 0;
}

int beside_check_journal(const char *path)
{
    buffer why = {.text = NULL};
    const int status = check_journal(path, &why);
    if (status != 0) text_error(status, "%s", why.text);
    buffer_free(&why);
    return status;
}

/* ---- all files ------------------------------------------------------------------------------ */

/* Looks at a file, and says what is wrong with it. Returns the exit status. */
static int check_file(const char *path, const char *name, beside_use use, buffer *why)
{
    struct stat info;
    if (lstat(path, &info) != 0) return 0; /* whoever opens it will hear of the error */
    const char *kind = other_kind(info.st_mode);
    const bool database = strcmp(name, DATABASE) == 0;
    if (kind != NULL && database) {
        buffer_print(why,
                     "%s is not a file, but %s; a run keeps its database there: give the folder "
                     "that has the file itself",
                     path, kind);
        return EXIT_USAGE;
    }
    if (kind != NULL)
        buffer_print(why,
                     "%s is not a file, but %s; nothing was opened: move it away if you trust the "
                     "folder otherwise",
                     path, kind);
    else if (info.st_nlink > 1 && !(database && use == BESIDE_READS))
        buffer_print(why,
                     "%s has %ju names (hard links), so that another file would change with it; "
                     "copy the folder, and use the copy",
                     path, (uintmax_t)info.st_nlink);
    return why->n > 0 ? EXIT_FILES : 0;
}

static int look(const char *folder, beside_use use, buffer *why)
{
    const char *const names[] = {DATABASE, JOURNAL, "run.db-wal", "run.db-shm", lock_name};
    int status = 0;
    for (size_t i = 0; status == 0 && i < sizeof names / sizeof *names; i++) {
        char *path = file_path(folder, names[i]);
        status = check_file(path, names[i], use, why);
        if (status == 0 && names[i] == JOURNAL) status = check_journal(path, why);
        free(path);
    }
    return status;
}

int beside_check(const char *folder, beside_use use)
{
    buffer why = {.text = NULL};
    const int status = look(folder, use, &why);
    if (status != 0) text_error(status, "%s", why.text);
    buffer_free(&why);
    return status;
}

bool beside_is_sound(const char *folder, beside_use use)
{
    buffer why = {.text = NULL};
    const int status = look(folder, use, &why);
    buffer_free(&why);
    return status == 0;
}
