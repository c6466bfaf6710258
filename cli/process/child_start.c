/* SPDX-License-Identifier: MIT
 *
 * Starting a child with its pipes: by posix_spawn() for programs, which does not copy the memory of
 * this process, and by fork() for functions of it. */
#define _GNU_SOURCE /* pipe2, posix_spawn_file_actions_addchdir_np, putenv */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "process/children.h"

extern char **environ;

/* ---- after a fork --------------------------------------------------------------------------- */

/* Returns the highest open descriptor, from the folder that lists open descriptors: the limit of
 * the system may be a billion. */
static int highest(void)
{
    DIR *open_ones = opendir("/dev/fd");
    int last = 1023;
    if (open_ones == NULL) return last;
    for (const struct dirent *d = readdir(open_ones); d != NULL; d = readdir(open_ones)) {
        const int number = atoi(d->d_name);
        if (number > last) last = number;
    }
    closedir(open_ones);
    return last;
}

void child_close_descriptors(int first, int keep)
{
    const int last = highest();
    for (int i = first; i <= last; i++)
        if (i != keep) close(i);
}

void child_reset_signals(void)
{
    struct sigaction action;
    sigset_t none;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    for (int i = 1; i < 65; i++)
        if (i != SIGKILL && i != SIGSTOP) sigaction(i, &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* ---- start ---------------------------------------------------------------------------------- */

/* Says how the child begins: in a group of its own, with default handling of all signals. */
static int set_attributes(posix_spawnattr_t *to)
{
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_setpgroup(to, 0);
    if (error == 0) error = posix_spawnattr_setsigdefault(to, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(to, &none);
    if (error == 0)
        error = posix_spawnattr_setflags(to, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                 POSIX_SPAWN_SETSIGMASK);
    return error;
}

/* Says what the child does before it becomes the program. */
static int set_actions(posix_spawn_file_actions_t *to, const int standard[3], const char *folder)
{
    int error = 0;
    for (int i = 0; i < 3 && error == 0; i++)
        error = posix_spawn_file_actions_adddup2(to, standard[i], i);
    if (error == 0 && folder != NULL) error = posix_spawn_file_actions_addchdir_np(to, folder);
    return error;
}

static int spawn_program(const process_request *request, const int standard[3], char *mark,
                         pid_t *pid)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    if (posix_spawnattr_init(&attributes) != 0 || posix_spawn_file_actions_init(&actions) != 0)
        memory_ran_out();
    char **environment =
        strays_environment(request->environment != NULL ? request->environment : environ, mark);
    int error = set_attributes(&attributes);
    if (error == 0) error = set_actions(&actions, standard, request->folder);
    if (error == 0)
        error =
            posix_spawn(pid, request->path, &actions, &attributes, request->arguments, environment);
    free(environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Forks. Both processes make the group, since either may run first. Text that waits in a stream is
 * written before, or the child would write it, too. */
static int spawn_body(const process_request *request, const int standard[3], char *mark, pid_t *pid)
{
    fflush(NULL);
    *pid = fork();
    if (*pid < 0) return errno;
    if (*pid > 0) {
        setpgid(*pid, *pid);
        return 0;
    }
    setpgid(0, 0);
    child_reset_signals();
    putenv(mark);
    signal(SIGUSR1,
           SIG_IGN); /* a scheduler sends it to all processes, but only the first one is meant */
    for (int i = 0; i < 3; i++)
        if (dup2(standard[i], i) < 0) _exit(127);
    child_close_descriptors(3, -1);
    if (request->folder != NULL && chdir(request->folder) != 0) _exit(127);
    _exit(request->body(request->data));
}

/* Opens a pipe. ours: the number of the end that stays in this program, which does not block. */
static int open_pipe(int ends[2], int ours)
{
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ends[0] = ends[1] = -1;
        return errno;
    }
    fcntl(ends[ours], F_SETFL, O_NONBLOCK);
    return 0;
}

static void close_both(const int ends[2])
{
    if (ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
}

/* Closes the child's ends of the pipes in any case, and this program's ends where the child could
 * not be started. */
int child_start(process *p, const process_request *request, int nothing)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    int error = request->talks ? open_pipe(in, 1) : 0;
    if (error == 0) error = open_pipe(out, 0);
    if (error == 0) error = open_pipe(err, 0);
    if (error == 0) {
        const int standard[3] = {request->talks ? in[0] : nothing, out[1], err[1]};
        char *mark = strays_mark(p->siblings, p->start);
        error = request->body != NULL ? spawn_body(request, standard, mark, &p->pid)
                                      : spawn_program(request, standard, mark, &p->pid);
        free(mark);
    }
    if (error != 0) {
        close_both(in);
        close_both(out);
        close_both(err);
        return error;
    }
    if (request->talks) close(in[0]);
    close(out[1]);
    close(err[1]);
    p->in = in[1];
    p->out = out[0];
    p->err = err[0];
    return 0;
}
