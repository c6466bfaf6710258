/* SPDX-License-Identifier: MIT
 *
 * What the tests of programs that stay share. Such a test is its own worker, started with the name
 * of a way to behave. */
#ifndef NES_TEST_WORKER_RIG_H
#define NES_TEST_WORKER_RIG_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "objective/program.h"
#include "support/check.h"

enum { WORKER_NUMBERS = 8 }; /* room for a point */

/* The numbers at the front of a line; how many. */
static inline size_t worker_read(const char *line, double *x)
{
    size_t n = 0;
    for (char *end; n < WORKER_NUMBERS; n++, line = end) {
        x[n] = strtod(line, &end);
        if (end == line) break;
    }
    return n;
}

static inline void worker_hang(void)
{
    for (;;) pause();
}

static inline void worker_die(int status)
{
    fputs("the mesh is broken\n", stderr);
    exit(status);
}

/* A program that has the test at that path as its worker. */
static inline objective worker_objective(char *self, const char *way, size_t dim,
                                         objective_options g)
{
    static char *command[5];
    objective o = {.dim = dim, .variables = {.n = dim}};
    command[0] = self;
    command[1] = "--way";
    command[2] = (char *)way;
    command[3] = "{job}";
    g.command = command;
    g.worker = true;
    const variables v = {.n = dim};
    assert_int_equal(program_open(&o.program, &g, &v), 0);
    assert_int_equal(time_limit_read(&o.limit, g.timeout), 0);
    return o;
}

static inline void worker_none_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

#endif
