/* SPDX-License-Identifier: MIT
 *
 * The files for COCO, made from the runs that are kept. The data files of a (function, dimension)
 * are written once all its runs are there, and the index of a function lists those. So the folder
 * can be read at any time, and its bytes do not depend on the order in which runs end. */
#pragma once

#include <stddef.h>

#include "bench/bench_plan.h"
#include "coco/log.h"
#include "tasks/task_folder.h"

typedef struct bench_files {
    const bench_plan *plan;
    task_folder *folder;
    buffer *entries; /* of the index, by pair; empty: not there yet; owned */
} bench_files;

/* Appends a finished run as the folder keeps it: a line with its figures and the lengths of both
 * logs, then the logs. */
void bench_files_pack(const coco_log *l, buffer *bytes);

void bench_files_open(bench_files *f, const bench_plan *p, task_folder *folder);
void bench_files_close(bench_files *f);

/* Writes the files of a pair whose runs are all kept. Returns 0, or the exit status with the error
 * printed. */
int bench_files_add(bench_files *f, size_t pair);

/* Prints the line of a pair whose files are written. */
void bench_files_print(const bench_files *f, size_t pair);
