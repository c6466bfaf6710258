/* SPDX-License-Identifier: MIT
 *
 * Reads a result folder in COCO's format: for every run the evaluations at which the best value
 * came closer to the optimum. The folder may come from `nes bench` or from COCO's data logger, in
 * its current format (bbob-new2) or the older one: columns 1 and 3 mean the same in all of them. */
#pragma once

#include <stddef.h>
#include <sys/stat.h>

typedef struct coco_step {
    double evaluations, precision; /* the precision after so many evaluations */
} coco_step;

typedef struct coco_run {
    size_t instance;
    double evaluations; /* length of the whole run */
    double precision;   /* reached at the end of the run */
    coco_step *steps;   /* owned */
    size_t n;
} coco_run;

/* All runs on one function in one dimension. */
typedef struct coco_set {
    char suite[32]; /* "bbob" */
    size_t function, dim;
    double precision; /* precision of the final target */
    coco_run *runs;   /* owned */
    size_t n;
} coco_set;

typedef struct coco_folder {
    coco_set *sets; /* owned; by dimension, then function */
    size_t n;
} coco_folder;

enum { COCO_MESSAGE_SIZE = 1024 };

/* Bytes of an .info file, of a data file, and of all data files of a folder together. */
enum {
    COCO_INFO_BYTES = 16 * 1000 * 1000,
    COCO_DATA_BYTES = 64 * 1000 * 1000,
    COCO_FOLDER_BYTES = 1000 * 1000 * 1000
};

/* Reads every .info file in the folder and those below it, and the data they name. The folder may
 * be anybody's: links to folders are not followed, folders and .info files that are met twice count
 * once, there are bounds for how deep and how many they are, and nothing but regular files is read.
 * Returns 0, or -1 with the reason in message and nothing in folder. */
int coco_read(const char *path, coco_folder *folder, char message[COCO_MESSAGE_SIZE]);
void coco_folder_free(coco_folder *folder);

/* The first evaluation with that precision; infinite if the run never got there. */
double coco_hit(const coco_run *run, double precision);

/* The set of a function in a dimension; null: none. */
const coco_set *coco_find(const coco_folder *folder, size_t function, size_t dim);

/* Makes n runs without steps; adds a step to a run. */
coco_run *coco_runs(size_t n);
void coco_run_add(coco_run *r, coco_step s);
void coco_set_free(coco_set *s); /* frees the runs of the set */

/* Writes "PATH: WHAT" to a message. Returns -1. */
int coco_fail(char *message, const char *path, const char *what);

/* Files and folders that have been met. What they are counts, and not what they are called: a file
 * may have many names. */
typedef struct seen {
    struct seen_thing *things; /* owned */
    size_t n;
} seen;

/* Remembers a file or folder. Returns 1 if it is new, 0 if it has been met before, -1 if there are
 * more than 10000, which no real folder has. */
int seen_add(seen *s, const struct stat *info);
void seen_free(seen *s);

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
