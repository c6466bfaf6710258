/* SPDX-License-Identifier: MIT
 *
 * Who is not like the others. */
#ifndef NES_MPI_DIFFERING_H
#define NES_MPI_DIFFERING_H

#include "crew.h"

/* All ranks call it when their digests are known to differ. NES_ERR_RANKS, with a sentence in the
 * reports of all that names the ranks which differ from the majority, of equally many from those
 * that have the digest of the lowest rank. */
nes_status nes_name_differing(const nes_crew *c, uint64_t digest, bool begins);

#endif
