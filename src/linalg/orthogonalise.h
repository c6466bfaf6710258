/* SPDX-License-Identifier: MIT
 *
 * Rows made orthogonal to one another, in a fixed order of operations. */
#pragma once

#include <stddef.h>

/* At most d rows of d numbers, so many apart: each becomes orthogonal to those before it and keeps
 * its length. Of random rows with a law that is the same in all directions, each keeps its law.
 * squares: becomes the squared length of each row. */
void nes_orthogonalise(size_t rows, size_t d, size_t stride, double *z, double *squares);
