/* SPDX-License-Identifier: MIT
 *
 * Programs by path or on PATH, and the first bytes of their files; see objective/executable.h. */
#include "objective/executable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"

enum { FIRST_BYTES = 256 };

static const struct {
    const char *ending, *interpreter;
} scripts[] = {{".py", "python3"}, {".sh", "sh"},     {".pl", "perl"},  {".rb", "ruby"},
               {".R", "Rscript"},  {".r", "Rscript"}, {".jl", "julia"}, {".js", "node"},
               {".lua", "lua"},    {".tcl", "tclsh"}, {".m", "octave"}, {".awk", "awk -f"}};

const char *executable_interpreter(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *dot = strrchr(slash == NULL ? file : slash, '.');
    for (size_t i = 0; dot != NULL && i < sizeof scripts / sizeof *scripts; i++)
        if (strcmp(dot, scripts[i].ending) == 0) return scripts[i].interpreter;
    return NULL;
}

static bool is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

static bool is_executable(const char *path)
{
    return is_file(path) && access(path, X_OK) == 0;
}

/* Reads the beginning of a file as text. Returns how many bytes there are. */
static size_t read_beginning(const char *path, char text[FIRST_BYTES + 1])
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t n = descriptor < 0 ? 0 : read(descriptor, text, FIRST_BYTES);
    if (descriptor >= 0) close(descriptor);
    text[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

bool executable_is_script(const char *file)
{
    char text[FIRST_BYTES + 1];
    if (!is_file(file)) return false;
    return executable_interpreter(file) != NULL ||
           (read_beginning(file, text) > 1 && strncmp(text, "#!", 2) == 0);
}

char *executable_absolute(const char *file)
{
    char here[4096];
    if (file[0] == '/' || getcwd(here, sizeof here) == NULL) return strdup(file);
    while (strncmp(file, "./", 2) == 0) file += 2 + strspn(file + 2, "/");
    return file_path(here, file);
}

/* The file that PATH gives for a name, to be freed; null: none. */
static char *search_path(const char *name)
{
    const char *folders = getenv("PATH");
    if (folders == NULL) folders = "/usr/local/bin:/usr/bin:/bin";
    for (const char *at = folders; at != NULL;) {
        char folder[4096];
        const size_t n = strcspn(at, ":");
        snprintf(folder, sizeof folder, "%.*s", n == 0 ? 1 : (int)n, n == 0 ? "." : at);
        char *path = n < sizeof folder ? file_path(folder, name) : NULL;
        if (path != NULL && is_executable(path)) return path;
        free(path);
        at = at[n] == ':' ? at + n + 1 : NULL;
    }
    return NULL;
}

static int refuse(char *message, size_t size, const char *name, const char *what)
{
    snprintf(message, size, "'%s' %s", name, what);
    return EXIT_OBJECTIVE;
}

static int not_on_path(const char *name, char *message, size_t size)
{
    if (!is_file(name)) return refuse(message, size, name, "is no program on PATH; give its path");
    snprintf(message, size, "'%s' is no program on PATH, but a file here: write ./%s", name, name);
    return EXIT_OBJECTIVE;
}

static int not_executable(const char *name, const char *beginning, char *message, size_t size)
{
    const char *interpreter = executable_interpreter(name);
    if (strncmp(beginning, "#!", 2) == 0 || interpreter == NULL)
        snprintf(message, size, "'%s' is not executable; run `chmod +x %s`", name, name);
    else
        snprintf(message, size, "'%s' is not executable; start it by its interpreter: -- %s %s {x}",
                 name, interpreter, name);
    return EXIT_OBJECTIVE;
}

static int no_first_line(const char *name, char *message, size_t size)
{
    const char *interpreter = executable_interpreter(name);
    snprintf(message, size,
             "'%s' is a text without a first line such as #!/bin/sh; add one, or start it by its "
             "interpreter: -- %s %s {x}",
             name, interpreter == NULL ? "sh" : interpreter, name);
    return EXIT_OBJECTIVE;
}

static int no_interpreter(const char *name, const char *interpreter, char *message, size_t size)
{
    snprintf(message, size,
             "'%s' cannot be started: its first line names the interpreter '%s', which is not "
             "there; correct the line, or put the interpreter in front: -- INTERPRETER %s {x}",
             name, interpreter, name);
    return EXIT_OBJECTIVE;
}

/* The words behind "#!" are an interpreter, or env and a program on PATH. */
static int check_first_line(const char *name, char *line, char *message, size_t size)
{
    char *rest = line + 2 + strspn(line + 2, " \t");
    rest[strcspn(rest, "\n")] = '\0';
    if (rest[0] != '\0' && rest[strlen(rest) - 1] == '\r')
        return refuse(message, size, name,
                      "cannot be started: its lines end with carriage returns; remove them");
    const size_t n = strcspn(rest, " \t");
    char *argument = rest + n + strspn(rest + n, " \t");
    rest[n] = '\0';
    if (!is_executable(rest)) return no_interpreter(name, rest, message, size);
    const bool is_env = n >= 4 && strcmp(rest + n - 4, "/env") == 0;
    if (!is_env || argument[0] == '\0' || argument[0] == '-' || strpbrk(argument, "= \t") != NULL)
        return 0;
    char *found = strchr(argument, '/') != NULL ? strdup(argument) : search_path(argument);
    const int status = found == NULL ? no_interpreter(name, argument, message, size) : 0;
    free(found);
    return status;
}

/* Whether the bytes are those of a text: then the system needs to be told who reads it. */
static bool is_text(const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)bytes[i] < ' ' && strchr("\t\n\r\f", bytes[i]) == NULL) return false;
    return true;
}

bool executable_is_likely(const char *file)
{
    char text[FIRST_BYTES + 1];
    if (executable_is_script(file)) return true;
    return is_executable(file) && !is_text(text, read_beginning(file, text));
}

static int check_file(const char *name, const char *path, char *message, size_t size)
{
    struct stat s;
    char text[FIRST_BYTES + 1];
    if (stat(path, &s) != 0) {
        snprintf(message, size,
                 "'%s' cannot be started: %s; the path is meant from the folder in which nes is "
                 "started",
                 name, strerror(errno));
        return EXIT_OBJECTIVE;
    }
    if (S_ISDIR(s.st_mode)) return refuse(message, size, name, "is a folder, not a program");
    const size_t n = read_beginning(path, text);
    if (access(path, X_OK) != 0) return not_executable(name, text, message, size);
    if (n > 1 && strncmp(text, "#!", 2) == 0) return check_first_line(name, text, message, size);
    if (n > 0 && is_text(text, n)) return no_first_line(name, message, size);
    return n == 0 && s.st_size == 0 ? refuse(message, size, name, "is an empty file") : 0;
}

int executable_find(const char *name, char **path, char *message, size_t size)
{
    *path = NULL;
    if (name[0] == '\0') return refuse(message, size, name, "is no name of a program");
    char *found = strchr(name, '/') != NULL ? strdup(name) : search_path(name);
    if (found == NULL) return not_on_path(name, message, size);
    const int status = check_file(name, found, message, size);
    if (status == 0) *path = executable_absolute(found);
    free(found);
    if (status == 0 && *path == NULL) return refuse(message, size, name, "needs more memory");
    return status;
}
