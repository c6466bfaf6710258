/* SPDX-License-Identifier: MIT
 *
 * Making and freeing communicators, groups and the counter. */
#include "crew.h"

#include <stdarg.h>
#include <stdio.h>

nes_status nes_crew_refuse(const nes_crew *c, nes_status st, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->report->message, sizeof c->report->message, format, arguments);
    va_end(arguments);
    return st;
}

nes_status nes_crew_fault(const nes_crew *c, int code, const char *call)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    return nes_crew_refuse(c, NES_ERR_MPI, "rank %d: %s failed: %.200s", c->rank, call, text);
}

nes_status nes_crew_agree(const nes_crew *c, nes_status st)
{
    struct {
        int status, rank;
    } worst = {(int)st, c->rank};
    NES_MPI_TRY(c, MPI_Allreduce, MPI_IN_PLACE, &worst, 1, MPI_2INT, MPI_MINLOC, c->comm);
    if (worst.status != NES_OK)
        NES_MPI_TRY(c, MPI_Bcast, c->report->message, NES_MESSAGE_SIZE, MPI_CHAR, worst.rank,
                    c->comm);
    return (nes_status)worst.status;
}

nes_status nes_crew_measure(const nes_crew *c, double seconds)
{
    double sums[2] = {c->report->evaluating, seconds};
    NES_MPI_TRY(c, MPI_Allreduce, MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, c->comm);
    c->report->seconds = seconds;
    c->report->idle = sums[1] > 0 && sums[0] < sums[1] ? 1 - sums[0] / sums[1] : 0;
    return NES_OK;
}

static nes_status check_mpi(const nes_crew *c, MPI_Comm comm)
{
    int begun = 0, over = 0, between = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&over);
    if (!begun || over)
        return nes_crew_refuse(c, NES_ERR_ORDER,
                               "MPI is not at work: call this between MPI_Init and MPI_Finalize");
    if (comm == MPI_COMM_NULL)
        return nes_crew_refuse(c, NES_ERR_ARGUMENT,
                               "comm is MPI_COMM_NULL: give the communicator of all ranks");
    NES_MPI_TRY(c, MPI_Comm_test_inter, comm, &between);
    if (between)
        return nes_crew_refuse(c, NES_ERR_ARGUMENT,
                               "comm joins two groups of ranks: merge them (MPI_Intercomm_merge)");
    return NES_OK;
}

nes_status nes_crew_open(nes_crew *c, MPI_Comm comm, nes_mpi_report *report)
{
    *c = (nes_crew){.comm = MPI_COMM_NULL,
                    .handler = MPI_ERRHANDLER_NULL,
                    .members = MPI_COMM_NULL,
                    .orders = MPI_COMM_NULL,
                    .window = MPI_WIN_NULL,
                    .report = report != NULL ? report : &c->own};
    *c->report = (nes_mpi_report){0};
    const nes_status st = check_mpi(c, comm);
    if (st != NES_OK) return st;
    NES_MPI_TRY(c, MPI_Comm_dup, comm, &c->comm);
    NES_MPI_TRY(c, MPI_Comm_get_errhandler, c->comm, &c->handler);
    NES_MPI_TRY(c, MPI_Comm_set_errhandler, c->comm, MPI_ERRORS_RETURN);
    NES_MPI_TRY(c, MPI_Comm_rank, c->comm, &c->rank);
    NES_MPI_TRY(c, MPI_Comm_size, c->comm, &c->size);
    c->report->rank = c->rank;
    c->report->ranks = c->size;
    return NES_OK;
}

/* Gives each group's communicator the error handler of the caller's communicator. */
static nes_status form_groups(nes_crew *c, int group)
{
    c->groups = c->size / group;
    c->group = c->rank / group;
    c->leads = c->rank % group == 0;
    if (group == 1) return NES_OK;
    NES_MPI_TRY(c, MPI_Comm_split, c->comm, c->group, c->rank, &c->members);
    NES_MPI_TRY(c, MPI_Comm_dup, c->members, &c->orders);
    NES_MPI_TRY(c, MPI_Comm_set_errhandler, c->members, c->handler);
    return NES_OK;
}

static nes_status make_counter(nes_crew *c)
{
    const MPI_Aint size = c->rank == 0 ? 2 * (MPI_Aint)sizeof *c->counter : 0;
    NES_MPI_TRY(c, MPI_Win_allocate, size, sizeof *c->counter, MPI_INFO_NULL, c->comm, &c->counter,
                &c->window);
    NES_MPI_TRY(c, MPI_Win_set_errhandler, c->window, MPI_ERRORS_RETURN);
    NES_MPI_TRY(c, MPI_Win_lock_all, MPI_MODE_NOCHECK, c->window);
    for (size_t i = 0; c->rank == 0 && i < 2; i++) nes_crew_reset(c, i);
    NES_MPI_TRY(c, MPI_Barrier, c->comm);
    return NES_OK;
}

nes_status nes_crew_take(const nes_crew *c, size_t number, uint64_t *before)
{
    const uint64_t one = 1;
    NES_MPI_TRY(c, MPI_Fetch_and_op, &one, before, MPI_UINT64_T, 0, (MPI_Aint)number, MPI_SUM,
                c->window);
    NES_MPI_TRY(c, MPI_Win_flush, 0, c->window);
    return NES_OK;
}

void nes_crew_reset(const nes_crew *c, size_t number)
{
    c->counter[number] = 0;
    MPI_Win_sync(c->window);
}

uint64_t nes_crew_count(const nes_crew *c, size_t number)
{
    MPI_Win_sync(c->window);
    return c->counter[number];
}

nes_status nes_crew_form(nes_crew *c, int group, bool counter)
{
    const nes_status st = form_groups(c, group);
    return st == NES_OK && counter ? make_counter(c) : st;
}

void nes_crew_close(nes_crew *c)
{
    if (c->window != MPI_WIN_NULL) {
        MPI_Win_unlock_all(c->window);
        MPI_Win_free(&c->window);
    }
    if (c->orders != MPI_COMM_NULL) MPI_Comm_free(&c->orders);
    if (c->members != MPI_COMM_NULL) MPI_Comm_free(&c->members);
    if (c->handler != MPI_ERRHANDLER_NULL) MPI_Errhandler_free(&c->handler);
    if (c->comm != MPI_COMM_NULL) MPI_Comm_free(&c->comm);
}
