/* SPDX-License-Identifier: MIT
 *
 * The environment that programs are started with on a rank. */
#ifndef RANKS_ENVIRONMENT_H
#define RANKS_ENVIRONMENT_H

/* Takes away by what mpirun tells a process which rank it is, once MPI has been started: a program
 * that uses MPI itself would take itself for this rank, and hang or fail. The numbers of the rank
 * for everybody to read (OMPI_COMM_WORLD_RANK and the like) stay. */
void environment_leave_job(void);

#endif
