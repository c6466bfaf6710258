/* SPDX-License-Identifier: MIT
 *
 * The border between the optimiser, which searches plain numbers, and everybody else, who sees the
 * user's (options/scale.h): points that were asked for, and results. Where all variables are plain
 * nothing is copied. */
#pragma once

#include "nes/nes.h"
#include "options/variables.h"

typedef struct shown_room {
    double *x;   /* owned */
    size_t room; /* numbers that fit */
} shown_room;    /* a zeroed struct is empty */

/* Puts the user's numbers in the place of the points of an ask, or of the best point, the mean and
 * the standard deviations of a result. They are good until the next call. v null: plain numbers. */
void shown_points(shown_room *s, const variables *v, nes_points *p);
void shown_result(shown_room *s, const variables *v, nes_result *r);
void shown_close(shown_room *s);
