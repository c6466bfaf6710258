/* SPDX-License-Identifier: MIT
 *
 * Generations that leave stragglers behind, as mpi/chase.c runs them: ranks that are free take
 * points by the counter and send their records to rank 0 by letters. Rank 0 closes the generation
 * when half of the values are there and every other one takes too long. Ranks that were left behind
 * come back in a later generation, and take nothing until then. */
#include <math.h>
#include <stdlib.h>

#include "heap.h"
#include "median.h"
#include "simulate.h"

typedef struct chief {
    const cluster_job *j;
    double clock;         /* of rank 0 */
    double since;         /* when the last letter came */
    uint64_t turn;        /* generation */
    cluster_heap free;    /* when a rank asks the counter for its next point, one of every rank */
    cluster_heap letters; /* on their way to rank 0 */
    double *taken;        /* when a point was taken */
    double *took;         /* the time of its evaluation; -1: not finished */
    nes_median median;
    size_t finished, last;
} chief;

static bool begin(chief *c, const cluster_job *j)
{
    *c = (chief){.j = j};
    c->taken = malloc(j->points * sizeof *c->taken);
    c->took = malloc(j->points * sizeof *c->took);
    if (!cluster_heap_open(&c->free, j->ranks) || !cluster_heap_open(&c->letters, j->points) ||
        c->taken == NULL || c->took == NULL || !nes_median_reserve(&c->median, j->points))
        return false;
    for (size_t rank = 0; rank < j->ranks; rank++) cluster_heap_put(&c->free, 0, 0, 0);
    return true;
}

static void end(chief *c)
{
    cluster_heap_close(&c->free);
    cluster_heap_close(&c->letters);
    free(c->taken);
    free(c->took);
    nes_median_free(&c->median);
}

/* All points are taken, each by the rank that asks first. The evaluating thread of the rank wakes
 * up for the point, and the other one for its value. */
static void take_points(chief *c)
{
    const cluster_machine *m = &c->j->machine;
    const double way = 0.5 * (m->fetch - m->serve);
    double counter = c->clock;
    for (size_t k = 0; k < c->j->points; k++) {
        const double asks = fmax(cluster_heap_take(&c->free).at, c->clock) + way;
        counter = fmax(counter, asks) + m->serve;
        const double back = counter + way + 2 * m->wake + cluster_time_of(c->j, c->turn, k);
        cluster_heap_put(&c->free, back, 0, 0);
        cluster_heap_put(&c->letters, back + m->latency, c->turn, k);
        c->taken[k] = counter;
        c->took[k] = -1;
    }
}

/* Rank 0 looks for letters with pauses between. On average it is halfway through one. Its own
 * evaluations, one in as many as there are ranks, wake it up. */
static double when_noticed(const chief *c)
{
    const double at = cluster_heap_next(&c->letters);
    if (at <= c->clock) return c->clock;
    return at + 0.5 * (1 - 1 / (double)c->j->ranks) * cluster_nap(&c->j->machine, at - c->since);
}

static void listen(chief *c)
{
    c->clock = when_noticed(c) + c->j->machine.letter;
    c->since = c->clock;
    const cluster_event e = cluster_heap_take(&c->letters);
    c->took[e.point] = cluster_time_of(c->j, e.turn, e.point);
    c->finished++;
    nes_median_add(&c->median, c->took[e.point]);
}

/* When the values that are not there are given up, if no letter comes before. */
static double when_closed(chief *c)
{
    if (2 * c->finished < c->j->points) return INFINITY;
    while (c->took[c->last] >= 0) c->last--;
    return c->taken[c->last] + c->j->straggler * nes_median_get(&c->median);
}

/* Records of points that were left behind are not sent. */
static void lead(chief *c)
{
    c->finished = 0;
    c->last = c->j->points - 1;
    nes_median_clear(&c->median);
    take_points(c);
    while (c->finished < c->j->points) {
        const double closed = fmax(c->clock, when_closed(c));
        if (cluster_heap_next(&c->letters) > closed) {
            c->clock = closed;
            break;
        }
        listen(c);
    }
    c->letters.n = 0;
}

/* How long ranks have heard nothing when a generation ends: since they took the points that are
 * late, or since they sent the last records, at some time or other. */
static double silence(const chief *c)
{
    if (c->finished < c->j->points) return c->clock - c->taken[c->last];
    return 0.5 * (c->clock - c->taken[c->j->points - 1]);
}

/* All values to all ranks. On its way the message waits for ranks that pause. */
static double announce(const chief *c)
{
    const cluster_machine *m = &c->j->machine;
    const size_t ranks = c->j->ranks;
    return cluster_collective(m, ranks, 8 * (double)(c->j->points + 1)) +
           cluster_steps(ranks) * cluster_nap(m, silence(c)) * (1 - 1 / (double)ranks);
}

static void note(const chief *c, cluster_outcome *o)
{
    for (size_t k = 0; k < c->j->points; k++) o->useful += fmax(0, c->took[k]);
    o->late += (double)(c->j->points - c->finished);
}

/* A round makes sure that all ranks take part. Where values were late, the rest of the ask is
 * closed in another turn without points. */
static void take_turn(chief *c, cluster_outcome *o)
{
    const cluster_machine *m = &c->j->machine;
    const double ready = cluster_round(m, c->j->ranks, 0);
    c->clock += cluster_optimiser(m, c->j->points) + ready;
    c->since = c->clock;
    lead(c);
    c->clock += announce(c);
    if (c->finished < c->j->points) c->clock += ready + cluster_collective(m, c->j->ranks, 8);
    note(c, o);
}

bool cluster_simulate_chase(const cluster_job *j, cluster_outcome *o)
{
    chief c;
    const bool memory = begin(&c, j);
    for (; memory && c.turn < j->generations; c.turn++) take_turn(&c, o);
    o->seconds = c.clock;
    o->late /= (double)j->points * (double)j->generations;
    end(&c);
    return memory;
}
