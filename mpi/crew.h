/* SPDX-License-Identifier: MIT
 *
 * The ranks that work on one search: a communicator of their own, groups of them that evaluate a
 * point together, and the counter by which they share out points on demand. */
#pragma once

#include "nes/mpi.h"

typedef struct nes_crew {
    MPI_Comm comm;          /* a duplicate of the caller's */
    MPI_Errhandler handler; /* the caller's, for errors of MPI */
    int rank, size;
    int groups, group; /* how many there are, and the number of ours */
    bool leads;        /* this rank is the first of its group, and says what its value is */
    MPI_Comm members;  /* of our group, for the objective; MPI_COMM_NULL: it has one rank */
    MPI_Comm orders;   /* a duplicate of it, by which its first rank says which point is next */
    MPI_Win window;    /* memory of rank 0 with the counter; MPI_WIN_NULL: there is none */
    uint64_t *counter; /* on rank 0: in that memory */
    uint64_t taken;    /* points taken by the counter before this generation */
    nes_mpi_report *report; /* the caller's, or */
    nes_mpi_report own;     /* this one, where the caller wants none */
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

/* Completes a report: the seconds of the call, and the idle part of the time of all ranks. */
nes_status nes_crew_measure(const nes_crew *c, double seconds);

/* Duplicates comm. What is refused is refused on every rank. report null: not wanted. */
nes_status nes_crew_open(nes_crew *c, MPI_Comm comm, nes_mpi_report *report);

/* Forms groups of so many ranks, a divisor of the number of all ranks, and makes a counter if there
 * is to be one. */
nes_status nes_crew_form(nes_crew *c, int group, bool counter);

/* Of a crew with a counter, which has two numbers: nes_crew_take adds one to a number, and *before
 * is what it was. Rank 0 may set a number back while nobody else looks at it, before a round, and
 * see what it is. */
nes_status nes_crew_take(const nes_crew *c, size_t number, uint64_t *before);
void nes_crew_reset(const nes_crew *c, size_t number);
uint64_t nes_crew_count(const nes_crew *c, size_t number);

/* Frees what nes_crew_open and nes_crew_form have made, all of it or a part. */
void nes_crew_close(nes_crew *c);
