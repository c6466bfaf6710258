/* SPDX-License-Identifier: MIT
 *
 * Objectives that mislead, and settings that leave the search nothing to hold on to; see
 * support/extremes.h. */
#ifndef NES_TEST_EXTREME_CASES_H
#define NES_TEST_EXTREME_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value from a point and the number of the call. */
typedef struct extreme_objective {
    const char *name;
    double (*value)(size_t d, const double *x, uint64_t call);
} extreme_objective;

typedef struct extreme_setting {
    const char *name;
    double start, sigma, lower, upper; /* sigma 0: by default; bounds where they differ */
    const char *bounds;
    bool free;     /* nothing stops the run but a budget, or numbers that end */
    bool log;      /* variables on a logarithmic scale, */
    bool integer;  /* integers, */
    bool uneven;   /* widths from 1e-300 to 1e290 */
    double eta;    /* learning rates; 0: by default */
    double nu;     /* 0: by default */
    double limit;  /* of exponents; 0: by default */
    bool restarts; /* bipop, and a start that is drawn */
    bool maximize;
} extreme_setting;

/* Null past the end. */
const extreme_objective *extreme_objective_at(size_t i);
const extreme_setting *extreme_setting_at(size_t i);

#endif
