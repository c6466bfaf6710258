/* SPDX-License-Identifier: MIT
 *
 * The command line of a run as bytes, so that all ranks read the same: the arguments of `nes run`,
 * or those kept in the folder of the run. */
#pragma once

#include "base/buffer.h"
#include "ranks/wire.h"
#include "session/command_line.h"
#include "session/facts.h"

/* Appends the bytes, with the working folder of this process, and the files that the options name,
 * which every rank compares with its own. Returns 0, or the exit status with
 * the error printed. */
int origin_pack(const facts_origin *from, const run_options *o, buffer *to);

/* The command line on a rank that follows. */
typedef struct origin {
    command_line line;
    char *bytes, **argv; /* borrowed by the command line; owned; null: not received yet */
} origin;                /* begins with all zero */

/* Takes the command line that comes with a call: goes to its folder and opens the objective, as
 * rank 0 has done before. Returns the status that all ranks agree on. If several ranks cannot
 * begin, the lowest one prints the reason. */
int origin_open(origin *o, MPI_Comm comm, const call *c);
void origin_close(origin *o);
