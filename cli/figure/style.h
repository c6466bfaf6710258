/* SPDX-License-Identifier: MIT
 *
 * Colours, dashes and markers by number. Neighbours differ in lightness too, for prints in black
 * and white. */
#ifndef FIGURE_STYLE_H
#define FIGURE_STYLE_H

#include "figure/model.h"

/* "with ..." and what follows for a series, in a plot and in a legend. */
void style_write(FILE *out, series_kind kind, size_t style);
void style_write_sample(FILE *out, series_kind kind, size_t style);

/* Colour, and marker with colour. */
void style_write_color(FILE *out, size_t style);
void style_write_marker(FILE *out, size_t style, double size);

#endif
