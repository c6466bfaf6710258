/* SPDX-License-Identifier: MIT
 *
 * Recognising and removing one's own files; see tasks/own.h. */
#include "tasks/own.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a name of n bytes is the pattern with numbers in it. */
static bool is_task(const char *pattern, const char *name, size_t n)
{
    const char *end = name + n;
    for (; *pattern != '\0'; pattern++) {
        const size_t digits = strspn(name, "0123456789");
        if (*pattern != '#') {
            if (name == end || *name++ != *pattern) return false;
        } else {
            if (digits == 0 || (digits > 1 && *name == '0')) return false;
            name += digits;
        }
    }
    return name == end;
}

static bool is_own_name(const task_identity *id, const char *name)
{
    const size_t n = strlen(name), part = strlen(OWN_PART);
    if (strcmp(name, OWN_LOCK) == 0 || strcmp(name, OWN_FILE_PART) == 0) return true;
    if (is_task(id->tasks, name, n)) return true;
    return n > part && strcmp(name + n - part, OWN_PART) == 0 && is_task(id->tasks, name, n - part);
}

/* One that has gone meanwhile is nobody's. */
static bool is_own(int folder, const task_identity *id, const char *name)
{
    struct stat info;
    if (!is_own_name(id, name)) return false;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
    return S_ISREG(info.st_mode);
}

int own_look(int folder, const task_identity *id, bool clear, char other[OWN_NAME_SIZE])
{
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *names = again < 0 ? NULL : fdopendir(again);
    const int error = names == NULL ? errno : 0;
    other[0] = '\0';
    if (names == NULL && again >= 0) close(again);
    if (names == NULL) return error;
    for (const struct dirent *e = readdir(names); e != NULL; e = readdir(names)) {
        const char *name = e->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
        const bool own = is_own(again, id, name);
        if (own && clear) unlinkat(again, name, 0);
        if (!own && (other[0] == '\0' || strcmp(name, other) < 0))
            snprintf(other, OWN_NAME_SIZE, "%s", name);
    }
    closedir(names);
    return 0;
}
