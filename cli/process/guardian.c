/* SPDX-License-Identifier: MIT
 *
 * The guardian process and the memory that it shares with the process it looks after; see
 * process/children.h. It has a session of its own, ignores signals that a terminal, a shell or a
 * scheduler sends to a whole job, and keeps no descriptor open, so that files and locks of the dead
 * process are free. */
#define _GNU_SOURCE /* pipe2, MAP_ANONYMOUS */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "process/children.h"
#include "process/folder.h"

enum { FOLDER_SIZE = 4096 };

typedef struct shared {
    atomic_bool has_folder;
    _Atomic double patience; /* seconds from SIGTERM to SIGKILL; 0: SIGKILL at once */
    char folder[FOLDER_SIZE];
    _Atomic pid_t groups[];
} shared;

struct guardian {
    const char *mark; /* of the processes that it kills; borrowed */
    shared *shared;
    size_t most, bytes; /* number of groups; size of what is shared */
    int pipe;           /* this program's end; when it closes, the guardian wakes */
    pid_t pid;
};

/* Sends a signal to all groups; 0 sends none. Returns whether some group still exists. */
static bool signal_groups(const guardian *g, int number)
{
    bool found = false;
    for (size_t i = 0; i < g->most; i++) {
        const pid_t group = atomic_load(&g->shared->groups[i]);
        if (group > 0 && kill(-group, number) == 0) found = true;
    }
    return found;
}

/* Kills all groups, and processes that have left them. A group that is just being started may grow
 * meanwhile; the second round finds the rest. */
static void kill_groups(const guardian *g)
{
    const double patience = atomic_load(&g->shared->patience), until = clock_now() + patience;
    const double pause = 0.02;
    if (patience > 0) signal_groups(g, SIGTERM);
    while (clock_now() < until && signal_groups(g, 0)) clock_sleep(pause);
    for (int times = 0; times < 2; times++) signal_groups(g, SIGKILL);
    strays_end_everywhere(g->mark);
}

/* Removes the folder, again and again for a second: processes that are dying still write files. */
static void remove_folder(const guardian *g)
{
    enum { TIMES = 50 };
    const double pause = 0.02;
    for (int i = 0; i < TIMES && folder_remove(g->shared->folder) != 0; i++) clock_sleep(pause);
}

static void guard(const guardian *g, int waiting)
{
    char byte;
    setsid();
    strays_hide();
    child_reset_signals();
    static const int unheeded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGUSR1};
    for (size_t i = 0; i < sizeof unheeded / sizeof *unheeded; i++) signal(unheeded[i], SIG_IGN);
    child_close_descriptors(0, waiting);
    while (read(waiting, &byte, 1) != 0 && errno == EINTR) {
    }
    kill_groups(g);
    if (atomic_load(&g->shared->has_folder)) remove_folder(g);
    _exit(0);
}

static int start(guardian *g)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    g->pid = fork();
    if (g->pid == 0) guard(g, ends[0]);
    const int error = errno;
    close(ends[0]);
    g->pipe = ends[1];
    if (g->pid > 0) return 0;
    close(ends[1]);
    return error;
}

int guardian_open(guardian **out, size_t most, const char *mark)
{
    guardian *g = memory_zeros(1, sizeof *g);
    g->most = most;
    g->mark = mark;
    g->bytes = sizeof *g->shared + most * sizeof *g->shared->groups;
    g->shared = mmap(NULL, g->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const int error = g->shared == MAP_FAILED ? errno : start(g);
    if (error == 0) {
        *out = g;
        return 0;
    }
    if (g->shared != MAP_FAILED) munmap(g->shared, g->bytes);
    free(g);
    return error;
}

void guardian_close(guardian *g)
{
    if (g == NULL) return;
    close(g->pipe);
    while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    munmap(g->shared, g->bytes);
    free(g);
}

pid_t guardian_pid(const guardian *g)
{
    return g == NULL ? 0 : g->pid;
}

void guardian_register(guardian *g, size_t number, pid_t group)
{
    atomic_store(&g->shared->groups[number], group);
}

void children_be_patient(children *r, double seconds)
{
    r->grace = seconds;
    atomic_store(&r->guardian->shared->patience, seconds);
}

int children_guard_folder(children *r, const char *folder)
{
    shared *s = r->guardian->shared;
    if (strlen(folder) >= FOLDER_SIZE) return ENAMETOOLONG;
    memcpy(s->folder, folder, strlen(folder) + 1);
    atomic_store(&s->has_folder, true);
    return 0;
}
