/* SPDX-License-Identifier: MIT
 *
 * The exponential of lowrank.h by eigenvalues, for exponents so large that some may have to be
 * clamped. */
#ifndef NES_LINALG_LOWRANK_CLAMPED_H
#define NES_LINALG_LOWRANK_CLAMPED_H

#include "linalg/lowrank.h"

int nes_lowrank_clamped(nes_lowrank *e);

#endif
