/* SPDX-License-Identifier: MIT
 *
 * The gnuplot script of a figure, without its terminal: data inline, then one plot per panel. */
#pragma once

#include "figure/model.h"

void figure_script(FILE *out, const figure *f);
