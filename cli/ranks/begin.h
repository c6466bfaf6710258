/* SPDX-License-Identifier: MIT
 *
 * The beginning of a rank that follows: it gets the command line of the run and opens the
 * objective, as rank 0 has done before. */
#pragma once

#include <mpi.h>

#include "session/command_line.h"

typedef struct beginning {
    command_line line;
    char *bytes, **argv; /* which the command line borrows; owned; null: nothing has come yet */
} beginning;             /* all zero to begin with */

/* Returns the status that all ranks agree on. Of several ranks that cannot begin the lowest one
 * says why. */
int beginning_open(beginning *b, MPI_Comm comm, size_t size);
void beginning_close(beginning *b);
