/* SPDX-License-Identifier: MIT
 *
 * Running gnuplot: the script goes through a pipe, the pictures are drawn under temporary names and
 * renamed when gnuplot has ended well. */
#include "report/plot.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "report/plot_script.h"

extern char **environ;

enum { PATH_SIZE = 4096 };

static const char *const endings[] = {".png", ".svg"};
static const char part[] = ".part";

static int check_picture(const char *basename, const char *ending)
{
    char path[PATH_SIZE];
    struct stat info;
    snprintf(path, sizeof path, "%s%s", basename, ending);
    if (stat(path, &info) != 0) return 0;
    if (S_ISREG(info.st_mode) && access(path, W_OK) == 0) return 0;
    return text_error(EXIT_FILES,
                      "--plot %s: %s exists and cannot be replaced; choose another name", basename,
                      path);
}

/* Whether the folders of PATH have such a program; an empty name is the folder we are in. */
static bool is_in_path(const char *program)
{
    const char *folder = getenv("PATH");
    if (folder == NULL) folder = "/bin:/usr/bin"; /* where the system would look then */
    for (;;) {
        char path[PATH_SIZE];
        struct stat info;
        const size_t n = strcspn(folder, ":");
        if (n < PATH_SIZE / 2) {
            snprintf(path, sizeof path, "%.*s/%s", n == 0 ? 1 : (int)n, n == 0 ? "." : folder,
                     program);
            if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0)
                return true;
        }
        if (folder[n] == '\0') return false;
        folder += n + 1;
    }
}

static int no_gnuplot(const char *basename)
{
    return text_error(EXIT_FILES,
                      "--plot %s: there is no program gnuplot in PATH; install it or leave --plot "
                      "out",
                      basename);
}

int plot_check(const char *basename)
{
    char folder[PATH_SIZE];
    struct stat info;
    const char *slash = strrchr(basename, '/');
    const char *file = slash == NULL ? basename : slash + 1;
    if (*file == '\0' || strlen(basename) > PATH_SIZE - 16)
        return text_error(EXIT_FILES, "--plot %s: not a file name; give one such as plots/run1",
                          basename);
    snprintf(folder, sizeof folder, "%.*s",
             slash == NULL       ? 1
             : slash == basename ? 1
                                 : (int)(slash - basename),
             slash == NULL ? "." : basename);
    if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode))
        return text_error(EXIT_FILES, "--plot %s: there is no folder %s; make it first", basename,
                          folder);
    if (access(folder, W_OK | X_OK) != 0)
        return text_error(EXIT_FILES, "--plot %s: the folder %s cannot be written: %s", basename,
                          folder, strerror(errno));
    int status = 0;
    for (size_t i = 0; i < 2 && status == 0; i++) status = check_picture(basename, endings[i]);
    if (status != 0) return status;
    return is_in_path("gnuplot") ? 0 : no_gnuplot(basename);
}

/* Starts gnuplot; returns the stream to its standard input, or null with errno set. */
static FILE *start(pid_t *pid)
{
    int ends[2];
    char *const command[] = {(char[]){"gnuplot"}, NULL};
    if (pipe(ends) != 0) return NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    const int error = posix_spawnp(pid, command[0], &actions, NULL, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    FILE *out = error == 0 ? fdopen(ends[1], "w") : NULL;
    if (out == NULL) close(ends[1]);
    if (error != 0) errno = error;
    return out;
}

/* Feeds the script and waits; 0 when gnuplot was content. */
static int draw(FILE *out, pid_t pid, const plot_script *script)
{
    int state = 0;
    plot_script_write(out, script);
    const int closed = fclose(out);
    if (waitpid(pid, &state, 0) != pid || !WIFEXITED(state)) return -1;
    return closed == 0 && WEXITSTATUS(state) == 0 ? 0 : -1;
}

static int keep(const char *basename, const char *ending)
{
    char from[PATH_SIZE], to[PATH_SIZE];
    struct stat info;
    snprintf(from, sizeof from, "%s%s%s", basename, ending, part);
    snprintf(to, sizeof to, "%s%s", basename, ending);
    if (stat(from, &info) != 0 || info.st_size == 0) return -1;
    return rename(from, to);
}

static void discard(const char *basename)
{
    char path[PATH_SIZE];
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s%s%s", basename, endings[i], part);
        unlink(path);
    }
}

int plot_write(const char *basename, const history *h, const report *r)
{
    char names[2][PATH_SIZE];
    plot_script script = {.history = h, .report = r};
    for (size_t i = 0; i < 2; i++) {
        snprintf(names[i], PATH_SIZE, "%s%s%s", basename, endings[i], part);
        script.files[i] = names[i];
    }
    pid_t pid;
    FILE *out = start(&pid);
    if (out == NULL && errno == ENOENT) return no_gnuplot(basename);
    if (out == NULL)
        return text_error(EXIT_FILES, "--plot %s: gnuplot cannot be started: %s", basename,
                          strerror(errno));
    /* A gnuplot that ends early must not end this program by a broken pipe. */
    void (*old)(int) = signal(SIGPIPE, SIG_IGN);
    const int status = draw(out, pid, &script);
    signal(SIGPIPE, old);
    if (status == 0 && keep(basename, endings[0]) == 0 && keep(basename, endings[1]) == 0) return 0;
    discard(basename);
    return text_error(EXIT_FILES,
                      "--plot %s: gnuplot could not write the pictures; its message, if "
                      "any, stands above",
                      basename);
}
