/* SPDX-License-Identifier: MIT
 *
 * What the tests of processes share: a room, shells that run in it, and that nothing is left of
 * either. */
#ifndef NES_TEST_PROCESS_RIG_H
#define NES_TEST_PROCESS_RIG_H

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "process/process.h"
#include "support/check.h"

enum { PLACES = 4 };

static const double LONG = 60; /* seconds: never reached by a test that passes */

static inline size_t count_descriptors(void)
{
    DIR *d = opendir("/dev/fd");
    size_t n = 0;
    assert_non_null(d);
    while (readdir(d) != NULL) n++;
    closedir(d);
    return n;
}

/* A room, and what there was before it. */
typedef struct scene {
    children *room;
    size_t descriptors;
} scene;

static inline scene open_scene(void)
{
    scene s = {.descriptors = count_descriptors()};
    assert_int_equal(children_open(&s.room, PLACES), 0);
    return s;
}

static inline void close_scene(scene *s)
{
    children_close(s->room);
    assert_int_equal(count_descriptors(), s->descriptors);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no children, zombies included */
    assert_int_equal(errno, ECHILD);
}

static inline process *start_shell(children *r, const char *script, double timeout)
{
    char copy[1024];
    char *arguments[] = {"sh", "-c", copy, NULL};
    process *p = NULL;
    snprintf(copy, sizeof copy, "%s", script);
    const process_request request = {.path = "/bin/sh", .arguments = arguments, .timeout = timeout};
    assert_int_equal(children_start(r, &request, &p), 0);
    return p;
}

static inline process *wait_for_end(children *r)
{
    process *p = NULL;
    process_event e;
    const double begin = clock_now();
    do e = children_wait(r, LONG, &p);
    while (e != PROCESS_ENDED && clock_now() - begin < LONG);
    assert_int_equal(e, PROCESS_ENDED);
    return p;
}

static inline process *run_shell(children *r, const char *script, double timeout)
{
    process *started = start_shell(r, script, timeout);
    process *ended = wait_for_end(r);
    assert_ptr_equal(started, ended);
    return ended;
}

/* Whether a process is there and no zombie. */
static inline bool lives(long pid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *f = fopen(path, "r");
    if (f == NULL) return false;
    const size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    const char *behind = n > 0 ? strrchr(text, ')') : NULL;
    return behind != NULL && strncmp(behind, ") Z", 3) != 0 && strncmp(behind, ") X", 3) != 0;
}

static inline void assert_dies(long pid)
{
    const double begin = clock_now();
    while (lives(pid) && clock_now() - begin < LONG) clock_sleep(0.01);
    assert_false(lives(pid));
}

#endif
