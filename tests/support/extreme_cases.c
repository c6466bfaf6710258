/* SPDX-License-Identifier: MIT
 *
 * Tables of objectives and settings at the end of the range of numbers. */
#include "support/extreme_cases.h"

#include <float.h>
#include <math.h>

/* ---- objectives: a point, and the number of the call ---- */

static double falls(size_t d, const double *x, uint64_t call)
{
    double sum = 0;
    (void)call;
    for (size_t i = 0; i < d; i++) sum -= fabs(x[i]);
    return sum;
}

/* No sum that could overflow: finite wherever the point is. */
static double falls_finitely(size_t d, const double *x, uint64_t call)
{
    (void)d, (void)call;
    return -fabs(x[0]);
}

static double falls_slowly(size_t d, const double *x, uint64_t call)
{
    double sum = 0;
    (void)call;
    for (size_t i = 0; i < d; i++) sum -= log1p(fabs(x[i]));
    return sum;
}

static double constant(size_t d, const double *x, uint64_t call)
{
    (void)d, (void)x, (void)call;
    return 1;
}

static double nowhere(size_t d, const double *x, uint64_t call)
{
    (void)d, (void)x, (void)call;
    return NAN;
}

static double forbidden(size_t d, const double *x, uint64_t call)
{
    (void)d, (void)x, (void)call;
    return INFINITY;
}

static double bottom(size_t d, const double *x, uint64_t call)
{
    (void)d, (void)x;
    return call == 20 ? -INFINITY : (double)(call % 7);
}

static double huge(size_t d, const double *x, uint64_t call)
{
    (void)d;
    return x[0] > 0 ? 1e308 : -1e308 + (double)call;
}

static double alternates(size_t d, const double *x, uint64_t call)
{
    (void)d, (void)x;
    return call % 2 == 0 ? DBL_MAX : -DBL_MAX;
}

static double mixed(size_t d, const double *x, uint64_t call)
{
    static const double values[] = {0, NAN, INFINITY, -1e300, 5e-324, 1e308};
    (void)d, (void)x;
    return values[call % 6];
}

/* The later, the better: every step is a success, wherever it leads. */
static double flatters(size_t d, const double *x, uint64_t call)
{
    (void)d, (void)x;
    return -(double)call;
}

/* The farthest of one coordinate after the other is best: the shape is stretched. */
static double stretches(size_t d, const double *x, uint64_t call)
{
    const double far = fabs(x[call / 64 % d]);
    return far > 0 ? -log(far) : 0;
}

static double squares(size_t d, const double *x, uint64_t call)
{
    double sum = 0;
    (void)call;
    for (size_t i = 0; i < d; i++) sum += x[i] * x[i];
    return sum;
}

static const extreme_objective objectives[] = {
    {"falls", falls},         {"falls finitely", falls_finitely},
    {"flatters", flatters},   {"stretches", stretches},
    {"mixed", mixed},         {"constant", constant},
    {"bottom", bottom},       {"huge", huge},
    {"nowhere", nowhere},     {"alternates", alternates},
    {"forbidden", forbidden}, {"falls slowly", falls_slowly},
    {"squares", squares},
};

/* ---- settings ---- */

static const extreme_setting settings[] = {
    {.name = "default", .start = 1},
    {.name = "free", .start = 1, .free = true},
    {.name = "free, wide", .start = 1, .sigma = 1e299, .free = true},
    {.name = "free, long steps", .start = 1, .free = true, .eta = 100, .limit = 300},
    {.name = "free, longest steps", .start = 1e290, .sigma = 1e290, .free = true, .eta = 1e300},
    {.name = "free, maximize", .start = -1e299, .sigma = 1e200, .free = true, .maximize = true},
    {.name = "free, heavy tails", .sigma = 1e160, .free = true, .nu = 0.01},
    {.name = "free, uneven", .start = 1, .sigma = 1, .free = true, .uneven = true},
    {.name = "far start", .start = 9e299, .sigma = 1},
    {.name = "narrow", .start = 1, .sigma = 1e-320, .free = true},
    {.name = "whole range", .sigma = 1e299, .lower = -DBL_MAX, .upper = DBL_MAX, .free = true},
    {.name = "wide box", .sigma = 1e299, .lower = -9e299, .upper = 9e299, .free = true},
    {.name = "wide box, reflect",
     .lower = -9e299,
     .upper = 9e299,
     .bounds = "reflect",
     .free = true},
    {.name = "wide box, resample",
     .lower = -9e299,
     .upper = 9e299,
     .bounds = "resample",
     .free = true},
    {.name = "one bound", .start = 2, .sigma = 1e298, .lower = 1, .upper = INFINITY, .free = true},
    {.name = "one far bound",
     .start = -9.1e299,
     .sigma = 1e298,
     .lower = -INFINITY,
     .upper = -9e299,
     .bounds = "reflect",
     .free = true},
    {.name = "tiny box", .start = 1, .sigma = 1e200, .lower = 1, .upper = 1 + 4e-16, .free = true},
    {.name = "logarithms", .start = 1, .sigma = 100, .log = true, .free = true},
    {.name = "logarithms, wide", .start = 1e-300, .sigma = 1e290, .log = true, .free = true},
    {.name = "integers", .start = 1, .sigma = 1e200, .integer = true, .free = true},
    {.name = "integers, logarithms",
     .start = 1,
     .sigma = 1e3,
     .integer = true,
     .log = true,
     .free = true},
    {.name = "restarts", .start = 1, .sigma = 1e250, .free = true, .restarts = true},
};

const extreme_objective *extreme_objective_at(size_t i)
{
    return i < sizeof objectives / sizeof *objectives ? &objectives[i] : NULL;
}

const extreme_setting *extreme_setting_at(size_t i)
{
    return i < sizeof settings / sizeof *settings ? &settings[i] : NULL;
}
