/* SPDX-License-Identifier: MIT
 *
 * The weighted Mann-Whitney test: which of two weighted samples has the larger values? With unit
 * weights it is the classical test without correction for ties; integer weights count as
 * replication. */
#ifndef NES_MANN_WHITNEY_H
#define NES_MANN_WHITNEY_H

#include <stddef.h>

#include "nes/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nes_mann_whitney_result {
    double u;    /* sum of w_i v_j over pairs with s_i > t_j, half of it where they are equal */
    double mean; /* mean of u if both samples have the same law: m m'/2, m = sum w, m' = sum v */
    double sd;   /* standard deviation of u then: sqrt(m m' (m + m' + 1)/12) */
    double p;    /* Phi((u - mean)/sd): near 1 when s has the larger values, near 0 when t has */
} nes_mann_whitney_result;

/* Compares n values s with weights w and m values t with weights v; values ascending, weights
 * positive; a null array of weights means all 1. Linear in n + m. NES_ERR_ARGUMENT: a pointer is
 * null. NES_ERR_VALUE: a value is NaN or out of order, or a weight is not positive and finite.
 * NES_ERR_COUNT: a sample is empty. */
NES_API nes_status nes_mann_whitney(size_t n, const double *s, const double *w, size_t m,
                                    const double *t, const double *v,
                                    nes_mann_whitney_result *result);

#ifdef __cplusplus
}
#endif

#endif
