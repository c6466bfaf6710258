/* SPDX-License-Identifier: MIT
 *
 * Objectives in slices; see shared.h. */
#include "shared.h"

#include "support/marked.h"

static double add_parts(double sum, size_t first, size_t n, const double *x)
{
    for (size_t lo = 0; lo < n; lo += NES_PART) {
        double part = 0;
        for (size_t i = lo; i < n && i < lo + NES_PART; i++)
            part += (double)((first + i) % 13 + 1) * x[i] * x[i];
        sum += part;
    }
    return sum;
}

nes_fate shared_weighted(const nes_mpi_part *part, double *values, void *user)
{
    const MPI_Comm comm = part->comm;
    double sum = 0;
    int rank = 0, ranks = 1;
    (void)user;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    if (rank > 0) MPI_Recv(&sum, 1, MPI_DOUBLE, rank - 1, 0, comm, MPI_STATUS_IGNORE);
    sum = add_parts(sum, part->first, part->n, part->x);
    if (ranks > 1) MPI_Send(&sum, 1, MPI_DOUBLE, (rank + 1) % ranks, 0, comm);
    if (rank == 0 && ranks > 1)
        MPI_Recv(&sum, 1, MPI_DOUBLE, ranks - 1, 0, comm, MPI_STATUS_IGNORE);
    values[0] = sum;
    return NES_MEASURED;
}

double shared_weighted_alone(size_t dim, const double *x, void *user)
{
    (void)user;
    return add_parts(0, 0, dim, x);
}

double shared_gaps_alone(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    if (x[0] > 1) return NAN;
    return x[0] < -1 ? MARKED_FAILED : x[0] * x[0];
}

nes_fate shared_gaps(const nes_mpi_part *part, double *values, void *user)
{
    values[0] = part->first == 0 ? shared_gaps_alone(part->dim, part->x, user) : 77;
    return marked_fate(values[0]);
}

double shared_constant_alone(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 1;
}

nes_fate shared_constant(const nes_mpi_part *part, double *values, void *user)
{
    values[0] = shared_constant_alone(part->dim, part->x, user);
    return NES_MEASURED;
}
