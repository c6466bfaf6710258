/* SPDX-License-Identifier: MIT
 *
 * The gnuplot script of a figure, without its terminal: data inline, then one plot per panel. */
#ifndef FIGURE_SCRIPT_H
#define FIGURE_SCRIPT_H

#include "figure/model.h"

void figure_script(FILE *out, const figure *f);

#endif
