/* SPDX-License-Identifier: MIT
 *
 * Running a search without generations: places that take a point each as soon as they are free. */
#pragma once

#include "nes/nes.h"
#include "util/team.h"

/* Evaluates the point x: writes 1 + m numbers to values. */
typedef nes_fate (*nes_place)(size_t dim, const double *x, double *values, void *data);

/* Runs the handle to its end, with as many places as its option jobs says, in that team. */
nes_status nes_run_places(nes_opt *o, nes_team *team, size_t places, nes_place f, void *data);
