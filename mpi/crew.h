/* SPDX-License-Identifier: MIT
 *
 * The ranks that work on one search: a communicator of their own, groups of them that evaluate a
 * point together, and the counter by which they share out points on demand. */
#pragma once

#include "nes/mpi.h"

typedef struct nes_crew {
    MPI_Comm comm;          /* a duplicate of the caller's */
    MPI_Errhandler handler; /* of errors, the caller's */
    int rank, size;
    int groups, group; /* how many there are, and the number of ours */
    bool leads;        /* this rank is the first of its group, and says what its value is */
    MPI_Comm members;  /* of our group, for the objective; MPI_COMM_NULL: it has one rank */
    MPI_Comm orders;   /* a duplicate of it, by which its first rank says which point is next */
    MPI_Win window;    /* with the counter of rank 0; MPI_WIN_NULL: points are not shared so */
    uint64_t *counter; /* in the memory of the window */
    uint64_t taken;    /* points taken by the counter before this generation */
    nes_mpi_report *report;
} nes_crew;

/* Returns the status with a sentence in the report; printf's format. */
#if defined __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
nes_status
nes_crew_refuse(const nes_crew *c, nes_status st, const char *format, ...);

/* The sentence about an error code of MPI; NES_ERR_MPI. */
nes_status nes_crew_fault(const nes_crew *c, int code, const char *call);

/* Calls a function of MPI and returns from the function around it if that fails. */
#define NES_MPI_TRY(crew, function, ...)                                                           \
    do {                                                                                           \
        const int code_ = function(__VA_ARGS__);                                                   \
        if (code_ != MPI_SUCCESS) return nes_crew_fault(crew, code_, #function);                   \
    } while (0)

/* The worst status of all ranks, and in the reports of all the sentence of the first rank that has
 * it. */
nes_status nes_crew_agree(const nes_crew *c, nes_status st);

/* Ends a report: seconds of the call, and the share of the time of all ranks together that they
 * were not in the objective. */
nes_status nes_crew_measure(const nes_crew *c, double seconds);

/* Duplicates comm. What it can refuse, it refuses on every rank. */
nes_status nes_crew_open(nes_crew *c, MPI_Comm comm, nes_mpi_report *report);

/* Groups of so many ranks, which divide the number of all, and a counter if wanted. */
nes_status nes_crew_form(nes_crew *c, int group, bool counter);

/* Frees what the two above have made, all of it or a part. */
void nes_crew_close(nes_crew *c);
