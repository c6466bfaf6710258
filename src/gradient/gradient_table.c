/* SPDX-License-Identifier: MIT
 *
 * The gradients there are. */
#include "gradient/gradient.h"
#include "util/table.h"

static const nes_gradient *const table[] = {
    &nes_gradient_local,
    &nes_gradient_plain,
    &nes_gradient_fisher,
};

NES_TABLE(nes_gradient, nes_gradient, table)
