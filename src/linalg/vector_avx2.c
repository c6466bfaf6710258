/* SPDX-License-Identifier: MIT
 *
 * Vectors with AVX2. */
#include "linalg/vector.h"

#if NES_X86

#define LANES 4
#include "linalg/vector_kernel.h"

const nes_vector_code nes_vector_avx2 = {dot, dots, combine, combine_row};

#endif
