/* SPDX-License-Identifier: MIT
 *
 * The code of the product for each level of vector instructions. */
#include "linalg/multiply.h"

const nes_multiply_code nes_multiply_codes[] = NES_CPU_LEVELS(nes_multiply);
