/* SPDX-License-Identifier: MIT
 *
 * The schedules without stragglers: static shares, and points on demand. All ranks begin a
 * generation at the same time, because a round ended the last one. */
#include "simulate.h"

#include <math.h>

#include "heap.h"

double cluster_time_of(const cluster_job *j, uint64_t generation, size_t point)
{
    return cluster_time(&j->law, cluster_mix(cluster_mix(j->seed, generation), point));
}

/* Blocks of neighbours, whose sizes differ by one at most (mpi/portion.c). */
static double evaluate_static(const cluster_job *j, uint64_t generation, double *useful)
{
    const size_t each = j->points / j->ranks, rest = j->points % j->ranks;
    double slowest = 0;
    for (size_t rank = 0, k = 0; rank < j->ranks && k < j->points; rank++) {
        double busy = 0;
        for (const size_t end = k + each + (rank < rest); k < end; k++)
            busy += cluster_time_of(j, generation, k);
        slowest = fmax(slowest, busy);
        *useful += busy;
    }
    return slowest;
}

/* Rank r takes point r. Whoever has finished asks the counter, which serves one rank at a time, in
 * the order of their coming. Every rank asks once in vain. */
static double evaluate_on_demand(const cluster_job *j, uint64_t generation, cluster_heap *asks,
                                 double *useful)
{
    const cluster_machine *m = &j->machine;
    const bool counts = j->points > j->ranks;
    const double way = 0.5 * (m->fetch - m->serve);
    double last = 0, counter = 0;
    size_t next = 0;
    for (; next < j->ranks && next < j->points; next++) {
        const double busy = cluster_time_of(j, generation, next);
        *useful += busy;
        last = fmax(last, busy);
        if (counts) cluster_heap_put(asks, busy + way, generation, next);
    }
    while (asks->n > 0) {
        counter = fmax(counter, cluster_heap_take(asks).at) + m->serve;
        const double back = counter + way;
        last = fmax(last, back);
        if (next == j->points) continue;
        const double busy = cluster_time_of(j, generation, next++);
        *useful += busy;
        cluster_heap_put(asks, back + busy + way, generation, next);
    }
    return last;
}

bool cluster_simulate(const cluster_job *j, cluster_outcome *o)
{
    cluster_heap asks;
    *o = (cluster_outcome){0};
    if (j->schedule == CLUSTER_CHASE) return cluster_simulate_chase(j, o);
    if (!cluster_heap_open(&asks, j->ranks)) return false;
    for (uint64_t g = 0; g < j->generations; g++)
        o->seconds +=
            cluster_optimiser(&j->machine, j->points) +
            (j->schedule == CLUSTER_STATIC ? evaluate_static(j, g, &o->useful)
                                           : evaluate_on_demand(j, g, &asks, &o->useful)) +
            cluster_round(&j->machine, j->ranks, j->points);
    cluster_heap_close(&asks);
    return true;
}

double cluster_efficiency(const cluster_job *j, const cluster_outcome *o)
{
    return o->useful / ((double)j->ranks * o->seconds);
}
