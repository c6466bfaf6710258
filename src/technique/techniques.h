/* SPDX-License-Identifier: MIT
 *
 * The table of techniques: one line each, those of an option together, first the one that does
 * nothing. */
#pragma once

#include "technique/technique.h"

/* clang-format off */
#define NES_TECHNIQUE_TABLE(X)                                              \
    X(nes_no_mixing)           /* every generation is new */                \
    X(nes_importance_mixing)   /* samples of the last generation may stay */ \
    X(nes_no_adaptation)       /* the rate of the scale stays */            \
    X(nes_virtual_adaptation)  /* tested on the batch */                    \
    X(nes_sampled_adaptation)  /* tested on samples of its own */           \
    X(nes_mixed_adaptation)    /* on both */                                \
    X(nes_fixed_rates)         /* the rates stay */                         \
    X(nes_snr_rates)           /* they follow the signal-to-noise ratio */  \
    X(nes_no_paths)            /* each step for itself */                   \
    X(nes_cumulation)          /* steps are remembered */
/* clang-format on */

#define NES_TECHNIQUE_DECLARED(technique) extern const nes_technique technique;
NES_TECHNIQUE_TABLE(NES_TECHNIQUE_DECLARED)
#undef NES_TECHNIQUE_DECLARED
