/* SPDX-License-Identifier: MIT
 *
 * What a rank that follows sends to rank 0. Sending never waits: rank 0 may be in a call that needs
 * this rank. */
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "evaluate/evaluator.h"
#include "ranks/wire.h"

typedef struct messenger {
    MPI_Comm comm;
    size_t outputs; /* of a record, besides its value */
    news *news;     /* that are written; owned */
    void *buffer;   /* for messages that are on their way; owned; null: it is not open */
    uint64_t lost;  /* evaluations started again, of which the next record tells rank 0 */
} messenger;        /* all zero but the communicator to begin with */

/* Makes room for the records of so many jobs. It may be called again, to no effect. */
void messenger_open(messenger *m, size_t jobs, size_t outputs);

/* took: the seconds of the evaluation on this rank. */
void messenger_record(messenger *m, uint64_t opening, const eval_record *r, double took);
void messenger_fault(messenger *m, const char *why);
void messenger_signal(messenger *m, bool urgent);

/* Sends the last news, when all others have arrived. */
void messenger_close(messenger *m);
