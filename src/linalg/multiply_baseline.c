/* SPDX-License-Identifier: MIT
 *
 * The product with vectors of two, which every x86-64 has; other processors get what their compiler
 * makes of it. */
#include "linalg/multiply.h"

#define LANES 2
enum { ROWS = 3, UNITS = 1 };
#include "linalg/multiply_kernel.h"

void nes_multiply_baseline(const nes_factors *f, size_t lo, size_t hi)
{
    multiply(f, lo, hi);
}
