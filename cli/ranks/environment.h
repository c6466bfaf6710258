/* SPDX-License-Identifier: MIT
 *
 * The environment that programs are started with on a rank. */
#pragma once

/* Removes the variables by which mpirun tells a process that it is this rank. The function is
 * called after MPI has been started. A program that uses MPI itself would otherwise take itself for
 * this rank, and hang or fail. Variables that are meant for user programs (OMPI_COMM_WORLD_RANK and
 * the like) stay. */
void environment_leave_job(void);
