/* SPDX-License-Identifier: MIT
 *
 * An evaluated point where it stands: in the open batch, or as a guest. */
#pragma once

struct nes_run;

typedef struct nes_spot {
    const double *x, *choice, *outputs; /* coordinates, choices beside them, and outputs */
} nes_spot;

/* Copies the point, choices behind coordinates, and its outputs. */
void nes_spot_keep(const struct nes_run *run, const nes_spot *at, double *x, double *outputs);
