/* SPDX-License-Identifier: MIT
 *
 * The table of search distributions: one line each. */
#pragma once

#include "family/family.h"

/* clang-format off */
#define NES_FAMILIES(X)                                           \
    X(nes_gauss_full)    /* x = mu + sigma B z */                 \
    X(nes_gauss_diag)    /* x_i = mu_i + sigma_i z_i */           \
    X(nes_gauss_radial)  /* x = mu + sigma z */                   \
    X(nes_student)       /* x = mu + sigma B (t z), heavy tails */ \
    X(nes_student_diag)  /* x_i = mu_i + sigma_i z_i, heavy tails */ \
    X(nes_gauss_cov)     /* by covariance */                      \
    X(nes_gauss_factor)  /* by a root of the covariance */        \
    X(nes_gauss_exp)     /* by the logarithm of the covariance */ \
    X(nes_gauss_dd)      /* x = mu + sigma D (B z), D diagonal */ \
    X(nes_gauss_block)   /* the same with a matrix per group */   \
    X(nes_gauss_vd)      /* covariance D (I + v v^T) D */         \
    X(nes_gauss_lm)      /* a product of rank-one factors */      \
    X(nes_bernoulli)     /* strings of bits */                    \
    X(nes_categorical)   /* choices */                            \
    X(nes_user)          /* the user's own density */              \
    X(nes_user_radial)   /* x = mu + sigma B (t z), the user's law of t |z| */
/* clang-format on */

#define NES_FAMILY_DECLARED(family) extern const nes_family family;
NES_FAMILIES(NES_FAMILY_DECLARED)
#undef NES_FAMILY_DECLARED
