/* SPDX-License-Identifier: MIT
 *
 * A cluster of atoms, placed and sorted for the view in which it is drawn. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "figure/layout.h"

typedef struct atoms atoms;

/* n > 0 atoms at finite x, y, z. Null without memory. */
atoms *atoms_new(size_t n, const double *xyz);
void atoms_free(atoms *s); /* null is fine */

/* Axes without marks in which a unit is as wide as high, and atoms and bonds as objects. */
void atoms_write(FILE *out, const atoms *s, area a);
