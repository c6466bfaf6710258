/* SPDX-License-Identifier: MIT
 *
 * Distances and targets; see compare/reference.h. */
#include "compare/reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "bench/shares.h"

enum { TARGETS = SHARE_TARGETS };

static const double CLOSEST = 1e-8; /* closest of the relative targets */

/* Lists the targets of COCO that are not beyond the precision, which is the last one. */
static size_t known_targets(double precision, double *targets)
{
    size_t n = 0;
    for (size_t k = 0; k < TARGETS; k++)
        if (share_target(k) > precision * (1 + 1e-9)) targets[n++] = share_target(k);
    targets[n++] = precision;
    return n;
}

/* Lists powers from 1 down to the closest; if there is a value to reach, it is the last target. */
static size_t relative_targets(bool has_value, double *targets)
{
    for (size_t k = 0; k < TARGETS; k++) targets[k] = pow(CLOSEST, (double)k / (TARGETS - 1));
    targets[TARGETS - 1] = has_value ? 0 : CLOSEST;
    return TARGETS;
}

/* Chooses these numbers, in descending order, as far as they are above the last target, and that
 * one. */
static void choose_shown(reference *r, size_t n, const double *near)
{
    const double last = reference_final(r);
    for (size_t i = 0; i < n; i++)
        if (near[i] > last * 1.5) r->shown[r->n_shown++] = near[i];
    r->shown[r->n_shown++] = last;
}

/* Chooses given targets, evenly thinned if a table has no room for all. */
static void choose_given(reference *r)
{
    const size_t n = r->n < REFERENCE_SHOWN ? r->n : REFERENCE_SHOWN;
    for (size_t i = 0; i < n; i++)
        r->shown[r->n_shown++] = r->targets[n == 1 ? 0 : i * (r->n - 1) / (n - 1)];
}

static void choose_targets(reference *r, const compare_plan *p)
{
    static const double known[] = {10, 1e-1, 1e-3};
    static const double relative[] = {1e-1, 1e-2, 1e-4};
    if (p->n_targets > 0) {
        r->n = p->n_targets;
        memcpy(r->targets, p->targets, p->n_targets * sizeof *p->targets);
        choose_given(r);
    } else if (r->kind == REFERENCE_OPTIMUM) {
        r->n = known_targets(p->precision, r->targets);
        choose_shown(r, sizeof known / sizeof *known, known);
    } else {
        r->n = relative_targets(r->kind == REFERENCE_TARGET, r->targets);
        choose_shown(r, sizeof relative / sizeof *relative, relative);
    }
}

void reference_open(reference *r, const compare_plan *p, size_t problem, double best, double first)
{
    const double optimum = p->problems[problem].optimum;
    const size_t most = p->n_targets > TARGETS ? p->n_targets : TARGETS + 1;
    *r = (reference){.kind = REFERENCE_BEST, .base = best, .unit = 1};
    if (!isnan(p->target)) {
        r->kind = REFERENCE_TARGET;
        r->base = p->target;
    } else if (!isnan(optimum)) {
        r->kind = REFERENCE_OPTIMUM;
        r->base = optimum;
    }
    if (r->kind != REFERENCE_OPTIMUM && p->n_targets == 0 && first > r->base)
        r->unit = first - r->base;
    r->targets = memory_zeros(most, sizeof *r->targets);
    choose_targets(r, p);
}

void reference_close(reference *r)
{
    free(r->targets);
    r->targets = NULL;
}

/* The distance is 0 for values better than the base. */
double reference_distance(const reference *r, double f)
{
    return fmax(0, (f - r->base) / r->unit);
}

double reference_final(const reference *r)
{
    return r->targets[r->n - 1];
}

void reference_text(const reference *r, double sign, char *text, size_t size)
{
    static const char *const what[] = {
        [REFERENCE_OPTIMUM] = "the optimum",
        [REFERENCE_TARGET] = "the value to reach",
        [REFERENCE_BEST] = "the best value found, as the optimum is not known",
    };
    char base[TEXT_NUMBER_SIZE];
    const int n = snprintf(text, size, "targets are distances to %s: %s", what[r->kind],
                           text_number(0.0 + sign * r->base, base));
    if (r->unit != 1)
        snprintf(text + n, size - (size_t)n,
                 ", in units of %.4g, the distance of a typical first value", r->unit);
}
