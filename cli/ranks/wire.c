/* SPDX-License-Identifier: MIT
 *
 * See ranks/wire.h. Errors of MPI end the job, which is MPI's default. */
#include "ranks/wire.h"

#include <limits.h>
#include <string.h>

#include "base/memory.h"
#include "ranks/patience.h"

enum { CHUNK = 1 << 30 };

void wire_wait(MPI_Request *request)
{
    patience p = {0};
    int done = 0;
    while (MPI_Test(request, &done, MPI_STATUS_IGNORE), !done) patience_spend(patience_pause(&p));
}

void wire_expect(MPI_Comm comm, call *c, MPI_Request *request)
{
    MPI_Ibcast(c, (int)sizeof *c, MPI_BYTE, 0, comm, request);
}

/* Returns how many of the bytes are in the call itself. */
static size_t count_first(const call *c)
{
    return c->size < CALL_FIRST ? (size_t)c->size : CALL_FIRST;
}

/* Broadcasts the bytes that follow a call. */
static void share_rest(MPI_Comm comm, const call *c, char *bytes)
{
    MPI_Request request;
    for (size_t at = count_first(c); at < c->size; at += CHUNK) {
        const size_t part = c->size - at < CHUNK ? (size_t)c->size - at : CHUNK;
        MPI_Ibcast(bytes + at, (int)part, MPI_BYTE, 0, comm, &request);
        wire_wait(&request);
    }
}

void wire_call(MPI_Comm comm, call *c, void *bytes)
{
    MPI_Request request;
    if (c->size > 0) memcpy(c->first, bytes, count_first(c));
    wire_expect(comm, c, &request);
    wire_wait(&request);
    share_rest(comm, c, bytes);
}

void *wire_take(MPI_Comm comm, const call *c)
{
    char *bytes = memory_zeros((size_t)c->size, 1);
    memcpy(bytes, c->first, count_first(c));
    share_rest(comm, c, bytes);
    return bytes;
}

int wire_agree(MPI_Comm comm, int status, int *rank)
{
    MPI_Request request;
    struct {
        int rank, status;
    } own = {.rank = INT_MAX, .status = status}, lowest;
    if (status != 0) MPI_Comm_rank(comm, &own.rank);
    MPI_Iallreduce(&own, &lowest, 1, MPI_2INT, MPI_MINLOC, comm, &request);
    wire_wait(&request);
    *rank = lowest.rank;
    return lowest.status;
}
