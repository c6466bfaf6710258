/* SPDX-License-Identifier: MIT
 *
 * A density of a user's kind, for tests: two normal distributions in any dimension, the same width
 * in all directions. theta = (logit of the second's weight, ln width 1, ln width 2, shift of the
 * first and of the second along the diagonal). */
#ifndef NES_TEST_MIXTURE_H
#define NES_TEST_MIXTURE_H

#include "nes/density.h"

enum { MIXTURE_PARAMETERS = 5 };

const nes_density *mixture_density(void);

#endif
