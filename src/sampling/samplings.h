/* SPDX-License-Identifier: MIT
 *
 * The table of samplings: one line each. */
#pragma once

#include "sampling/sampling.h"

/* clang-format off */
#define NES_SAMPLINGS(X)                                  \
    X(nes_sampling_iid)        /* independent samples */  \
    X(nes_sampling_mirrored)   /* pairs z, -z */          \
    X(nes_sampling_orthogonal) /* at right angles */      \
    X(nes_sampling_mirrored_orthogonal) /* both */
/* clang-format on */

#define NES_SAMPLING_DECLARED(sampling) extern const nes_sampling sampling;
NES_SAMPLINGS(NES_SAMPLING_DECLARED)
#undef NES_SAMPLING_DECLARED
