/* SPDX-License-Identifier: MIT
 *
 * This rank's portion of the points of an ask. */
#pragma once

#include "helper.h"
#include "replica.h"
#include "shared.h"

/* What is evaluated: one of the three functions, and the caller's pointer. */
typedef struct nes_task {
    nes_record_objective alone;
    nes_mpi_objective together;
    nes_mpi_slice_objective sliced;
    const nes_mpi_shared *shared; /* the slices of the ranks; null: all have all coordinates */
    void *user;
    nes_helper *helper; /* evaluates while this rank attends to others; null: nobody does */
} nes_task;

/* Evaluates the points that are this rank's to evaluate, or its group's, and writes their records
 * to the board, which is empty. With a counter points are taken on demand, otherwise every group
 * has its block of them. */
nes_status nes_portion_evaluate(nes_crew *c, const nes_task *t, nes_replica *r);

/* Whether this rank should have a helper. It should if it has the counter and ranks on other
 * machines read it, which on many networks takes a call of MPI here; provided that MPI was started
 * so that another thread may evaluate. */
nes_status nes_portion_attends(const nes_crew *c, const nes_task *t, bool *attends);
