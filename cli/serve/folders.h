/* SPDX-License-Identifier: MIT
 *
 * The folders of runs that are shown: those that were named, and those below them. A run keeps its
 * number as long as the program lives. Links to folders below a named one are not followed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buffer.h"

/* Most runs, how deep folders are searched, and the most names that one search looks at. */
enum { FOLDERS_MOST = 1000, FOLDERS_DEPTH = 5, FOLDERS_NAMES = 50000 };

/* A text that was made of a folder and is used again while it is fresh. */
typedef struct kept_text {
    buffer text;       /* owned; empty: there is none */
    double made, took; /* seconds on the clock: when it was made; and that this took */
    uint64_t stamp;    /* of the files that it was made of */
} kept_text;

typedef struct served {
    char *folder; /* owned */
    dev_t device; /* of the folder, as its inode */
    ino_t inode;
    bool live;              /* a process was at work when it was looked at last */
    kept_text whole, brief; /* answers about where the run stands */
} served;

typedef struct folders {
    char *const *roots; /* borrowed */
    size_t n_roots;
    served *run; /* owned */
    size_t n;
    size_t looked;         /* names that the search has looked at */
    double searched, took; /* seconds on the clock: last search; and that it took */
} folders;

/* Refuses a named folder that is none. Returns 0, or the exit status with the error printed. */
int folders_check(const folders *f);

/* Searches now, where the last search is long enough ago. */
void folders_search(folders *f);
void folders_close(folders *f);

/* A number that changes when the database of a run changes. */
uint64_t folders_stamp(const char *folder);

/* Whether a text can be given again. One that took long is given again for thirty times as long, so
 * that a large run is not read all the time. */
bool kept_is_fresh(const kept_text *k, const served *run, double now);
