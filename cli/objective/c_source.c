/* SPDX-License-Identifier: MIT
 *
 * nes run --c FILE --dim N: C source, compiled by the system's cc into a shared library and loaded.
 *
 * The library lies in a private folder only until it is loaded; the loader keeps it mapped. Signals
 * that would end the program are held back meanwhile, so that the folder never stays behind. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "objective/objective.h"

enum { PATH_SIZE = 4096, LINES_SHOWN = 12 };

/* In the child: becomes the compiler, with all its output into the pipe. Does not return. */
static void run_compiler(const char *file, const char *library, int output, const sigset_t *signals)
{
    /* a name like -x.c would be an option */
    char source[PATH_SIZE];
    snprintf(source, sizeof source, "%s%s", file[0] == '-' ? "./" : "", file);
    char *arguments[] = {"cc", "-O2", "-shared", "-fPIC", "-o", (char *)library,
                         "-x", "c",   source,    "-lm",   NULL};
    sigprocmask(SIG_SETMASK, signals, NULL);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execvp(arguments[0], arguments);
    _exit(127);
}

/* Reads all of the pipe and keeps the first size - 1 bytes. */
static void read_output(int from, char *text, size_t size)
{
    char rest[512];
    size_t used = 0;
    for (;;) {
        const size_t room = size - 1 - used;
        const ssize_t n = read(from, room ? text + used : rest, room ? room : sizeof rest);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        if (room) used += (size_t)n;
    }
    text[used] = '\0';
}

/* Runs cc; its output to text. Returns its exit status, 128 and more when it was killed, and -1
 * when it could not be started. */
static int compile(const char *file, const char *library, const sigset_t *signals, char *text,
                   size_t size)
{
    int ends[2], status;
    if (pipe(ends) != 0) return -1;
    const pid_t child = fork();
    if (child == 0) run_compiler(file, library, ends[1], signals);
    close(ends[1]);
    if (child > 0) read_output(ends[0], text, size);
    close(ends[0]);
    if (child < 0) return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Ends text after its first lines, without a newline. */
static void keep_first_lines(char *text)
{
    int lines = 0;
    for (char *c = text; *c; c++)
        if (*c == '\n' && (++lines == LINES_SHOWN || !c[1])) {
            *c = '\0';
            return;
        }
}

/* Compiles to the given path and loads the result. */
static int compile_and_load(objective *o, const char *file, const char *library,
                            const sigset_t *signals, char *message, size_t size)
{
    char text[OBJECTIVE_MESSAGE_SIZE - 256] = "";
    const int status = compile(file, library, signals, text, sizeof text);
    if (status == 0) return objective_library(o, library, "objective", file, message, size);
    if (status == -1)
        snprintf(message, size, "the compiler cannot be started: %s", strerror(errno));
    else if (status == 127)
        snprintf(message, size,
                 "there is no C compiler 'cc'; install one (gcc or clang), or give "
                 "a compiled library with --plugin");
    else {
        keep_first_lines(text);
        snprintf(message, size, "'%.200s' does not compile:\n%s", file, text);
    }
    return 3;
}

int objective_c(objective *o, const char *file, size_t dim, char *message, size_t size)
{
    const int refused = objective_init(o, dim, message, size);
    if (refused) return refused;
    struct stat info;
    if (stat(file, &info) != 0 || access(file, R_OK) != 0) {
        snprintf(message, size, "'%s' cannot be read: %s", file, strerror(errno));
        return 3;
    }
    if (!S_ISREG(info.st_mode)) {
        snprintf(message, size, "'%s' is not a file with C source", file);
        return 3;
    }
    const char *parent = getenv("TMPDIR");
    char folder[PATH_SIZE], library[PATH_SIZE + 16];
    const int length =
        snprintf(folder, sizeof folder, "%s/nes-XXXXXX", parent && *parent ? parent : "/tmp");
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGHUP);
    sigprocmask(SIG_BLOCK, &ending, &before);
    int status = 3;
    if (length >= PATH_SIZE || !mkdtemp(folder)) {
        snprintf(message, size,
                 "no folder for compiling can be made in '%.200s': %s; set TMPDIR "
                 "to one that can be written",
                 parent ? parent : "/tmp", strerror(errno));
    } else {
        snprintf(library, sizeof library, "%s/objective.so", folder);
        status = compile_and_load(o, file, library, &before, message, size);
        unlink(library);
        rmdir(folder);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}
