/* SPDX-License-Identifier: MIT
 *
 * Trying a library; see objective/library.h. The child writes how far it came into memory that it
 * shares with this process: its exit status may be the library's choice. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "objective/library.h"
#include "process/process.h"

typedef enum progress { LOADING, TRYING, UNLOADING, DONE } progress;

typedef struct probe {
    const char *path, *name;
    library_patience patience;
    library_trial trial;
    volatile progress *reached; /* how far the child came; in shared memory */
} probe;

/* In the child: loads, tries and unloads the library. What dlopen() refuses has run no code, and
 * the next process that loads it prints the reason. */
static int load(void *data)
{
    const probe *p = data;
    void *handle = dlopen(p->path, RTLD_NOW | RTLD_LOCAL);
    *p->reached = TRYING;
    if (handle != NULL && p->trial.run != NULL) p->trial.run(handle, p->trial.data);
    *p->reached = UNLOADING;
    if (handle != NULL) dlclose(handle);
    *p->reached = DONE;
    return 0;
}

/* Says how the child ended before it was done, and the first line of what it wrote to stderr. */
static int refuse(const probe *p, const process *child)
{
    const int status = child->status;
    const char *said = child->errors, *option = p->patience.option;
    char end[256];
    if (child->timed_out)
        snprintf(end, sizeof end, "has not returned after %g seconds; %s%s", p->patience.seconds,
                 option != NULL ? "give it more time by " : "it must do less",
                 option != NULL ? option : "");
    else if (WIFSIGNALED(status))
        snprintf(end, sizeof end, "was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(end, sizeof end, "ends the program, with exit status %d", WEXITSTATUS(status));
    const char *what[] = {"a constructor", p->trial.what, "a destructor"};
    return text_error(EXIT_OBJECTIVE, "'%s' cannot be used: %s in it %s%s%.*s", p->name,
                      what[*p->reached], end, said[0] != '\0' ? "\n" : "", (int)strcspn(said, "\n"),
                      said);
}

int library_probe(const char *path, const char *name, library_patience patience,
                  library_trial trial)
{
    children *r = NULL;
    process *child = NULL;
    int status = 0;
    probe p = {.path = path, .name = name, .patience = patience, .trial = trial};
    const process_request request = {.body = load, .data = &p, .timeout = patience.seconds};
    void *shared =
        mmap(NULL, sizeof *p.reached, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) memory_ran_out();
    p.reached = shared;
    *p.reached = LOADING;
    int error = children_open(&r, 1);
    if (error == 0) error = children_start(r, &request, &child);
    while (error == 0 && children_wait(r, 3600, &child) != PROCESS_ENDED) continue;
    if (error != 0)
        status = text_error(EXIT_OBJECTIVE, "no process for loading a library can be started: %s",
                            strerror(error));
    else if (*p.reached != DONE)
        status = refuse(&p, child);
    children_close(r);
    munmap(shared, sizeof *p.reached);
    return status;
}
