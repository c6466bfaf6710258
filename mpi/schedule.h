/* SPDX-License-Identifier: MIT
 *
 * Checking how the ranks are to work together. */
#pragma once

#include "crew.h"
#include "nes/by_name.h"

/* Refuses what cannot be, with a sentence; m is not null. */
nes_status nes_mpi_check(const nes_crew *c, const nes_mpi_settings *m, bool groups);

static inline bool nes_mpi_chases(const nes_mpi_settings *m)
{
    return m->straggler != NES_OFF;
}

bool nes_mpi_on_demand(const nes_mpi_settings *m);

/* All fields in one number, equal for equal settings. */
uint64_t nes_mpi_digest(const nes_mpi_settings *m);

/* Of joint_minimize.c: where processors differ, the best level of kernels that all ranks have takes
 * the place of "auto". */
nes_status nes_mpi_agree_on_kernels(const nes_crew *c, nes_settings *s);
