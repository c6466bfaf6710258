/* SPDX-License-Identifier: MIT
 *
 * The messages that a following rank sends to rank 0. Sending never waits: rank 0 may be in a call
 * that needs this rank. */
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "evaluate/evaluator.h"
#include "ranks/wire.h"

typedef struct messenger {
    MPI_Comm comm;
    size_t outputs; /* numbers of a record besides its value */
    news *news;     /* the message being written; owned */
    void *buffer;   /* messages that are on their way; owned; null: not open */
    uint64_t lost;  /* evaluations started again, for the next record */
} messenger;        /* begins with all zero but the communicator */

/* Makes room for the records of `jobs` jobs. Later calls have no effect. */
void messenger_open(messenger *m, size_t jobs, size_t outputs);

/* Sends a record. */
void messenger_record(messenger *m, uint64_t opening, const eval_record *r);
void messenger_fault(messenger *m, const char *why);
void messenger_signal(messenger *m, bool urgent);

/* Sends the last message, after all others have arrived. */
void messenger_close(messenger *m);
