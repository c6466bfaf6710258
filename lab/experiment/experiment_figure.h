/* SPDX-License-Identifier: MIT
 *
 * Figures as descriptions have them:
 *
 *     figure: energies                 name of the files
 *     caption: A sentence.
 *     title: Energies against the number of atoms
 *     grid: [1, 2]                     rows and columns of panels
 *     panels:
 *     - title: Small clusters          this and every text and number of a panel or a series may
 *       each: SELECT ...               be a column of that statement instead
 *       x: atoms                       label of the axis; x_scale: log; x_range: [1, 10], where
 *       y: energy                      "nan" chooses an end; x_ticks: [1, 2, 5]
 *       draw:
 *       - line: SELECT x, y ...        a series of that kind: line, points, both, steps, small,
 *         name: xNES                   band, error, box or dash
 *         style: 0                     a number, or "reference"
 *       - success: SELECT hit ...      share of the runs solved against evaluations, up to the
 *         budget: 1e5                  number "budget"
 *       - each: SELECT ...             what is drawn for every row
 *         draw: [...]
 *       - note: start                  text at x, y
 *       - rule: 410                    a line at this y, or at this x if "vertical: yes"
 *       - map: sphere_d2               values of a problem from "low" to "high"; scale: log
 *       - atoms: SELECT x, y, z ...
 *       - inset: [0, 0, 0.5, 0.5]      left, bottom, right, top; else described like a panel */
#pragma once

#include "experiment/study.h"
#include "figure/figure.h"

/* Fills a figure as v describes it. */
figure *draw_figure(study *s, const scope *around, const node *v);
