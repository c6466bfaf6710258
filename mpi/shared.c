/* SPDX-License-Identifier: MIT
 *
 * Sharing out coordinates: which rank has which, and how sums go from rank to rank. A sum has to be
 * made in the order of the parts, so that its bits are those of a single process: rank 0 begins,
 * each rank adds its parts to what it gets from the one before, and the last broadcasts it. */
#include "shared.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many of the parts belong to the ranks before `rank`, of `ranks` in all. */
static size_t parts_before(size_t parts, int rank, int ranks)
{
    const size_t r = (size_t)rank, n = (size_t)ranks, more = parts % n;
    return parts / n * r + (r < more ? r : more);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void find_slice(size_t dim, int rank, int ranks, size_t *first, size_t *n)
{
    const size_t parts = nes_mpi_parts(dim);
    *first = least(dim, parts_before(parts, rank, ranks) * NES_PART);
    *n = least(dim, parts_before(parts, rank + 1, ranks) * NES_PART) - *first;
}

nes_status nes_mpi_slice(MPI_Comm comm, size_t dim, size_t *first, size_t *n)
{
    int rank = 0, ranks = 0;
    if (first == NULL || n == NULL || comm == MPI_COMM_NULL) return NES_ERR_ARGUMENT;
    if (MPI_Comm_rank(comm, &rank) != MPI_SUCCESS || MPI_Comm_size(comm, &ranks) != MPI_SUCCESS)
        return NES_ERR_ARGUMENT;
    find_slice(dim, rank, ranks, first, n);
    return NES_OK;
}

enum { TAG = 1 };

static nes_status add_in_order(const nes_crew *c, int count, size_t parts, const double *part,
                               double *sum)
{
    const size_t n = (size_t)count;
    memset(sum, 0, n * sizeof *sum);
    if (c->rank > 0)
        NES_MPI_TRY(c, MPI_Recv, sum, count, MPI_DOUBLE, c->rank - 1, TAG, c->comm,
                    MPI_STATUS_IGNORE);
    for (size_t p = 0; p < parts; p++)
        for (size_t i = 0; i < n; i++) sum[i] += part[p * n + i];
    if (c->rank < c->size - 1)
        NES_MPI_TRY(c, MPI_Send, sum, count, MPI_DOUBLE, c->rank + 1, TAG, c->comm);
    NES_MPI_TRY(c, MPI_Bcast, sum, count, MPI_DOUBLE, c->size - 1, c->comm);
    return NES_OK;
}

static nes_status join(const nes_crew *c, nes_reduction kind, int count, const double *part,
                       double *result)
{
    NES_MPI_TRY(c, MPI_Allreduce, part, result, count, MPI_DOUBLE,
                kind == NES_REDUCE_MAX ? MPI_MAX : MPI_MIN, c->comm);
    return NES_OK;
}

/* After an error nothing is sent any more, because other ranks are at another step. */
static int reduce(void *data, nes_reduction kind, size_t count, size_t parts, const double *part,
                  double *result)
{
    nes_mpi_shared *w = data;
    if (w->fault != NES_OK || count > INT_MAX) return 1;
    w->fault = kind == NES_REDUCE_SUM ? add_in_order(&w->crew, (int)count, parts, part, result)
                                      : join(&w->crew, kind, (int)count, part, result);
    return w->fault != NES_OK;
}

static nes_status check_ranks(const nes_mpi_shared *w)
{
    const size_t parts = nes_mpi_parts(w->dim);
    if (w->dim == 0)
        return nes_crew_refuse(&w->crew, NES_ERR_DIMENSION,
                               "the dimension is 0: it must be at least 1");
    if (parts >= (size_t)w->crew.size) return NES_OK;
    return nes_crew_refuse(&w->crew, NES_ERR_DIMENSION,
                           "%zu variables are %zu parts of %d, too few for %d ranks: use at most "
                           "%zu ranks",
                           w->dim, parts, NES_PART, w->crew.size, parts);
}

/* Checks the call on this rank, and allocates *out. */
static nes_status prepare(const nes_mpi_shared *w, nes_mpi_shared **out)
{
    if (out == NULL)
        return nes_crew_refuse(&w->crew, NES_ERR_ARGUMENT,
                               "rank %d: there is no pointer for what is opened", w->crew.rank);
    const nes_status st = check_ranks(w);
    if (st != NES_OK) return st;
    *out = malloc(sizeof **out);
    if (*out != NULL) return NES_OK;
    return nes_crew_refuse(&w->crew, NES_ERR_MEMORY, "rank %d: there is no memory for the ranks",
                           w->crew.rank);
}

/* `report` belongs to the call that opens the ranks; later calls have their own. The objective's
 * communicator has the error handler of the caller's communicator. */
static nes_status open_ranks(nes_mpi_shared *w, MPI_Comm comm, nes_mpi_report *report,
                             nes_mpi_shared **out)
{
    nes_status st = nes_crew_open(&w->crew, comm, report);
    if (st == NES_OK) st = nes_crew_agree(&w->crew, prepare(w, out));
    if (st != NES_OK) return st;
    NES_MPI_TRY(&w->crew, MPI_Comm_dup, comm, &w->work);
    find_slice(w->dim, w->crew.rank, w->crew.size, &w->slice.first, &w->slice.n);
    w->crew.groups = 1; /* all ranks evaluate every point together */
    w->crew.leads = w->crew.rank == 0;
    return NES_OK;
}

static void close_ranks(nes_mpi_shared *w)
{
    if (w->work != MPI_COMM_NULL) MPI_Comm_free(&w->work);
    nes_crew_close(&w->crew);
}

nes_status nes_mpi_shared_open(nes_mpi_shared **out, MPI_Comm comm, size_t dim,
                               nes_mpi_report *report)
{
    nes_mpi_shared w = {.work = MPI_COMM_NULL, .dim = dim};
    if (out != NULL) *out = NULL;
    const nes_status st = open_ranks(&w, comm, report, out);
    if (st != NES_OK) {
        close_ranks(&w);
        if (out != NULL) free(*out);
        if (out != NULL) *out = NULL;
        return st;
    }
    w.slice.reduce = reduce;
    w.slice.data = *out;
    w.crew.report = &(*out)->crew.own;
    **out = w;
    return NES_OK;
}

const nes_slice *nes_mpi_shared_slice(const nes_mpi_shared *w)
{
    return w != NULL ? &w->slice : NULL;
}

void nes_mpi_shared_close(nes_mpi_shared *w)
{
    if (w == NULL) return;
    close_ranks(w);
    free(w);
}
