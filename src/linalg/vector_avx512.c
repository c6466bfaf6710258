/* SPDX-License-Identifier: MIT
 *
 * Vectors with AVX-512. */
#include "linalg/vector.h"

#if NES_X86

#define LANES 8
#include "linalg/vector_kernel.h"

const nes_vector_code nes_vector_avx512 = {dot, dots, combine, combine_row};

#endif
