/* SPDX-License-Identifier: MIT
 *
 * A finished run of a bench as bytes: a line with its figures and the lengths of both logs, then
 * the logs. */
#ifndef BENCH_KEPT_H
#define BENCH_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coco/log.h"

typedef struct bench_kept {
    uint64_t evaluations;
    double precision;
    const char *dat, *tdat; /* within the bytes */
    size_t n_dat, n_tdat;
} bench_kept;

void bench_kept_write(const coco_log *l, buffer *bytes);

/* False: the bytes are not those of a run. */
bool bench_kept_read(bench_kept *k, const buffer *bytes);

#endif
