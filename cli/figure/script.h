/* SPDX-License-Identifier: MIT
 *
 * The gnuplot script of a figure, and the functions that write its parts. */
#pragma once

#include <stdio.h>

#include "figure/model.h"

/* Writes the script without its terminal: data inline, then one plot per panel. The script finds
 * two variables, for what terminals measure in ways of their own: `mark`, by which point sizes are
 * multiplied, and `large`, the headline's font. */
void figure_script(FILE *out, const figure *f);

/* Writes a gnuplot string in single quotes that shows text as it is, cut to limit bytes. Control
 * characters become blanks, bytes that are not UTF-8 question marks. */
void gnuplot_string(FILE *out, const char *text, size_t limit);

/* Writes scale, range, ticks and label of an axis that is so many pixels long. */
void axis_write(FILE *out, const panel *p, bool vertical, range r, double length);

/* ---- styles: colours, dashes and markers by number ------------------------------------------ */

/* Write "with ..." and what follows for a series, in a plot and in a legend. Neighbouring styles
 * differ in lightness too, for prints in black and white. */
void style_write(FILE *out, const series *s);
void style_write_sample(FILE *out, const series *s);

/* Write the colour alone, as gnuplot reads it; "linecolor rgb" and the colour; marker with colour.
 */
void style_write_rgb(FILE *out, const series *s);
void style_write_color(FILE *out, const series *s);
void style_write_marker(FILE *out, const series *s, double size);

/* ---- legends: one below all panels where one panel's serves for all of them, else one in the
 * emptiest corner of each panel --------------------------------------------------------------- */

/* The panel whose legend has the entries of every other one; null: there is none. */
const panel *legend_of_all(const figure *f);

/* Whether a panel has entries for a legend. */
bool legend_has_entries(const panel *p);

/* Write the place of the legend below all panels, and of one within a panel. */
void legend_place_below(FILE *out, const layout *l);
void legend_place(FILE *out, const panel *p, range x, range y);

/* Writes the entries of a panel's legend: further parts of a plot command. */
void legend_entries(FILE *out, const panel *p);

/* ---- texts at the ends of curves ------------------------------------------------------------ */

/* The texts stand one below the other at the right of the panel, as near to their ends as they can.
 * Where there is no room for all of them, those at the top, at the bottom and some between are
 * shown. ends_width: pixels that the texts of a panel take at most; 0: it has none. */
double ends_width(const panel *p);
void ends_write(FILE *out, const panel *p, range y, area a);

/* ---- shaded maps with contour lines --------------------------------------------------------- */

/* Writes the data block $mapNUMBER and its contours $contourNUMBER. */
void map_write_data(FILE *out, const map *m, size_t number);

/* Write the scale at the right of the panel; and the map as a part of a plot command. */
void map_write_scale(FILE *out, const map *m, area a, const layout *l);
void map_write_plot(FILE *out, size_t number);

/* ---- clusters of atoms ---------------------------------------------------------------------- */

typedef struct atoms atoms;

/* Places and sorts n > 0 atoms at finite x, y, z for the view in which they are drawn. */
atoms *atoms_new(size_t n, const double *xyz);
void atoms_free(atoms *s); /* null is fine */

/* Writes axes without marks in which a unit is as wide as high, and atoms and bonds as objects. */
void atoms_write(FILE *out, const atoms *s, area a);
