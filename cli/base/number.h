/* SPDX-License-Identifier: MIT
 *
 * Numbers in what programs print and in tables: everything that strtod() reads, and the exponents
 * of Fortran's double precision, 1.5D+02 or 1.5d2. */
#pragma once

/* Reads a number as strtod() does: *end is behind it, or at text if there is none. */
double number_read(const char *text, char **end);
