/* SPDX-License-Identifier: MIT
 *
 * The Lagrangian f + sum lam_i g_i of the rows of a generation, without its mean: how far it
 * spreads, and whether it bends down. [math: B19] */
#pragma once

#include "technique/merits.h"

/* Puts it into s->away, in the place of f, for the n rows, and returns the sum of its squares over
 * those that count. */
double nes_lagrangian_take(nes_merits *s, size_t n);

/* Whether it is lower where g_i is far from its mean, on either side, so that it has no minimum
 * there without a larger penalty. */
bool nes_lagrangian_bends(const nes_merits *s, size_t n, size_t i);
