/* SPDX-License-Identifier: MIT
 *
 * Resolving and refusing settings. [math: A22] */
#include "opt/resolve.h"

#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "nes/nes.h"
#include "opt/methods.h"
#include "opt/options.h"
#include "scheme/scheme.h"
#include "util/try.h"

static const double HUGE_BOUND = 1e300;          /* beyond this a bound counts as none */
static const size_t MAX_DIMENSION = 0xffffffffu; /* coordinates a stream has addresses for */

static bool two_sided(const nes_settings *s, size_t i)
{
    return s->lower != NULL && s->upper != NULL && fabs(s->lower[i]) < HUGE_BOUND &&
           fabs(s->upper[i]) < HUGE_BOUND;
}

/* sigma is NES_AUTO here only when bounds are to set the scale. */
double nes_start_std(const nes_settings *s, size_t i)
{
    const double scale = s->scale != NULL ? s->scale[i] : 1;
    if (s->sigma != NES_AUTO) return s->sigma * scale;
    return two_sided(s, i) ? scale * 0.25 * (s->upper[i] - s->lower[i]) : scale;
}

double nes_start_mean(const nes_settings *s, const double *x0, size_t i)
{
    if (x0 != NULL) return x0[i];
    if (two_sided(s, i)) return s->lower[i] + 0.5 * (s->upper[i] - s->lower[i]);
    const double low = s->lower != NULL ? s->lower[i] : -INFINITY;
    const double high = s->upper != NULL ? s->upper[i] : INFINITY;
    return fmin(fmax(0, low), high);
}

static nes_status check_bounds(const nes_settings *s, size_t dim, nes_note note)
{
    if (s->lower == NULL && s->upper == NULL) return NES_OK;
    for (size_t i = 0; i < dim; i++) {
        const double l = s->lower != NULL ? s->lower[i] : -INFINITY;
        const double u = s->upper != NULL ? s->upper[i] : INFINITY;
        if (!(l < u) || l >= HUGE_BOUND || u <= -HUGE_BOUND)
            return nes_refuse(note, NES_ERR_BOUNDS,
                              "variable %zu has lower bound %g and upper bound %g: the lower must "
                              "be less than the upper and below %g, the upper above %g",
                              i + 1, l, u, HUGE_BOUND, -HUGE_BOUND);
    }
    return NES_OK;
}

static nes_status check_start(const nes_settings *s, size_t dim, const double *x0, nes_note note)
{
    for (size_t i = 0; x0 != NULL && i < dim; i++) {
        if (!isfinite(x0[i]))
            return nes_refuse(note, NES_ERR_START, "x0[%zu] is %g: give a finite start", i + 1,
                              x0[i]);
        if ((s->lower != NULL && x0[i] < s->lower[i]) || (s->upper != NULL && x0[i] > s->upper[i]))
            return nes_refuse(note, NES_ERR_START,
                              "x0[%zu] is %g, outside its bounds [%g, %g]: start inside them",
                              i + 1, x0[i], s->lower != NULL ? s->lower[i] : -INFINITY,
                              s->upper != NULL ? s->upper[i] : INFINITY);
    }
    const bool varied = s->scale != NULL || s->sigma == NES_AUTO;
    for (size_t i = 0; i < (varied ? dim : 1); i++) {
        const double std = nes_start_std(s, i);
        if (!(std > 0 && std < HUGE_BOUND))
            return nes_refuse(
                note, NES_ERR_VALUE,
                "the initial step size of variable %zu is %g: it must be positive and "
                "finite",
                i + 1, std);
    }
    return NES_OK;
}

static nes_status check_factor(const nes_settings *s, size_t dim, bool matrix, nes_note note)
{
    if (s->factor == NULL) return NES_OK;
    if (!matrix)
        return nes_refuse(note, NES_ERR_METHOD,
                          "option 'factor' needs a family with a full matrix, such as gauss-full, "
                          "not %s",
                          s->family);
    for (size_t i = 0; i < dim * dim; i++)
        if (!isfinite(s->factor[i]))
            return nes_refuse(note, NES_ERR_VALUE, "factor[%zu] is %g: it must be finite", i + 1,
                              s->factor[i]);
    return NES_OK;
}

static nes_status check_utilities(const nes_settings *s, nes_note note)
{
    if (strcmp(s->shaping, "table") != 0) return NES_OK;
    if (s->utilities == NULL)
        return nes_refuse(note, NES_ERR_VALUE,
                          "shaping 'table' needs the field 'utilities': %llu numbers, best first",
                          (unsigned long long)s->popsize);
    for (size_t i = 0; i < s->popsize; i++)
        if (!isfinite(s->utilities[i]) || (i > 0 && s->utilities[i] > s->utilities[i - 1]))
            return nes_refuse(note, NES_ERR_VALUE,
                              "utilities[%zu] is %g: they must be finite and not increase", i + 1,
                              s->utilities[i]);
    return NES_OK;
}

