/* SPDX-License-Identifier: MIT
 *
 * Ranks that divide the coordinates of one search among them, and sums over all coordinates. */
#pragma once

#include "crew.h"

struct nes_mpi_shared {
    nes_crew crew;
    MPI_Comm work; /* another duplicate of the caller's communicator, for the objective */
    size_t dim;
    nes_slice slice;
    nes_status fault; /* first error of MPI within a sum; its sentence is in the report */
};

/* Returns how many parts of NES_PART coordinates there are; the last one may be smaller. */
static inline size_t nes_mpi_parts(size_t dim)
{
    return dim / NES_PART + (dim % NES_PART > 0);
}
