/* SPDX-License-Identifier: MIT
 *
 * See sister.h. */
#include "sister.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"

char *sister_find(const char *name)
{
    static const char *const places[] = {"", "/" NES_FROM_BIN_TO_LIBEXEC};
    char folder[PATH_MAX + sizeof "/" NES_FROM_BIN_TO_LIBEXEC];
    const ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[n > 0 ? n : 0] = '\0';
    char *end = strrchr(folder, '/');
    for (size_t i = 0; end != NULL && i < sizeof places / sizeof *places; i++) {
        strcpy(end, places[i]);
        char *path = file_path(folder, name);
        if (path != NULL && access(path, X_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

int sister_start(char *path, const char *wanted, char **argv)
{
    execv(path, argv);
    text_error(EXIT_USAGE, "%s: '%s' cannot be started: %s", wanted, path, strerror(errno));
    free(path);
    return EXIT_USAGE;
}
