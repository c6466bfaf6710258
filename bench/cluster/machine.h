/* SPDX-License-Identifier: MIT
 *
 * What a cluster costs beside evaluations: messages, the counter of rank 0, the optimiser on every
 * rank. All in seconds. */
#ifndef NES_BENCH_CLUSTER_MACHINE_H
#define NES_BENCH_CLUSTER_MACHINE_H

#include <stddef.h>

typedef struct cluster_machine {
    double latency;    /* from one rank to another, a short message */
    double byte;       /* one byte more of it */
    double fetch;      /* the counter: there and back, if nobody else asks */
    double serve;      /* of these, the time in which no other rank is served */
    double letter;     /* stragglers: rank 0 has read a record */
    double nap;        /* stragglers: longest pause between two looks for letters */
    double wake;       /* stragglers: until a thread that sleeps is at work again */
    double point;      /* ask and tell, for one point */
    double generation; /* ask and tell, and what a round costs beside its messages */
} cluster_machine;

/* A network such as clusters have, and a small problem. docs/cluster.md says where the numbers come
 * from. */
void cluster_machine_default(cluster_machine *m);

/* Pauses grow with the time that a rank has waited (mpi/helper.c), and none is shorter than it
 * takes to wake up. */
double cluster_nap(const cluster_machine *m, double waited);

/* Messages behind one another until all ranks have heard of all: log2 of ranks, rounded up. */
double cluster_steps(size_t ranks);

/* An MPI_Allreduce or MPI_Bcast: either every step carries all bytes, or they are cut into pieces,
 * which takes twice the steps and carries the bytes twice. MPI takes whichever is less. */
double cluster_collective(const cluster_machine *m, size_t ranks, double bytes);

/* The round that ends a generation of n points, a word of eight bytes for each value and a byte for
 * each fate: 256 bytes with the first 28 words, then the rest (mpi/round.c). */
double cluster_round(const cluster_machine *m, size_t ranks, size_t n);

/* A sum over all ranks in the order of their numbers, so that it has the same bits every time: from
 * rank to rank, and then to all. */
double cluster_chain(const cluster_machine *m, size_t ranks, double bytes);

/* Ask and tell of n points. */
double cluster_optimiser(const cluster_machine *m, size_t n);

#endif
