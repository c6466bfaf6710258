/* SPDX-License-Identifier: MIT
 *
 * What a rank that follows sends to rank 0. Sending never waits: rank 0 may be in a call that needs
 * this rank. */
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "evaluate/evaluator.h"

typedef struct messenger {
    MPI_Comm comm;
    void *buffer;  /* of messages that are on their way; owned; null: it is not open */
    uint64_t lost; /* starts again that rank 0 hears of with the next value */
} messenger;       /* all zero to begin with */

/* Room for the values of so many jobs. It may be called again. False: no memory. */
bool messenger_open(messenger *m, MPI_Comm comm, size_t jobs);

/* took: seconds on this rank, from the work to the record. */
void messenger_record(messenger *m, uint64_t opening, const eval_record *r, double took);
void messenger_digest(messenger *m, uint64_t round, uint64_t digest);
void messenger_fault(messenger *m, const char *why);
void messenger_signal(messenger *m, bool urgent);

/* The point was not evaluated, since its round is over. */
void messenger_dropped(messenger *m, uint64_t opening, uint64_t id);

/* The last words, when all others have arrived. */
void messenger_close(messenger *m, MPI_Comm comm);
