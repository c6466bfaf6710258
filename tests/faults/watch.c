/* SPDX-License-Identifier: MIT
 *
 * Runs a command and looks after all that it leaves behind: processes whose parents end become
 * children of this one.
 *
 *     watch SECONDS COMMAND ARGUMENT...
 *
 * Its exit status is that of the command; 96: a process was left 2 seconds after the end of the
 * command, 97: the command took longer than SECONDS, 98: a signal ended it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LEFT = 96, HANGS = 97, KILLED = 98, START = 99 };
static const double GRACE = 2;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void nap(void)
{
    const struct timespec t = {0, 1000000};
    nanosleep(&t, NULL);
}

/* Waits for a child, or with -1 for all, until a time. Returns whether they have ended. */
static int wait_until(pid_t child, double until, int *status)
{
    for (;;) {
        const pid_t ended = waitpid(child, status, WNOHANG);
        if (ended > 0 && ended == child) return 1;
        if (ended < 0 && errno == ECHILD) return 1;
        if (ended > 0) continue;
        if (now() > until) return 0;
        nap();
    }
}

static int complain(int answer, const char *what)
{
    fprintf(stderr, "watch: %s\n", what);
    return answer;
}

int main(int argc, char **argv)
{
    if (argc < 3 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        return complain(START, "needs SECONDS COMMAND, and Linux");
    const double until = now() + strtod(argv[1], NULL);
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(START);
    }
    int status = 0, rest;
    if (child < 0) return complain(START, "cannot fork");
    if (!wait_until(child, until, &status)) {
        kill(child, SIGKILL);
        wait_until(-1, now() + GRACE, &rest);
        return complain(HANGS, "the command does not end");
    }
    if (!wait_until(-1, now() + GRACE, &rest)) return complain(LEFT, "a process is left");
    return WIFSIGNALED(status) ? complain(KILLED, "a signal ended the command")
                               : WEXITSTATUS(status);
}
