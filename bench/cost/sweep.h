/* SPDX-License-Identifier: MIT
 *
 * The table of one method: an entry for every dimension that takes a bearable time. */
#ifndef NES_BENCH_SWEEP_H
#define NES_BENCH_SWEEP_H

#include "entry.h"

/* Measures the method and writes its table. Returns how many limits are exceeded. */
size_t bench_sweep(bench_report *r, const bench_plan *plan, const nes_method *m);

#endif
