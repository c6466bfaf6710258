/* SPDX-License-Identifier: MIT
 *
 * One ask of the calm twin, and the values of its points. */
#ifndef NES_SOAK_ROUND_H
#define NES_SOAK_ROUND_H

#include "soak/twins.h"

/* Asks and evaluates. The values count as told from here on. False: something does not hold, or
 * there is no memory for the next run. */
bool soak_round_begin(soak_twins *t);
void soak_round_free(soak_twins *t);

#endif
