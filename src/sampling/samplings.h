/* SPDX-License-Identifier: MIT
 *
 * The table of samplings: one line each. */
#ifndef NES_SAMPLING_SAMPLINGS_H
#define NES_SAMPLING_SAMPLINGS_H

#include "sampling/sampling.h"

/* clang-format off */
#define NES_SAMPLINGS(X)                                  \
    X(nes_sampling_iid)        /* independent samples */
/* clang-format on */

#define NES_SAMPLING_DECLARED(sampling) extern const nes_sampling sampling;
NES_SAMPLINGS(NES_SAMPLING_DECLARED)
#undef NES_SAMPLING_DECLARED

#endif
