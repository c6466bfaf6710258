/* SPDX-License-Identifier: MIT
 *
 * The command line of a run as bytes, so that all ranks read the same: what `nes run` was given, or
 * what the folder of the run has kept. */
#pragma once

#include "base/buffer.h"
#include "ranks/wire.h"
#include "session/command_line.h"
#include "session/facts.h"

/* Appends the bytes, with the folder that this process works in. Returns 0, or the exit status with
 * the error printed. */
int origin_pack(const facts_origin *from, buffer *to);

/* The command line on a rank that follows. */
typedef struct origin {
    command_line line;
    char *bytes, **argv; /* which the command line borrows; owned; null: nothing has come yet */
} origin;                /* all zero to begin with */

/* Takes the command line that comes with a call: goes to its folder and opens the objective, as
 * rank 0 has done before. Returns the status that all ranks agree on. Of several ranks that cannot
 * begin the lowest one says why. */
int origin_open(origin *o, MPI_Comm comm, const call *c);
void origin_close(origin *o);
