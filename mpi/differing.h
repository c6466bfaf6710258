/* SPDX-License-Identifier: MIT
 *
 * Finding the ranks that are not like the others. */
#pragma once

#include "crew.h"

/* All ranks call it when their digests are known to differ. Returns NES_ERR_RANKS, with a sentence
 * in the reports of all that names the ranks outside the majority. Of two groups that are equally
 * large, the one with the lowest rank is the majority. begins: as in round.h. */
nes_status nes_name_differing(const nes_crew *c, uint64_t digest, bool begins);
