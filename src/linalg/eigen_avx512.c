/* SPDX-License-Identifier: MIT
 *
 * The loops of the eigensolver with AVX-512. */
#include "linalg/eigen_parts.h"

#if NES_X86

#define LANES 8
enum { ROWS = 8, VECTORS = 3 };
#include "linalg/eigen_kernel.h"

const nes_eigen_code nes_eigen_avx512 = {add_product, turn};

#endif
