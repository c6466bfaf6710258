/* SPDX-License-Identifier: MIT
 *
 * See ranks/wire.h. Errors of MPI end the job, which is what MPI does unless it is told otherwise.
 */
#include "ranks/wire.h"

#include "base/exit_status.h"
#include "base/text.h"
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

void wire_call(MPI_Comm comm, call *c)
{
    MPI_Request request;
    wire_expect(comm, c, &request);
    wire_wait(&request);
}

void wire_share(MPI_Comm comm, void *bytes, size_t n)
{
    MPI_Request request;
    for (size_t at = 0; at < n; at += CHUNK) {
        const size_t part = n - at < CHUNK ? n - at : CHUNK;
        MPI_Ibcast((char *)bytes + at, (int)part, MPI_BYTE, 0, comm, &request);
        wire_wait(&request);
    }
}

int wire_agree(MPI_Comm comm, int status, int *rank)
{
    MPI_Request request;
    int size, own, lowest;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &own);
    if (status == 0) own = size;
    MPI_Iallreduce(&own, &lowest, 1, MPI_INT, MPI_MIN, comm, &request);
    wire_wait(&request);
    *rank = -1;
    if (lowest == size) return 0;
    *rank = lowest;
    MPI_Ibcast(&status, 1, MPI_INT, lowest, comm, &request);
    wire_wait(&request);
    return status;
}

void wire_abort(MPI_Comm comm, const char *why)
{
    MPI_Abort(comm, text_error(EXIT_USAGE, "%s", why));
}
