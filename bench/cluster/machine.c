/* SPDX-License-Identifier: MIT
 *
 * Costs of messages; see machine.h. */
#include "machine.h"

#include <math.h>

enum { BLOCK = 256, WORDS_IN_BLOCK = 28, WORD = 8 }; /* bytes; words of values and fates; bytes */

void cluster_machine_default(cluster_machine *m)
{
    *m = (cluster_machine){.latency = 2e-6,
                           .byte = 1e-10,
                           .fetch = 4e-6,
                           .serve = 2e-7,
                           .letter = 1e-6,
                           .nap = 1e-3,
                           .wake = 6e-5,
                           .point = 2.5e-7,
                           .generation = 2e-6};
}

double cluster_nap(const cluster_machine *m, double waited)
{
    return fmax(m->wake, fmin(m->nap, 0.05 * waited));
}

double cluster_steps(size_t ranks)
{
    return ranks > 1 ? ceil(log2((double)ranks)) : 0;
}

double cluster_collective(const cluster_machine *m, size_t ranks, double bytes)
{
    const double steps = cluster_steps(ranks);
    if (steps == 0) return 0;
    return fmin(steps * (m->latency + m->byte * bytes), 2 * (steps * m->latency + m->byte * bytes));
}

double cluster_round(const cluster_machine *m, size_t ranks, size_t n)
{
    const double first = cluster_collective(m, ranks, BLOCK);
    const size_t words = n + (n + WORD - 1) / WORD;
    if (words <= WORDS_IN_BLOCK) return first;
    return first + cluster_collective(m, ranks, WORD * (double)(words - WORDS_IN_BLOCK));
}

double cluster_chain(const cluster_machine *m, size_t ranks, double bytes)
{
    return (double)(ranks - 1) * (m->latency + m->byte * bytes) +
           cluster_collective(m, ranks, bytes);
}

double cluster_optimiser(const cluster_machine *m, size_t n)
{
    return m->generation + m->point * (double)n;
}
