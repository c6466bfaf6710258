/* SPDX-License-Identifier: MIT
 *
 * The ranks that work on one search: a communicator of their own, groups of them that evaluate a
 * point together, and the counter by which they share out points on demand. */
#pragma once

#include "nes/mpi.h"

typedef struct nes_crew {
    MPI_Comm comm;          /* duplicate of the caller's communicator */
    MPI_Errhandler handler; /* the caller's error handler */
    int rank, size;
    int groups, group;      /* number of groups; number of this rank's group */
    bool leads;             /* this rank is the first of its group; its value counts */
    MPI_Comm members;       /* this group, for the objective; MPI_COMM_NULL: one rank */
    MPI_Comm orders;        /* a duplicate, on which its first rank names the next point */
    MPI_Win window;         /* memory of rank 0 with the counter; MPI_WIN_NULL: no counter */
    uint64_t *counter;      /* the counter in that memory, on rank 0 */
    uint64_t taken;         /* points taken by the counter before this generation */
    nes_mpi_report *report; /* the caller's report, or */
    nes_mpi_report own;     /* this one if the caller wants none */
} nes_crew;

/* Writes a sentence to the report, by printf's format, and returns the status. */
#if defined __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
nes_status
nes_crew_refuse(const nes_crew *c, nes_status st, const char *format, ...);

/* Writes a sentence about an error code of MPI to the report, and returns NES_ERR_MPI. */
nes_status nes_crew_fault(const nes_crew *c, int code, const char *call);

/* Calls a function of MPI and returns from the function around it if that fails. */
#define NES_MPI_TRY(crew, function, ...)                                                           \
    do {                                                                                           \
        const int code_ = function(__VA_ARGS__);                                                   \
        if (code_ != MPI_SUCCESS) return nes_crew_fault(crew, code_, #function);                   \
    } while (0)

/* Returns the worst status of all ranks. The reports of all get the sentence of the first rank that
 * has this status. */
nes_status nes_crew_agree(const nes_crew *c, nes_status st);

/* Completes the report: the seconds of the call, and the idle fraction of the time of all ranks. */
nes_status nes_crew_measure(const nes_crew *c, double seconds);

/* Duplicates comm. An error is returned on every rank. report: null if not wanted. */
nes_status nes_crew_open(nes_crew *c, MPI_Comm comm, nes_mpi_report *report);

/* Forms groups of `group` ranks each, a divisor of the number of ranks; makes a counter if
 * `counter` is true. */
nes_status nes_crew_form(nes_crew *c, int group, bool counter);

/* The counter has two numbers: nes_crew_take adds one to a number and returns its old value in
 * *before. Rank 0 may read a number, and reset it while no other rank uses it, before a round. */
nes_status nes_crew_take(const nes_crew *c, size_t number, uint64_t *before);
void nes_crew_reset(const nes_crew *c, size_t number);
uint64_t nes_crew_count(const nes_crew *c, size_t number);

/* Frees what nes_crew_open and nes_crew_form have made, even if they made only a part. */
void nes_crew_close(nes_crew *c);
