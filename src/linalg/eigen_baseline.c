/* SPDX-License-Identifier: MIT
 *
 * The loops of the eigensolver with vectors of two, which every x86-64 has; other processors get
 * what their compiler makes of it. */
#include "linalg/eigen_parts.h"

#define LANES 2
enum { ROWS = 4, VECTORS = 2 };
#include "linalg/eigen_kernel.h"

const nes_eigen_code nes_eigen_baseline = {add_product, turn};
