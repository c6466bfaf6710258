/* SPDX-License-Identifier: MIT
 *
 * Rows made orthogonal to one another, in a fixed order of operations. */
#pragma once

#include <stddef.h>

/* Makes each of at most d rows of d numbers, `stride` numbers apart, orthogonal to the rows before
 * it, with the length that it had. If the law of random rows is the same in all directions, each
 * row keeps that law. squares[k] becomes the squared length of row k. */
void nes_orthogonalise(size_t rows, size_t d, size_t stride, double *z, double *squares);
