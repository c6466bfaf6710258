/* SPDX-License-Identifier: MIT
 *
 * Numbers that other processes find out: what an optimiser of another library costs, and the peak
 * memory of a run. NaN where there is none. */
#ifndef NES_BENCH_PROCESS_H
#define NES_BENCH_PROCESS_H

#include <stddef.h>

/* Microseconds per evaluation of that peer (bench/peers); null or missing program: NaN. */
double bench_peer(const char *program, const char *peer, size_t d, size_t popsize, double seconds);

/* Peak memory of a process, this program started anew, that runs the method for a few generations,
 * above that of a process that runs nothing; in MB (10^6 bytes). */
double bench_peak(const char *self, const char *method, size_t d);

/* The other side of bench_peak: runs it and prints the peak in kB. Method "none": runs nothing. */
int bench_peak_process(const char *method, size_t d);

/* Bytes that a new process may take. */
double bench_memory_left(void);

#endif
