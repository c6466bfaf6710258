/* SPDX-License-Identifier: MIT
 *
 * Checks of nes_mpi_settings: how the ranks work together. */
#pragma once

#include "crew.h"
#include "nes/by_name.h"

/* Refuses settings that are not allowed, with a sentence. groups: groups of ranks evaluate. */
nes_status nes_mpi_check(const nes_crew *c, const nes_mpi_settings *m, bool groups);

static inline bool nes_mpi_chases(const nes_mpi_settings *m)
{
    return m->straggler != NES_OFF;
}

bool nes_mpi_on_demand(const nes_mpi_settings *m);

/* Returns a digest of all fields. */
uint64_t nes_mpi_digest(const nes_mpi_settings *m);
