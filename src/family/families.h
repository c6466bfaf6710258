/* SPDX-License-Identifier: MIT
 *
 * The families by name, for the table. */
#ifndef NES_FAMILY_FAMILIES_H
#define NES_FAMILY_FAMILIES_H

#include "family/family.h"

extern const nes_family nes_gauss_full;   /* x = mu + sigma B z */
extern const nes_family nes_gauss_diag;   /* x_i = mu_i + sigma_i z_i */
extern const nes_family nes_gauss_radial; /* x = mu + sigma z */
extern const nes_family nes_student;      /* x = mu + sigma B (t z), heavy tails */

#endif
