/* SPDX-License-Identifier: MIT
 *
 * What this process says to MPI, seen by the profiling interface: bytes are counted, and some
 * answers can be changed. */
#ifndef NES_TEST_MPI_CALLS_H
#define NES_TEST_MPI_CALLS_H

#include <mpi.h>
#include <stdint.h>

typedef struct calls {
    uint64_t bytes;       /* handed to MPI for others since the last reset */
    uint64_t collectives; /* calls in which all ranks take part */
    uint64_t fetches;     /* of the counter */
    int flip_at;          /* the collective call, from 1, whose answer has a wrong sign; 0: none */
    int fail_at;          /* the collective call that fails; 0: none */
    int apart;            /* every rank seems to be on a machine of its own */
    int level;            /* of kernels that this rank says it has; 0: its own */
} calls;

extern calls calls_seen;

void calls_reset(void);

#endif
