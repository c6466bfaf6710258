/* SPDX-License-Identifier: MIT
 *
 * Legends: one below all panels where one panel's serves for all of them, else one in the emptiest
 * corner of each panel. */
#pragma once

#include "figure/axis.h"
#include "figure/layout.h"
#include "figure/model.h"

/* The panel whose legend has the entries of every other one; null: there is none. */
const panel *legend_of_all(const figure *f);

/* Whether a panel has entries for a legend. */
bool legend_has_entries(const panel *p);

/* The place of the legend below all panels, and of one within a panel. */
void legend_place_below(FILE *out, const layout *l);
void legend_place(FILE *out, const panel *p, range x, range y);

/* The entries of a panel's legend: further parts of a plot command. */
void legend_entries(FILE *out, const panel *p);
