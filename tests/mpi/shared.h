/* SPDX-License-Identifier: MIT
 *
 * Objectives of which every rank has some coordinates, for tests with shared coordinates. */
#ifndef NES_TEST_MPI_SHARED_H
#define NES_TEST_MPI_SHARED_H

#include "nes/mpi.h"

/* The sum of i mod 13 + 1 times x_i^2, part after part, from rank to rank; the same for a process
 * that has all coordinates. */
nes_fate shared_weighted(const nes_mpi_part *part, double *values, void *user);
double shared_weighted_alone(size_t dim, const double *x, void *user);

/* By the first coordinate alone: nothing is sent. Some points have no value, some fail. */
nes_fate shared_gaps(const nes_mpi_part *part, double *values, void *user);
double shared_gaps_alone(size_t dim, const double *x, void *user);

/* 1 everywhere. */
nes_fate shared_constant(const nes_mpi_part *part, double *values, void *user);
double shared_constant_alone(size_t dim, const double *x, void *user);

#endif
