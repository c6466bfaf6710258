/* SPDX-License-Identifier: MIT
 *
 * Kinds of variables, by the settings in force: fixed, bounded and so on. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "nes/settings.h"
#include "options/variables.h"

static inline bool kind_is_log(const nes_settings *s, size_t i)
{
    return s->log != NULL && s->log[i] != 0;
}

static inline bool kind_is_integer(const nes_settings *s, size_t i)
{
    return s->integer != NULL && s->integer[i] != 0;
}

static inline bool kind_is_fixed(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && s->lower[i] == s->upper[i];
}

/* Whether the variable is bounded on both sides, and not fixed. */
static inline bool kind_is_bounded(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && isfinite(s->lower[i]) && isfinite(s->upper[i]) &&
           s->upper[i] > s->lower[i];
}

/* A bound of the settings, which may be null, in the user's number; `otherwise` without one. */
static inline double kind_bound(const variables *v, const double *bounds, size_t i,
                                double otherwise)
{
    const scale *s = variables_scale(v, i);
    const double bound = bounds == NULL ? otherwise : bounds[i];
    return s == NULL ? bound : scale_show(s, bound);
}
