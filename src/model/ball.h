/* SPDX-License-Identifier: MIT
 *
 * Where a model is least in a ball |u - c| <= rho, by steps in regions of trust.
 * [math: B21.4] */
#pragma once

#include <stdbool.h>

#include "model/surface.h"

typedef struct nes_ball {
    size_t d;
    const double *c;
    double rho;
    double *gradient, *hessian, *turned, *values, *vectors; /* scratch */
    double *step, *next;
    double *work;
    nes_cpu level;
} nes_ball;

void nes_ball_carve(nes_ball *b, nes_arena *a, size_t d, nes_cpu level);

/* Pulls u to the ball along the line to its centre. */
void nes_ball_pull(const nes_ball *b, double *u);

/* Replaces u, a point of the ball, by a minimiser; false: a number is not finite. */
bool nes_ball_minimise(const nes_ball *b, const nes_surface *s, double *u);

/* One step, in two parts. nes_ball_turn finds the axes of the `hessian` H, once for all radii;
 * false: it has none. nes_ball_step writes the `step` s with |s| <= radius for which g.s + 1/2 s^T
 * H s is least, g the `gradient`. */
bool nes_ball_turn(const nes_ball *b);
void nes_ball_step(const nes_ball *b, double radius);
