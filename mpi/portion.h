/* SPDX-License-Identifier: MIT
 *
 * This rank's portion of the points of an ask. */
#pragma once

#include "helper.h"
#include "replica.h"
#include "shared.h"

/* The objective: one of the three functions, and the caller's pointer. */
typedef struct nes_task {
    nes_record_objective alone;
    nes_mpi_objective together;
    nes_mpi_slice_objective sliced;
    const nes_mpi_shared *shared; /* slices of the ranks; null: each has all coordinates */
    void *user;
    nes_helper *helper; /* evaluates while this rank serves the counter; null: none */
} nes_task;

/* Evaluates the points of this rank, or of its group, and writes their records to the empty board.
 * With a counter, points are taken on demand; without, every group has its block of points. */
nes_status nes_portion_evaluate(nes_crew *c, const nes_task *t, nes_replica *r);

/* Finds whether this rank should have a helper: if it has the counter and ranks on other machines
 * read it, which on many networks needs calls of MPI on this rank; and if MPI was started so that
 * another thread may evaluate. */
nes_status nes_portion_attends(const nes_crew *c, const nes_task *t, bool *attends);
