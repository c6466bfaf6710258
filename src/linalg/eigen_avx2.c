/* SPDX-License-Identifier: MIT
 *
 * The loops of the eigensolver with AVX2. */
#include "linalg/eigen_parts.h"

#if NES_X86

#define LANES 4
enum { ROWS = 4, VECTORS = 2 };
#include "linalg/eigen_kernel.h"

const nes_eigen_code nes_eigen_avx2 = {add_product, turn};

#endif
