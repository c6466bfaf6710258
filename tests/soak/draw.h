/* SPDX-License-Identifier: MIT
 *
 * Random settings, drawn from the library's own tables: a method or an option that is added there
 * is drawn too. */
#ifndef NES_SOAK_DRAW_H
#define NES_SOAK_DRAW_H

#include "soak/problem.h"

enum { SOAK_ARRAYS = 64 };

typedef struct soak_settings {
    nes_settings s;
    double *array[SOAK_ARRAYS]; /* what s borrows */
    size_t arrays;
} soak_settings;

/* Settings that nes_create accepts, as a rule. */
void soak_draw(soak *k, const soak_problem *p, soak_settings *d);
void soak_draw_free(soak_settings *d);
size_t soak_options(void); /* options that are drawn */

/* Limits for nes_continue: some options of section "stop", with a budget of evaluations that goes
 * as far as given. */
void soak_draw_limits(soak *k, uint64_t max_evals, nes_settings *s);

#endif
