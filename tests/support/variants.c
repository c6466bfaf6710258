/* SPDX-License-Identifier: MIT
 *
 * Variants of settings. */
#include "support/variants.h"

#include <string.h>

#include "support/runs.h"

enum { D = VARIANT_DIM };

static const double START[D] = {0.5, -0.25, 1, 0.75, -0.5, 0.1, -0.2, 0.3, -0.4};
static const double LOWER[D] = {-1, -1, -INFINITY, -2, -0.6, -1, -1, -1, -1};
static const double UPPER[D] = {1, INFINITY, 2, 1, 0.7, 1, 1, 1, 1};
static const double SCALE[D] = {1, 0.5, 2, 0.1, 3, 1, 1, 0.3, 0.7};
static const double UTILITIES[6] = {0.7, 0.3, 0.1, -0.1, -0.5, -0.5};
static const double FACTOR[D * D] = {2, 1, 0, 0, 0, 0, 0, 0, 0, /* */
                                     0, 1, 1, 0, 0, 0, 0, 0, 0, /* */
                                     0, 0, 3, 1, 0, 0, 0, 0, 0, /* */
                                     0, 0, 0, 1, 1, 0, 0, 0, 0, /* */
                                     0, 0, 0, 0, 1, 1, 0, 0, 0, /* */
                                     0, 0, 0, 0, 0, 1, 1, 0, 0, /* */
                                     0, 0, 0, 0, 0, 0, 2, 1, 0, /* */
                                     0, 0, 0, 0, 0, 0, 0, 1, 1, /* */
                                     1, 0, 0, 0, 0, 0, 0, 0, 1};

nes_settings variant_settings(size_t v, const nes_method *m)
{
    nes_settings s = run_settings(m->name);
    const bool full = strcmp(m->family, "gauss-full") == 0 || strcmp(m->family, "student") == 0;
    s.popsize = 6;
    s.sigma = 0.7;
    if (v >= 1 && v <= 3) s.lower = LOWER, s.upper = UPPER;
    if (v == 1) s.sigma = NES_AUTO;
    if (v == 2) s.bounds = "reflect", s.scale = SCALE;
    if (v == 3 || v == 5) s.bounds = "resample";
    if (v == 4) s.retries = 1;
    if (v == 5) s.failures = "resample", s.retries = 1, s.lower = LOWER;
    if (v == 6) s.shaping = "table", s.utilities = UTILITIES, s.maximize = true;
    if (v == 7) s.eval_start = "yes", s.shaping = "linear", s.ties = "index";
    if (v == 8) s.scale = SCALE, s.factor = full ? FACTOR : NULL, s.cauchy_literal = true;
    if (v == 9) s.seed = 0, s.run = 3, s.noisy = true, s.max_evals = 47;
    return s;
}

const double *variant_start(void)
{
    return START;
}

static double rugged(size_t dim, const double *x, void *user)
{
    return run_ellipsoid(dim, x, user) + floor(10 * sin(20 * x[0])); /* with ties */
}

/* The last bits of a point are as good as random, and always the same. */
static double rugged_with_holes(size_t dim, const double *x, void *user)
{
    uint64_t bits;
    memcpy(&bits, x, sizeof bits);
    switch (bits % 5) {
    case 0:
        return NES_EVAL_FAILED;
    case 1:
        return NAN;
    default:
        return rugged(dim, x, user);
    }
}

nes_objective variant_objective(size_t v)
{
    return v == 4 || v == 5 ? rugged_with_holes : rugged;
}
