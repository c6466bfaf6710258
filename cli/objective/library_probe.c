/* SPDX-License-Identifier: MIT
 *
 * The child tells how far it came in memory that it shares with this process: its exit status may
 * be the library's. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "objective/library_probe.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "process/process.h"

typedef enum progress { LOADING, UNLOADING, DONE } progress;

typedef struct probe {
    const char *path, *name;
    library_patience patience;
    volatile progress *reached; /* shared */
} probe;

/* In the child. What dlopen() refuses has run no code, and is said by whoever loads it next. */
static int load(void *data)
{
    const probe *p = data;
    void *handle = dlopen(p->path, RTLD_NOW | RTLD_LOCAL);
    *p->reached = UNLOADING;
    if (handle != NULL) dlclose(handle);
    *p->reached = DONE;
    return 0;
}

static int fail(char *message, size_t size, const char *what, int error)
{
    snprintf(message, size, "%s: %s", what, strerror(error));
    return 3;
}

/* Says how the child ended before it was done. */
static int refuse(const probe *p, const process *child, char *message, size_t size)
{
    const int status = process_status(child);
    const char *code = *p->reached == LOADING ? "constructor" : "destructor";
    int n;
    if (process_timed_out(child))
        n = snprintf(message, size,
                     "'%s' cannot be used: a %s in it has not returned after %g seconds; %s%s",
                     p->name, code, p->patience.seconds,
                     p->patience.option != NULL ? "give it more time by " : "it must do less",
                     p->patience.option != NULL ? p->patience.option : "");
    else if (WIFSIGNALED(status))
        n = snprintf(message, size, "'%s' cannot be used: a %s in it was ended by signal %d (%s)",
                     p->name, code, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        n = snprintf(message, size,
                     "'%s' cannot be used: a %s in it ends the program, with exit status %d",
                     p->name, code, WEXITSTATUS(status));
    const char *said = process_errors(child);
    if (said[0] != '\0' && n > 0 && (size_t)n < size)
        snprintf(message + n, size - (size_t)n, "\n%.*s", (int)strcspn(said, "\n"), said);
    return 3;
}

static int watch(probe *p, process_room *r, char *message, size_t size)
{
    const process_plan plan = {.body = load, .data = p, .timeout = p->patience.seconds};
    process *child = NULL;
    *p->reached = LOADING;
    const int error = room_start(r, &plan, &child);
    if (error != 0)
        return fail(message, size, "no process for loading a library can be started", error);
    while (room_wait(r, 3600, &child) != PROCESS_ENDED) continue;
    const int status = *p->reached == DONE ? 0 : refuse(p, child, message, size);
    process_release(child);
    return status;
}

int library_probe(const char *path, const char *name, library_patience patience, char *message,
                  size_t size)
{
    process_room *r = NULL;
    probe p = {.path = path, .name = name, .patience = patience};
    void *shared =
        mmap(NULL, sizeof *p.reached, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return fail(message, size, "no memory to load a library", errno);
    p.reached = shared;
    const int error = room_open(&r, 1);
    const int status =
        error != 0 ? fail(message, size, "no process for loading a library can be started", error)
                   : watch(&p, r, message, size);
    room_close(r);
    munmap(shared, sizeof *p.reached);
    return status;
}
