/* SPDX-License-Identifier: MIT
 *
 * Generations on many ranks, event by event, as libnes_mpi runs them: who evaluates what and when,
 * and who waits for whom. Nothing is evaluated; times are drawn by address, so that all schedules
 * meet the same ones. */
#ifndef NES_BENCH_CLUSTER_SIMULATE_H
#define NES_BENCH_CLUSTER_SIMULATE_H

#include "machine.h"
#include "times.h"

typedef enum cluster_schedule { CLUSTER_STATIC, CLUSTER_DEMAND, CLUSTER_CHASE } cluster_schedule;

typedef struct cluster_job {
    cluster_machine machine;
    cluster_law law;
    cluster_schedule schedule;
    double straggler; /* schedule CLUSTER_CHASE: times the median that are too long */
    size_t ranks, points, generations;
    uint64_t seed;
} cluster_job;

typedef struct cluster_outcome {
    double seconds; /* of all generations */
    double useful;  /* of evaluations whose values counted, on all ranks together */
    double late;    /* share of values that did not */
} cluster_outcome;

/* False: there is no memory. */
bool cluster_simulate(const cluster_job *j, cluster_outcome *o);

/* Share of the time of all ranks that became values. */
double cluster_efficiency(const cluster_job *j, const cluster_outcome *o);

/* The time of a point. */
double cluster_time_of(const cluster_job *j, uint64_t generation, size_t point);

/* Schedule CLUSTER_CHASE alone; cluster_simulate calls it. */
bool cluster_simulate_chase(const cluster_job *j, cluster_outcome *o);

#endif
