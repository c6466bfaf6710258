/* SPDX-License-Identifier: MIT
 *
 * Colours, dashes and markers by number. Neighbours differ in lightness too, for prints in black
 * and white. */
#pragma once

#include "figure/model.h"

/* "with ..." and what follows for a series, in a plot and in a legend. */
void style_write(FILE *out, const series *s);
void style_write_sample(FILE *out, const series *s);

/* The colour alone, as gnuplot reads it; "linecolor rgb" and the colour; marker with colour. */
void style_write_rgb(FILE *out, const series *s);
void style_write_color(FILE *out, const series *s);
void style_write_marker(FILE *out, const series *s, double size);
