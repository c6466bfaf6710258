/* SPDX-License-Identifier: MIT
 *
 * Programs by path or on PATH, and the first bytes of their files; see objective/executable.h. */
#include "objective/executable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

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

/* Reads the first bytes of a file as text. Returns how many bytes there are. */
static size_t read_beginning(const char *path, char text[FIRST_BYTES + 1])
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t n = descriptor < 0 ? 0 : read(descriptor, text, FIRST_BYTES);
    if (descriptor >= 0) close(descriptor);
    text[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

char *executable_absolute(const char *file)
{
    char here[4096];
    if (file[0] == '/' || getcwd(here, sizeof here) == NULL) return memory_text(file);
    while (strncmp(file, "./", 2) == 0) file += 2 + strspn(file + 2, "/");
    return file_path(here, file);
}

/* The path of the executable that PATH gives for a name, to be freed; null: there is none. */
static char *search_path(const char *name)
{
    const char *folders = getenv("PATH");
    if (folders == NULL) folders = "/usr/local/bin:/usr/bin:/bin";
    for (const char *at = folders; at != NULL;) {
        char folder[4096];
        const size_t n = strcspn(at, ":");
        snprintf(folder, sizeof folder, "%.*s", n == 0 ? 1 : (int)n, n == 0 ? "." : at);
        char *path = file_path(folder, name);
        if (n < sizeof folder && is_executable(path)) return path;
        free(path);
        at = at[n] == ':' ? at + n + 1 : NULL;
    }
    return NULL;
}

/* Prints why the program of that name cannot be started; option: what the sentence begins with. */
static int refuse(const char *option, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int refuse(const char *option, const char *name, const char *format, ...)
{
    char why[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return text_error(EXIT_OBJECTIVE, "%s'%s' %s", option, name, why);
}

static int not_executable(const char *option, const char *name, const char *beginning)
{
    const char *interpreter = executable_interpreter(name);
    if (strncmp(beginning, "#!", 2) == 0 || interpreter == NULL)
        return refuse(option, name, "is not executable; run `chmod +x %s`", name);
    return refuse(option, name, "is not executable; start it by its interpreter: -- %s %s {x}",
                  interpreter, name);
}

static int no_interpreter(const char *option, const char *name, const char *interpreter)
{
    return refuse(option, name,
                  "cannot be started: its first line names the interpreter '%s', which is not "
                  "there; correct the line, or put the interpreter in front: -- INTERPRETER %s {x}",
                  interpreter, name);
}

/* The words behind "#!" are an interpreter, or env and a program on PATH. */
static int check_first_line(const char *option, const char *name, char *line)
{
    char *rest = line + 2 + strspn(line + 2, " \t");
    rest[strcspn(rest, "\n")] = '\0';
    if (rest[0] != '\0' && rest[strlen(rest) - 1] == '\r')
        return refuse(option, name,
                      "cannot be started: its lines end with carriage returns; remove them");
    const size_t n = strcspn(rest, " \t");
    char *argument = rest + n + strspn(rest + n, " \t");
    rest[n] = '\0';
    if (!is_executable(rest)) return no_interpreter(option, name, rest);
    const bool is_env = n >= 4 && strcmp(rest + n - 4, "/env") == 0;
    if (!is_env || argument[0] == '\0' || argument[0] == '-' || strpbrk(argument, "= \t") != NULL)
        return 0;
    char *found = strchr(argument, '/') != NULL ? memory_text(argument) : search_path(argument);
    const int status = found == NULL ? no_interpreter(option, name, argument) : 0;
    free(found);
    return status;
}

/* Whether the bytes are those of a text, which only an interpreter can run. */
static bool is_text(const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)bytes[i] < ' ' && strchr("\t\n\r\f", bytes[i]) == NULL) return false;
    return true;
}

bool executable_is_likely(const char *file)
{
    char text[FIRST_BYTES + 1];
    if (!is_file(file)) return false;
    const size_t n = read_beginning(file, text);
    return executable_interpreter(file) != NULL || (n > 1 && strncmp(text, "#!", 2) == 0) ||
           (is_executable(file) && !is_text(text, n));
}

static int check_file(const char *option, const char *name, const char *path)
{
    struct stat s;
    char text[FIRST_BYTES + 1];
    if (stat(path, &s) != 0)
        return refuse(option, name,
                      "cannot be started: %s; the path is meant from the folder in which nes is "
                      "started",
                      strerror(errno));
    if (S_ISDIR(s.st_mode)) return refuse(option, name, "is a folder, not a program");
    const char *interpreter = executable_interpreter(name);
    const size_t n = read_beginning(path, text);
    if (access(path, X_OK) != 0) return not_executable(option, name, text);
    if (n > 1 && strncmp(text, "#!", 2) == 0) return check_first_line(option, name, text);
    if (n > 0 && is_text(text, n))
        return refuse(option, name,
                      "is a text without a first line such as #!/bin/sh; add one, or start it by "
                      "its interpreter: -- %s %s {x}",
                      interpreter == NULL ? "sh" : interpreter, name);
    return n == 0 && s.st_size == 0 ? refuse(option, name, "is an empty file") : 0;
}

char *executable_path(const char *name)
{
    return strchr(name, '/') != NULL ? memory_text(name) : search_path(name);
}

int executable_find(const char *option, const char *name, char **path)
{
    *path = NULL;
    if (name[0] == '\0') return refuse(option, name, "is no name of a program");
    char *found = executable_path(name);
    if (found == NULL && is_file(name))
        return refuse(option, name, "is no program on PATH, but a file here: write ./%s", name);
    if (found == NULL) return refuse(option, name, "is no program on PATH; give its path");
    const int status = check_file(option, name, found);
    if (status == 0) *path = executable_absolute(found);
    free(found);
    return status;
}

/* ---- wrong guesses ------------------------------------------------------------------------- */

const char *executable_way(const char *file, char *text, size_t size)
{
    const char *interpreter = executable_interpreter(file);
    const bool plain = strpbrk(file, " \t") == NULL;
    const bool started = plain && interpreter != NULL && access(file, X_OK) != 0;
    const bool bare = plain && !started && strchr(file, '/') == NULL;
    snprintf(text, size, "to minimise what a program prints, write: nes run --dim N -- %s%s%s {x}",
             started ? interpreter : "",
             started ? " "
             : bare  ? "./"
                     : "",
             file);
    return text;
}

static const char *const guesses[] = {"cmd",     "command",    "objective", "exec",
                                      "program", "executable", "script"};

/* The guessed option that the argument is, or null; *value: the text behind "=", or null. */
static const char *guessed_option(const char *text, const char **value)
{
    if (strncmp(text, "--", 2) != 0) return NULL;
    const size_t n = strcspn(text + 2, "=");
    *value = text[2 + n] == '=' ? text + 3 + n : NULL;
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
        if (strlen(guesses[i]) == n && strncmp(text + 2, guesses[i], n) == 0) return guesses[i];
    return NULL;
}

int executable_guess(int argc, char **argv)
{
    char way[512];
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value = NULL, *option = guessed_option(argv[i], &value);
        if (option != NULL) {
            if (value == NULL && i + 1 < argc && argv[i + 1][0] != '-') value = argv[i + 1];
            return text_error(EXIT_USAGE, "there is no option --%s; %s", option,
                              executable_way(value == NULL ? "./sim.py" : value, way, sizeof way));
        }
        const bool may_be_value = i > 1 && strncmp(argv[i - 1], "--", 2) == 0;
        if (argv[i][0] == '-' || may_be_value || !executable_is_likely(argv[i])) continue;
        return text_error(EXIT_USAGE, "unexpected argument '%s'; %s", argv[i],
                          executable_way(argv[i], way, sizeof way));
    }
    return 0;
}
