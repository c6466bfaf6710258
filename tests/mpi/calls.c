/* SPDX-License-Identifier: MIT
 *
 * Functions of MPI, with a look at what they are given: all that libnes_mpi sends data with, which
 * the script `functions` makes sure of. */
#include "calls.h"

calls calls_seen;

void calls_reset(void)
{
    calls_seen = (calls){0};
}

static void count(int n, MPI_Datatype type)
{
    int size = 0;
    MPI_Type_size(type, &size);
    calls_seen.bytes += (uint64_t)n * (uint64_t)size;
}

int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    count(n, type);
    if ((int)++calls_seen.collectives == calls_seen.fail_at) return MPI_ERR_OTHER;
    if (op == MPI_MIN && type == MPI_INT && n == 2 && calls_seen.level > 0) {
        ((int *)out)[0] = calls_seen.level;
        ((int *)out)[1] = -calls_seen.level;
    }
    const int code = PMPI_Allreduce(in, out, n, type, op, comm);
    if ((int)calls_seen.collectives == calls_seen.flip_at)
        ((unsigned char *)out)[8 * 4 + 7] ^= 0x80;
    return code;
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *part)
{
    if (calls_seen.apart) return PMPI_Comm_dup(MPI_COMM_SELF, part);
    return PMPI_Comm_split_type(comm, type, key, info, part);
}

int MPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    count(n, type);
    calls_seen.collectives++;
    return PMPI_Bcast(data, n, type, root, comm);
}

int MPI_Ibcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request)
{
    count(n, type);
    calls_seen.collectives++;
    return PMPI_Ibcast(data, n, type, root, comm, request);
}

int MPI_Iallreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request)
{
    count(n, type);
    calls_seen.collectives++;
    return PMPI_Iallreduce(in, out, n, type, op, comm, request);
}

int MPI_Gather(const void *in, int n, MPI_Datatype type, void *out, int n_out,
               MPI_Datatype type_out, int root, MPI_Comm comm)
{
    count(n, type);
    calls_seen.collectives++;
    return PMPI_Gather(in, n, type, out, n_out, type_out, root, comm);
}

int MPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    count(n, type);
    return PMPI_Send(data, n, type, to, tag, comm);
}

int MPI_Isend(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    count(n, type);
    return PMPI_Isend(data, n, type, to, tag, comm, request);
}

int MPI_Fetch_and_op(const void *in, void *out, MPI_Datatype type, int rank, MPI_Aint place,
                     MPI_Op op, MPI_Win window)
{
    count(1, type);
    calls_seen.fetches++;
    return PMPI_Fetch_and_op(in, out, type, rank, place, op, window);
}
