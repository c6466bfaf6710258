/* SPDX-License-Identifier: MIT
 *
 * How weighted samples become a move of the distribution. */
#ifndef NES_GRADIENT_GRADIENT_H
#define NES_GRADIENT_GRADIENT_H

#include "state/gen.h"

typedef struct nes_gradient {
    const char *name;
    const char *doc;
    /* Moves the distribution with those rates; 0, or non-zero when a number is not finite. */
    int (*move)(nes_gen *g, const nes_rates *eta);
} nes_gradient;

const nes_gradient *nes_gradient_find(const char *name); /* null: no such gradient */
size_t nes_gradient_count(void);
const nes_gradient *nes_gradient_at(size_t i); /* null past the end */

extern const nes_gradient nes_gradient_local;

#endif
