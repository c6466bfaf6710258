/* SPDX-License-Identifier: MIT
 *
 * A shaded map with contour lines, in gnuplot's language. */
#pragma once

#include "figure/layout.h"
#include "figure/model.h"

/* The data block $mapNUMBER and its contours $contourNUMBER. */
void map_write_data(FILE *out, const map *m, size_t number);

/* The scale at the right of the panel; and the map as a part of a plot command. */
void map_write_scale(FILE *out, const map *m, area a, const layout *l);
void map_write_plot(FILE *out, size_t number);
