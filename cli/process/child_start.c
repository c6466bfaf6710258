/* SPDX-License-Identifier: MIT
 *
 * Starting a child with its pipes: by posix_spawn() for programs, which does not copy the memory of
 * this process, and by fork() for functions of it. */
#define _GNU_SOURCE /* pipe2, posix_spawn_file_actions_addchdir_np */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "process/children.h"
#include "process/descriptors.h"

extern char **environ;

/* What is added to a request fails only without memory. */
static void must(int error)
{
    if (error != 0) memory_ran_out();
}

static int spawn_program(const process_request *request, const int standard[3], pid_t *pid)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    must(posix_spawnattr_init(&attributes));
    must(posix_spawnattr_setpgroup(&attributes, 0));
    must(posix_spawnattr_setsigdefault(&attributes, &all));
    must(posix_spawnattr_setsigmask(&attributes, &none));
    must(posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                   POSIX_SPAWN_SETSIGMASK));
    must(posix_spawn_file_actions_init(&actions));
    for (int i = 0; i < 3; i++) must(posix_spawn_file_actions_adddup2(&actions, standard[i], i));
    if (request->folder != NULL)
        must(posix_spawn_file_actions_addchdir_np(&actions, request->folder));
    const int error = posix_spawn(pid, request->path, &actions, &attributes, request->arguments,
                                  request->environment != NULL ? request->environment : environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Forks. Both processes make the group, since either may run first. Text that waits in a stream is
 * written before, or the child would write it, too. */
static int spawn_body(const process_request *request, const int standard[3], pid_t *pid)
{
    fflush(NULL);
    *pid = fork();
    if (*pid < 0) return errno;
    if (*pid > 0) {
        setpgid(*pid, *pid);
        return 0;
    }
    setpgid(0, 0);
    descriptors_reset_signals();
    signal(SIGUSR1,
           SIG_IGN); /* a scheduler sends it to all processes, but only the first one is meant */
    for (int i = 0; i < 3; i++)
        if (dup2(standard[i], i) < 0) _exit(127);
    descriptors_close_from(3, -1);
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
        error = request->body != NULL ? spawn_body(request, standard, &p->pid)
                                      : spawn_program(request, standard, &p->pid);
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
