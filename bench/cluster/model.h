/* SPDX-License-Identifier: MIT
 *
 * Closed forms of the mean time of a generation, beside the simulator. docs/cluster.md derives
 * them. */
#ifndef NES_BENCH_CLUSTER_MODEL_H
#define NES_BENCH_CLUSTER_MODEL_H

#include "simulate.h"

/* Seconds of a generation. Static: exact for constant times, for exponential ones, for the law
 * slow, and where a rank has one point; lognormal sums are taken for lognormal. On demand: exact
 * for constant times (points a multiple of ranks); for others the counter has to be far from its
 * limit, and it is exact for exponential times. NAN: there is no closed form. */
double cluster_model_seconds(const cluster_job *j);

/* As many points as ranks, all of them free, and very many: after which time a generation is
 * closed. The share of late values is 1 - F of it. INFINITY: when all values are there. */
double cluster_model_closing(const cluster_law *law, double straggler);

/* The mean of the largest of n times. */
double cluster_model_largest(const cluster_law *law, size_t n);

#endif
