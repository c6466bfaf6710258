/* SPDX-License-Identifier: MIT
 *
 * A rank other than 0: it does what rank 0 calls for, until that lets it end. It has no folder and
 * prints nothing but why it cannot begin. */
#pragma once

#include <mpi.h>
#include <stdbool.h>

/* Returns the exit status of the program. *lingers: threads still evaluate what nobody wants any
 * more, and only the end of the process ends them. */
int follow(MPI_Comm comm, bool *lingers);
