/* SPDX-License-Identifier: MIT
 *
 * The folder of a bench. The program may be killed at any moment: finished runs are never lost.
 * While the bench goes on there are
 *
 *     bench.json   its settings, written first: what the folder is recognised by
 *     .runs/       one file per finished run, written whole and with a checksum; the lock; and
 *                  whatever is being written, until it is renamed into place
 *
 * and the files for COCO of every finished (function, dimension), which follow from the runs and
 * can be made again. Runs are the only state: what is missing or damaged there is run again. At the
 * end .runs is renamed to .finished, which is the moment the folder becomes complete, and removed.
 */
#ifndef BENCH_STORE_H
#define BENCH_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "bench/plan.h"
#include "coco/log.h"

typedef struct bench_store {
    const char *folder; /* borrowed from the plan */
    int lock;           /* descriptor; -1: none */
    bool complete;      /* nothing is left to do */
    bool began;         /* the folder was there and is continued */
} bench_store;

/* Opens or makes the folder of a plan. Refused, with nothing changed: a folder that is something
 * else or belongs to other settings, one that cannot be written, one that another bench is at work
 * in. Returns 0, or the exit status with the error printed. bench_store_close() in either case. */
int bench_store_open(bench_store *s, const bench_plan *p);
void bench_store_close(bench_store *s);

/* Puts a file in place, by its name relative to the folder; durably. One that has these bytes
 * already is left alone. Returns 0, or the exit status with the error printed. */
int bench_store_put(const bench_store *s, const char *name, const buffer *content);

/* A finished run as it was kept. */
typedef struct bench_kept {
    uint64_t evaluations;
    double precision;
    const char *dat, *tdat; /* in content */
    size_t n_dat, n_tdat;
    buffer content;
} bench_kept;

/* Keeps a run. It is not on the disk at once: a power cut may cost some of the last ones. */
int bench_store_keep(const bench_store *s, const bench_task *t, const coco_log *l);

/* Whether the run is there, and undamaged; then k has it, buffer_free(&k->content) when done. */
bool bench_store_get(const bench_store *s, const bench_task *t, bench_kept *k);

/* Everything is in place: removes the runs. */
int bench_store_finish(bench_store *s);

#endif
