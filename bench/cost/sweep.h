/* SPDX-License-Identifier: MIT
 *
 * The table of one method: an entry for every dimension that is worth its time. */
#ifndef NES_BENCH_SWEEP_H
#define NES_BENCH_SWEEP_H

#include "entry.h"

/* Measures and says it all; how many limits are missed. */
size_t bench_sweep(bench_report *r, const bench_plan *plan, const nes_method *m);

#endif