/* Names to parts: the method fills what the user left open. */
static nes_status resolve_parts(nes_plan *p, size_t dim, nes_note note)
{
    nes_settings *s = &p->s;
    const nes_method *m = strcmp(s->method, "auto") == 0
                              ? nes_method_choose(dim, p->choice, sizeof p->choice)
                              : nes_method_find(s->method);
    if (s->family == NULL) s->family = m->family;
    if (s->gradient == NULL) s->gradient = m->gradient;
    if (s->scheme == NULL) s->scheme = m->scheme;
    p->family = nes_family_find(s->family);
    p->gradient = nes_gradient_find(s->gradient);
    p->scheme = nes_scheme_find(s->scheme);
    p->method = nes_method_of(s->family, s->gradient, s->scheme);
    s->family = p->family->name;
    s->gradient = p->gradient->name;
    s->scheme = p->scheme->name;
    s->method = p->method != NULL ? p->method->name : m->name;
    if (p->method != m) p->choice[0] = '\0';
    if (p->family->elitist_only && !p->scheme->elitist)
        return nes_refuse(note, NES_ERR_METHOD,
                          "family '%s' works with scheme 'elitist' only, not with '%s'", s->family,
                          s->scheme);
    return NES_OK;
}

static void resolve_numbers(nes_plan *p, size_t dim)
{
    nes_settings *s = &p->s;
    const bool elitist = p->scheme->elitist;
    const bool box = s->lower != NULL && s->upper != NULL;
    if (s->popsize == 0) s->popsize = 4 + (uint64_t)floor(3 * log((double)dim));
    p->rows = elitist ? 1 : (size_t)s->popsize;
    if (s->sigma == NES_AUTO && !box) s->sigma = 1;
    if (s->eta_mu == NES_AUTO || elitist) s->eta_mu = 1;
    if (s->eta_sigma == NES_AUTO) s->eta_sigma = p->family->rate(dim);
    if (s->eta_shape == NES_AUTO) s->eta_shape = s->eta_sigma;
    if (s->elitist_down == NES_AUTO) s->elitist_down = p->family->elitist_down;
    if (s->elitist_learn == NES_AUTO) s->elitist_learn = p->family->elitist_learn;
    if (s->tolx == NES_AUTO) s->tolx = elitist ? NES_OFF : 1e-12;
    if (s->tolfun == NES_AUTO) s->tolfun = s->noisy ? NES_OFF : 1e-12;
    if (strcmp(s->eval_start, "auto") == 0) s->eval_start = elitist ? "yes" : "no";
}

static nes_status check_table(const nes_settings *s, nes_note note)
{
    const nes_field *f;
    for (size_t i = 0; (f = nes_field_at(i)) != NULL; i++) NES_TRY(nes_field_check(f, s, note));
    return NES_OK;
}

/* A null word stands for the default of its option. */
static void fill_words(nes_settings *s)
{
    nes_settings d;
    nes_settings_default(&d);
    if (s->method == NULL) s->method = d.method;
    if (s->eval_start == NULL) s->eval_start = d.eval_start;
    if (s->shaping == NULL) s->shaping = d.shaping;
    if (s->ties == NULL) s->ties = d.ties;
    if (s->bounds == NULL) s->bounds = d.bounds;
    if (s->failures == NULL) s->failures = d.failures;
}

/* The caller's strings may die: keep the table's own. */
static void own_words(nes_settings *s)
{
    s->eval_start = nes_field_word(nes_field_find("eval_start"), s->eval_start);
    s->shaping = nes_field_word(nes_field_find("shaping"), s->shaping);
    s->ties = nes_field_word(nes_field_find("ties"), s->ties);
    s->bounds = nes_field_word(nes_field_find("bounds"), s->bounds);
    s->failures = nes_field_word(nes_field_find("failures"), s->failures);
}

nes_status nes_resolve(nes_plan *plan, size_t dim, const double *x0, const nes_settings *user,
                       nes_note note)
{
    nes_settings *s = &plan->s;
    memset(plan, 0, sizeof *plan);
    if (user != NULL)
        *s = *user;
    else
        nes_settings_default(s);
    s->message[0] = '\0';
    if (dim == 0)
        return nes_refuse(note, NES_ERR_DIMENSION, "the dimension is 0: it must be at least 1");
    if (dim > MAX_DIMENSION)
        return nes_refuse(note, NES_ERR_DIMENSION, "the dimension %zu is too large: at most %zu",
                          dim, MAX_DIMENSION);
    fill_words(s);
    NES_TRY(check_table(s, note));
    NES_TRY(resolve_parts(plan, dim, note));
    if (plan->family->matrix && dim > 0x7fffffff)
        return nes_refuse(note, NES_ERR_DIMENSION,
                          "the dimension %zu is too large for family '%s': use gauss-diag", dim,
                          s->family);
    resolve_numbers(plan, dim);
    own_words(s);
    NES_TRY(check_bounds(s, dim, note));
    NES_TRY(check_start(s, dim, x0, note));
    NES_TRY(check_factor(s, dim, plan->family->matrix, note));
    return check_utilities(s, note);
}
