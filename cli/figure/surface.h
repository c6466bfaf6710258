/* SPDX-License-Identifier: MIT
 *
 * Maps and atom clusters: what a panel shows besides its series. */
#ifndef FIGURE_SURFACE_H
#define FIGURE_SURFACE_H

#include "figure/layout.h"
#include "figure/model.h"

/* The data block $mapNUMBER and its contours $contourNUMBER. */
void map_write_data(FILE *out, const map *m, size_t number);

/* The scale at the right of the panel; and the map as a part of a plot command. */
void map_write_scale(FILE *out, const map *m, area a, const layout *l);
void map_write_plot(FILE *out, size_t number);

/* Axes without marks in which a unit is as wide as high, and the atoms and bonds as objects. */
void atoms_write(FILE *out, size_t n, const double *xyz, area a);

#endif
