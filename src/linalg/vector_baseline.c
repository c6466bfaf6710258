/* SPDX-License-Identifier: MIT
 *
 * Vectors with the instructions that every processor of this kind has. */
#include "linalg/vector.h"

#define LANES 2
#include "linalg/vector_kernel.h"

const nes_vector_code nes_vector_baseline = {dot, dots, combine, combine_row};
