/* SPDX-License-Identifier: MIT
 *
 * A rank other than 0: it obeys the calls of rank 0 until the call to quit. It has no folder and
 * prints nothing but the reason why it cannot begin. */
#pragma once

#include <mpi.h>
#include <stdbool.h>

/* Returns the exit status of the program. *lingers: threads still evaluate points that are no
 * longer wanted, and only the end of the process ends them. */
int follow(MPI_Comm comm, bool *lingers);
