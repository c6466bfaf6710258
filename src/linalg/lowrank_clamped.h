/* SPDX-License-Identifier: MIT
 *
 * The exponential of lowrank.h by eigenvalues, for exponents so large that some may have to be
 * clamped. */
#pragma once

#include "linalg/lowrank.h"

int nes_lowrank_clamped(nes_lowrank *e);
