/* SPDX-License-Identifier: MIT
 *
 * What a request asks for. Its path is one of a few known ones, with the number that a run has
 * here, and its parameters are numbers: nothing in a request is ever a name of a file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum asked_what {
    ASKED_NOTHING,  /* there is no such path */
    ASKED_FILE,     /* a file of the page */
    ASKED_RUNS,     /* /api/runs: a line for each run */
    ASKED_RUN,      /* /api/runs/N: where a run stands */
    ASKED_COURSE,   /* /api/runs/N/course: its generations behind one */
    ASKED_POINTS,   /* /api/runs/N/points: its evaluations behind one */
    ASKED_SHAPE,    /* /api/runs/N/shape: its search distribution */
    ASKED_FAILURES, /* /api/runs/N/failures: its last failures */
    ASKED_ORDER     /* /api/runs/N/orders: an order of `nes ctl` */
} asked_what;

/* Most rows of an answer, and the highest level of rows (serve/sample.h). */
enum { ASKED_MOST = 4000, ASKED_LEVELS = 62 };

typedef struct asked {
    asked_what what;
    size_t file;                    /* number of the file of the page */
    uint64_t run;                   /* number of the run */
    uint64_t generation, round, id; /* the row that the answer begins behind */
    unsigned level;                 /* least level of rows */
    size_t most;                    /* most rows, from 1 to ASKED_MOST */
} asked;

/* Reads the path. names: those of n files of the page, the first of which is also "/". */
asked asked_read(const char *path, const char *const *names, size_t n);

/* Takes a parameter. Returns whether it is one, and a number in its range. */
bool asked_set(asked *a, const char *name, const char *value);
