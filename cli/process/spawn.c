/* SPDX-License-Identifier: MIT
 *
 * posix_spawn() for programs, which does not copy the memory of this process, and fork() for
 * functions of it. See process/spawn.h. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np */
#include "process/spawn.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "process/descriptors.h"

extern char **environ;

static int set_attributes(posix_spawnattr_t *a)
{
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_setpgroup(a, 0);
    if (error == 0) error = posix_spawnattr_setsigdefault(a, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(a, &none);
    if (error == 0)
        error = posix_spawnattr_setflags(a, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                POSIX_SPAWN_SETSIGMASK);
    return error;
}

static int set_actions(posix_spawn_file_actions_t *a, const process_plan *plan,
                       const int standard[3])
{
    int error = 0;
    for (int i = 0; i < 3 && error == 0; i++)
        error = posix_spawn_file_actions_adddup2(a, standard[i], i);
    if (error == 0 && plan->folder != NULL)
        error = posix_spawn_file_actions_addchdir_np(a, plan->folder);
    return error;
}

static int spawn_program(const process_plan *plan, const int standard[3], pid_t *pid)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = set_attributes(&attributes);
        if (error == 0) error = set_actions(&actions, plan, standard);
        if (error == 0)
            error = posix_spawn(pid, plan->path, &actions, &attributes, plan->arguments,
                                plan->environment != NULL ? plan->environment : environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Forks. Both processes make the group, since either may run first. Text that waits in a stream is
 * written before, or the child would write it, too. */
static int spawn_body(const process_plan *plan, const int standard[3], pid_t *pid)
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
    if (plan->folder != NULL && chdir(plan->folder) != 0) _exit(127);
    _exit(plan->body(plan->data));
}

int spawn(const process_plan *plan, const int standard[3], pid_t *pid)
{
    return plan->body != NULL ? spawn_body(plan, standard, pid)
                              : spawn_program(plan, standard, pid);
}
