/* SPDX-License-Identifier: MIT
 *
 * Numbers that are measured in other processes: the cost of an optimiser of another library, and
 * the peak memory of a run. NaN if there is no such number. */
#ifndef NES_BENCH_PROCESS_H
#define NES_BENCH_PROCESS_H

#include <stddef.h>

/* Microseconds per evaluation of that peer (bench/peers). */
double bench_peer(const char *program, const char *peer, size_t d, size_t popsize, double seconds);

/* Peak memory of the method in MB (10^6 bytes): this program is started again to run a few
 * generations, and once more to run nothing; the difference counts. */
double bench_peak(const char *self, const char *method, size_t d);

/* What the process started by bench_peak does: it runs the method, or nothing if that is "none",
 * and prints its peak memory in kB. */
int bench_peak_process(const char *method, size_t d);

/* Bytes of memory that are free for a new process. */
double bench_memory_left(void);

#endif
