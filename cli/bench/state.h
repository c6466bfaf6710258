/* SPDX-License-Identifier: MIT
 *
 * What a bench writes to be able to go on later: its settings and its finished runs. */
#ifndef BENCH_STATE_H
#define BENCH_STATE_H

#include <stdbool.h>

#include "base/json_values.h"
#include "bench/store.h"

/* Adds the settings of a plan to an object: names and texts. Whether there was memory. */
int bench_state_add(const bench_plan *p, cJSON *object);

/* Appends the settings as JSON, with the format and the version of nes; nothing of the time or the
 * machine. */
void bench_state_write(const bench_plan *p, buffer *json);

/* Whether the file at path holds the settings of this plan. Returns 0, or the exit status with the
 * error printed, which names the first setting that differs. */
int bench_state_check(const bench_plan *p, const char *path);

/* A run as the bytes of a file: a line with its figures, the lengths of both logs and a checksum of
 * all of it, then the logs. */
void bench_state_pack(const coco_log *l, buffer *content);

/* Reads k->content; whether it is whole. */
bool bench_state_unpack(bench_kept *k);

#endif
