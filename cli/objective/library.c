/* SPDX-License-Identifier: MIT
 *
 * Naming and loading; see objective/library.h. */
#include "objective/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/plain_locale.h"
#include "base/text.h"
#include "objective/executable.h"

static const char *loader_error(void)
{
    const char *text = dlerror();
    return text ? text : "unknown reason";
}

/* Says why the library cannot be loaded; people give programs as plugins, and are shown the way. */
static int not_loaded(const char *path, const char *name)
{
    char way[512];
    const bool is_program = executable_is_likely(path) && strstr(path, ".so") == NULL;
    return text_error(EXIT_OBJECTIVE, "'%s' cannot be loaded: %s%s%s", name, loader_error(),
                      is_program ? "; " : "",
                      is_program ? executable_way(path, way, sizeof way) : "");
}

int library_open(void **handle, const char *path, const char *name, library_patience patience,
                 library_trial trial)
{
    *handle = NULL;
    if (patience.seconds > 0 && library_probe(path, name, patience, trial) != 0)
        return EXIT_OBJECTIVE;
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    plain_locale_keep();
    return *handle != NULL ? 0 : not_loaded(path, name);
}

int library_split(const char *text, buffer *path, const char **symbol)
{
    const char *colon = access(text, F_OK) == 0 ? NULL : strrchr(text, ':');
    const size_t length = colon == NULL ? strlen(text) : (size_t)(colon - text);
    if (colon != NULL) *symbol = colon + 1;
    if (length == 0 || **symbol == '\0')
        return text_error(EXIT_USAGE,
                          "'%s' does not name a library and a function; write FILE.so or "
                          "FILE.so:FUNCTION",
                          text);
    /* dlopen searches the system's folders unless the path has a slash */
    const bool bare = memchr(text, '/', length) == NULL;
    buffer_print(path, "%s%.*s", bare ? "./" : "", (int)length, text);
    if (access(path->text, R_OK) == 0) return 0;
    return text_error(EXIT_OBJECTIVE, "'%.*s' cannot be read: %s", (int)length, text,
                      strerror(errno));
}
