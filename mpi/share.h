/* SPDX-License-Identifier: MIT
 *
 * This rank's share of a generation. */
#pragma once

#include "board.h"
#include "crew.h"

/* What is evaluated: one of the two functions, and the caller's pointer. */
typedef struct nes_task {
    nes_record_objective alone;
    nes_mpi_objective together;
    void *user;
    struct nes_helper *helper; /* evaluates while this rank attends to others; null: nobody does */
} nes_task;

/* Evaluates the points that are this rank's to evaluate, or its group's, and writes their records
 * to the board, which is empty. With a counter points are taken on demand, otherwise every group
 * has its block of them. */
nes_status nes_share_evaluate(nes_crew *c, const nes_task *t, const nes_points *p, nes_board *b);

/* Whether this rank should have a helper. It should if it has the counter and ranks on other
 * machines read it, which on many networks takes a call of MPI here; provided that MPI was started
 * so that another thread may evaluate. */
nes_status nes_share_attends(const nes_crew *c, const nes_task *t, bool *attends);
