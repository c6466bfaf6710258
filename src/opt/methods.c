/* SPDX-License-Identifier: MIT
 *
 * The named methods, and what "auto" makes of a dimension. [math: A22] */
#include "opt/methods.h"

#include <stdio.h>
#include <string.h>

static const nes_method table[] = {
    {"xnes", "gauss-full", "local", "comma",
     "exponential NES: full covariance, invariant to rotation and scaling; the standard choice"},
    {"snes", "gauss-diag", "local", "comma",
     "separable NES: one step size per coordinate, linear cost; for many parameters"},
    {"1+1-xnes", "gauss-full", "local", "elitist",
     "hill climber with full covariance; for smooth functions and few evaluations"},
    {"1+1-snes", "gauss-diag", "local", "elitist",
     "hill climber with one step size per coordinate, linear cost"},
    {"1+1-nes", "gauss-radial", "local", "elitist",
     "hill climber with a single step size, linear cost"},
    {"1+1-cauchy", "student", "local", "elitist",
     "hill climber with heavy tails: rare long jumps leave local optima"},
};

enum { FULL_LIMIT = 200 }; /* dimensions up to which "auto" takes the full covariance */

size_t nes_method_count(void)
{
    return sizeof table / sizeof *table;
}

const nes_method *nes_method_at(size_t i)
{
    return i < nes_method_count() ? &table[i] : NULL;
}

const nes_method *nes_method_find(const char *name)
{
    for (size_t i = 0; i < nes_method_count(); i++)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

const nes_method *nes_method_of(const char *family, const char *gradient, const char *scheme)
{
    for (size_t i = 0; i < nes_method_count(); i++)
        if (strcmp(table[i].family, family) == 0 && strcmp(table[i].gradient, gradient) == 0 &&
            strcmp(table[i].scheme, scheme) == 0)
            return &table[i];
    return NULL;
}

const nes_method *nes_method_choose(size_t d, char *text, size_t size)
{
    if (d <= FULL_LIMIT) {
        snprintf(text, size,
                 "xnes, because a full covariance matrix is affordable for %zu variables", d);
        return nes_method_find("xnes");
    }
    snprintf(text, size,
             "snes, because a full covariance matrix would learn too slowly for %zu variables "
             "(more than %d)",
             d, FULL_LIMIT);
    return nes_method_find("snes");
}
