/* SPDX-License-Identifier: MIT
 *
 * Reads a result folder in COCO's format: for every run the evaluations at which the best value
 * came closer to the optimum. The folder may come from `nes bench` or from COCO's data logger, in
 * its current format (bbob-new2) or the older one: columns 1 and 3 mean the same in all of them. */
#pragma once

#include <stddef.h>

#include "coco/walk.h"

typedef struct coco_step {
    double evaluations, precision; /* the precision after so many evaluations */
} coco_step;

typedef struct coco_run {
    size_t instance;
    double evaluations; /* of the whole run */
    double precision;   /* reached at its end */
    coco_step *steps;   /* owned */
    size_t n;
} coco_run;

/* All runs on one function in one dimension. */
typedef struct coco_set {
    char suite[32]; /* "bbob" */
    size_t function, dim;
    double precision; /* of the final target */
    coco_run *runs;   /* owned */
    size_t n;
} coco_set;

typedef struct coco_folder {
    coco_set *sets; /* owned; by dimension, then function */
    size_t n;
} coco_folder;

/* Bytes of an .info file, of a data file, and of all data files of a folder together. */
enum {
    COCO_INFO_BYTES = 16 * 1000 * 1000,
    COCO_DATA_BYTES = 64 * 1000 * 1000,
    COCO_FOLDER_BYTES = 1000 * 1000 * 1000
};

/* Reads every .info file in the folder and those below it, and the data they name. The folder may
 * be anybody's: links to folders are not followed, a file that several links name is read once, and
 * nothing but regular files is read. Returns 0, or -1 with the reason in message and nothing in
 * folder. */
int coco_read(const char *path, coco_folder *folder, char message[COCO_MESSAGE_SIZE]);
void coco_folder_free(coco_folder *folder);

/* The first evaluation with that precision; infinite if the run never got there. */
double coco_hit(const coco_run *run, double precision);

/* The set of a function in a dimension; null: none. */
const coco_set *coco_find(const coco_folder *folder, size_t function, size_t dim);

/* Makes n runs without steps; adds a step to a run. */
coco_run *coco_runs(size_t n);
void coco_run_add(coco_run *r, coco_step s);
void coco_set_free(coco_set *s); /* its runs */

/* The data files of a folder: how many bytes they may still have, and those that have been read. */
typedef struct coco_files {
    size_t bytes_left;
    seen read;
} coco_files;

/* Reads the steps in the .dat file of that name and, if it is there, of its companion .tdat. Each
 * has to have n runs and is refused if it has been read before: runs do not count twice. Returns 0,
 * or -1 with the reason in message. */
int coco_read_pair(const char *folder, const char *name, coco_run *runs, size_t n,
                   coco_files *files, char message[COCO_MESSAGE_SIZE]);
