/* SPDX-License-Identifier: MIT
 *
 * The outcome of a bench: for each function and dimension how many runs succeeded, and expected
 * running time and median by target; and shares of targets reached by group of functions. */
#pragma once

#include "base/buffer.h"
#include "bench/bench_plan.h"
#include "coco/read.h"

/* Appends the table. */
void bench_summary_text(const bench_plan *p, const coco_folder *f, buffer *text);

/* Prints one JSON object. */
void bench_summary_json(const bench_plan *p, const coco_folder *f);
