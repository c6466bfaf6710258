/* SPDX-License-Identifier: MIT
 *
 * Texts at the ends of curves. They stand one below the other at the right of the panel, as near to
 * their ends as they can. Where there is no room for all of them, those at the top, at the bottom
 * and some between are shown. */
#pragma once

#include "figure/axis.h"
#include "figure/layout.h"

/* Pixels that the texts of a panel take at most; 0: it has none. */
double ends_width(const panel *p);

/* The texts, with marks that lead to them from the ends of the curves. */
void ends_write(FILE *out, const panel *p, range y, area a);
