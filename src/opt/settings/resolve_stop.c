/* SPDX-License-Identifier: MIT
 *
 * Thresholds of the stop tests that the caller left open, and before them the margins of bits and
 * integers, on which some thresholds depend. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/resolve.h"
#include "opt/settings/resolve_steps.h"
#include "scheme/scheme.h"

/* Evaluations with all probabilities at their margins after which a string that differs from the
 * most probable one in one given bit has been drawn: one of the d is missing with probability 1/20
 * at most. [math: B6] */
static double many_strings(const nes_plan *p)
{
    const double d = (double)p->dim, m = p->s.margin;
    return log(20 * d) / (m * pow(1 - m, d - 1));
}

void nes_resolve_bits(nes_plan *p)
{
    nes_settings *s = &p->s;
    if (!p->family->binary) return;
    s->margin = nes_or_else(s->margin, fmin(0.25, 1 / (double)p->dim));
    const double many = fmin(many_strings(p), 1e15);
    s->settled = nes_or_else(s->settled, many);
    s->tolfun = nes_or_else(s->tolfun, NES_OFF);
    s->flat = nes_or_else(s->flat, p->noisy ? NES_OFF : ceil(2 * many / (double)s->popsize));
}

double nes_many_integers(const nes_plan *p)
{
    return 2 * log(40 * (double)p->integers) / p->s.margin;
}

void nes_resolve_integers(nes_plan *p)
{
    nes_settings *s = &p->s;
    if (!nes_has_length(s, "integer", p->dim)) return;
    for (size_t i = 0; s->integer != NULL && i < p->dim; i++) p->integers += nes_is_integer(s, i);
    if (p->integers == 0) return;
    s->margin = nes_or_else(s->margin, fmin(0.25, 1 / ((double)s->popsize * (double)p->dim)));
    const double many = ceil(nes_many_integers(p) / (double)s->popsize);
    s->flat = nes_or_else(s->flat, p->noisy ? NES_OFF : fmax(many, (double)p->dim / 3));
    if (p->integers == p->dim) s->tolfun = nes_or_else(s->tolfun, NES_OFF);
}

void nes_resolve_stops(nes_plan *p)
{
    nes_settings *s = &p->s;
    const bool slow = p->gradient->scores || strcmp(s->rates, "fixed") != 0;
    s->tolx = nes_or_else(s->tolx, p->scheme->elitist ? NES_OFF : 5e-12);
    s->tolfun = nes_or_else(s->tolfun, p->noisy ? NES_OFF : 1e-12);
    s->flat = nes_or_else(s->flat, p->noisy ? NES_OFF : fmax(2, (double)p->space.whole / 3));
    s->stagnation = nes_or_else(s->stagnation, p->noisy || slow ? NES_OFF : 0.2);
    s->max_growth = nes_or_else(s->max_growth, 1e10);
    s->all_failed = nes_or_else(s->all_failed, fmax(10, (double)s->popsize));
}
