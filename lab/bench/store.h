/* SPDX-License-Identifier: MIT
 *
 * The folder of a bench and the finished runs in it; see tasks/folder.h. The files for COCO of
 * every finished (function, dimension) follow from the runs. */
#ifndef BENCH_STORE_H
#define BENCH_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "bench/plan.h"
#include "coco/log.h"
#include "tasks/folder.h"

typedef struct bench_store {
    task_identity id;
    task_folder folder;
} bench_store;

/* Opens or makes the folder of a plan. Returns 0, or the exit status with the error printed.
 * bench_store_close() in either case. */
int bench_store_open(bench_store *s, const bench_plan *p);
void bench_store_close(bench_store *s);

/* What the folder of a plan is recognised by. */
task_identity bench_identity(const bench_plan *p);

/* A finished run as it was kept. */
typedef struct bench_kept {
    uint64_t evaluations;
    double precision;
    const char *dat, *tdat; /* in content */
    size_t n_dat, n_tdat;
    buffer content;
} bench_kept;

/* Keeps a run. Returns 0, or the exit status with the error printed. */
int bench_store_keep(const bench_store *s, const bench_task *t, const coco_log *l);

/* Whether the run is there, and undamaged; then k has it, buffer_free(&k->content) when done. */
bool bench_store_get(const bench_store *s, const bench_task *t, bench_kept *k);

#endif
