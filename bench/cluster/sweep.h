/* SPDX-License-Identifier: MIT
 *
 * The data of the figures in docs/cluster.md: efficiencies over ranks and over points per rank. */
#ifndef NES_BENCH_CLUSTER_SWEEP_H
#define NES_BENCH_CLUSTER_SWEEP_H

#include "simulate.h"

/* Writes files cluster_NAME.dat into the folder. The machine, straggler factor and seed are those
 * of j. False: something went wrong, and was said. */
bool cluster_sweep(const cluster_job *j, const char *folder);

#endif
