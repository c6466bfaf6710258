/* SPDX-License-Identifier: MIT
 *
 * What the library itself says of its defaults and techniques, as functions of SQL for E13.
 * [math: A22] */
#include <stdlib.h>
#include <string.h>

#include "experiment/functions.h"
#include "experiment/run_kinds.h"

/* default_of(method, d, option): what an option of a method becomes in so many variables, with
 * interleaved restarts; null if the method does not run. */
static void default_of(sqlite3_context *c, int n, sqlite3_value **v)
{
    nes_opt *o = NULL;
    nes_settings s;
    char text[64];
    (void)n;
    nes_settings_default(&s);
    s.method = (const char *)sqlite3_value_text(v[0]);
    s.restarts = "interleaved";
    if (nes_create(&o, (size_t)sqlite3_value_int64(v[1]), NULL, &s) == NES_OK &&
        nes_get(nes_get_settings(o), (const char *)sqlite3_value_text(v[2]), text, sizeof text) ==
            NES_OK)
        sqlite3_result_double(c, strtod(text, NULL));
    nes_destroy(o);
}

/* ---- techniques ----------------------------------------------------------------------------- */

static double log_normal(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)user;
    return -0.5 * r2;
}

static double slope_normal(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)r2, (void)user;
    return -0.5;
}

static double radius_normal(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    (void)tau, (void)dim, (void)r, (void)user;
    return n;
}

static const nes_radial normal_law = {
    .logq = log_normal, .slope = slope_normal, .radius = radius_normal};

/* takes(option, value, family): whether the library takes a technique with a density of the
 * caller's own, family "user", or with a radial law of the caller's own, "user-radial". */
static void takes(sqlite3_context *c, int n, sqlite3_value **v)
{
    nes_settings s;
    (void)n;
    nes_settings_default(&s);
    s.family = (const char *)sqlite3_value_text(v[2]);
    if (strcmp(s.family, "user") == 0) s.density = &normal_density;
    if (strcmp(s.family, "user-radial") == 0) s.radial = &normal_law;
    sqlite3_result_int(c, nes_set(&s, (const char *)sqlite3_value_text(v[0]),
                                  (const char *)sqlite3_value_text(v[1])) == NES_OK &&
                              nes_settings_check(&s, 1, NULL, NULL, 0) == NES_OK);
}

const scalar library_scalars[] = {
    {"default_of", 3, default_of},
    {"takes", 3, takes},
    {NULL, 0, NULL},
};
