/* SPDX-License-Identifier: MIT
 *
 * Where the parts of a figure lie, in pixels from its left bottom corner. A picture grows with its
 * grid; panels of a row and of a column are aligned. */
#pragma once

#include "figure/model.h"

typedef struct area {
    double left, right, bottom, top;
} area;

typedef struct layout {
    int width, height;
    const panel *legend; /* whose legend stands below all panels; null: each panel has its own */
    size_t legend_columns, legend_rows;
    double legend_height, title_height, cell_width, cell_height;
} layout;

layout layout_of(const figure *f);

/* Between the axes of panel number i, and of an inset. */
area layout_panel(const figure *f, const layout *l, size_t i);
area layout_inset(const figure *f, const layout *l, const panel *inset);

/* An inset with its numbers and labels, given the area between its axes. */
area layout_inset_ground(const panel *inset, area a);
