/* SPDX-License-Identifier: MIT
 *
 * Whether a run has a model of its objective, and how many points are evaluated at a time. A model
 * pays where evaluations are few or take long; it is for distributions with a factor per coordinate
 * and a matrix, which give it natural coordinates. [math: B21] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "gradient/gradient.h"
#include "opt/settings/methods.h"
#include "opt/settings/resolve.h"
#include "sampling/sampling.h"
#include "scheme/scheme.h"
#include "technique/shaping.h"
#include "technique/technique.h"
#include "util/try.h"

enum { FEWEST = 2, MOST = 40 };    /* variables that models were measured with */
enum { MOST_JOBS = 16 };           /* the largest batch that follows from jobs */
static const double BUDGET = 250;  /* evaluations a variable up to which models were measured */
static const double WORTH_IT = 20; /* fits that a slow evaluation takes as long as */

/* Variables that are not fixed, or of them the integers. Arrays of a wrong length are refused
 * later, and are not read. */
static size_t count(const nes_plan *p, bool integers)
{
    const nes_settings *s = &p->s;
    const bool box = s->lower != NULL && s->upper != NULL;
    const bool fits = nes_has_length(s, "lower", p->dim) && nes_has_length(s, "upper", p->dim) &&
                      nes_has_length(s, "integer", p->dim);
    size_t n = 0;
    if (!fits || (integers ? s->integer == NULL : !box)) return integers ? 0 : p->coords;
    for (size_t i = 0; i < p->dim; i++)
        n += !(box && nes_is_fixed(s, i)) && (!integers || nes_is_integer(s, i));
    return n;
}

/* Why there can be no model, if it is there, and what to use instead. */
typedef struct obstacle {
    bool there;
    const char *what, *remedy;
} obstacle;

static bool has_techniques_beside_paths(const nes_plan *p)
{
    for (size_t i = 0; i < p->ntechniques; i++)
        if (strcmp(p->technique[i]->option, "paths") != 0) return true;
    return false;
}

/* The first obstacle that is there, or one that is not. */
static obstacle find_obstacle(const nes_plan *p)
{
    const nes_settings *s = &p->s;
    const obstacle all[] = {
        {p->space.shared, "the coordinates are shared out", "one handle for all of them"},
        {p->choices > 0, "some variables are choices", "real variables and integers"},
        {p->family->factored == NULL || p->scheme->elitist || p->gradient->scores,
         "it needs family 'gauss-dd' with scheme 'comma'", "method 'dd-xnes'"},
        {s->constraints > 0, "there are constraints", "a penalty in the value"},
        {has_techniques_beside_paths(p), "it goes with no other technique than paths",
         "mixing 'none', adaptation 'none' and rates 'fixed'"},
        {p->races, "it cannot be challenged", "challenger 'none'"},
        {p->replaces, "points that failed cannot be replaced", "failures 'worst'"},
        {nes_is_table(p->shaping) || p->shaping->raw, "it goes with ranks", "shaping 'active'"},
        {s->asynchronous,
         "the search is asynchronous and has no generations to be evaluated in part",
         "asynchronous 'no'"},
        {s->window > 0, "it chooses among all points of a generation", "no window"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].there) return all[i];
    return (obstacle){false, NULL, NULL};
}

/* Seconds that fits take for each evaluation, as measured; with many variables the polynomial is
 * smaller. */
static double fit_time(double d)
{
    return fmin(1.5e-6 * d * d * d, 8e-3);
}

static bool is_expensive(const nes_settings *s, double d)
{
    if (s->eval_time != NES_OFF && s->eval_time >= WORTH_IT * fit_time(d)) return true;
    return s->max_evals > 0 && (double)s->max_evals <= BUDGET * d;
}

static uint64_t batch_of(const nes_settings *s)
{
    if (s->batch > 0) return s->batch;
    return s->jobs > MOST_JOBS ? MOST_JOBS : s->jobs > 1 ? s->jobs : 1;
}

/* What model "auto" comes to. A method that was named stays what it is; and with a population that
 * was given, a run is the same for any number of jobs. */
static bool is_worth_it(const nes_plan *p)
{
    const nes_settings *s = &p->s;
    const size_t d = count(p, false);
    const double usual = 4 + floor(3 * log((double)d));
    if (p->reason == NULL || strcmp(s->model, "auto") != 0 || s->popsize > 0 ||
        d < NES_MODELS_FEWEST || d > NES_MODELS_MOST)
        return false;
    if (p->noisy || 2 * count(p, true) >= d || find_obstacle(p).there) return false;
    return is_expensive(s, (double)d) && (double)batch_of(s) <= fmax(MOST_JOBS, 2 * usual);
}

static nes_status check(const nes_plan *p, nes_note note)
{
    const size_t d = count(p, false);
    const obstacle o = find_obstacle(p);
    if (o.there)
        return nes_refuse(note, NES_ERR_METHOD,
                          "model is 'on', but %s (method '%s', family '%s'): use %s, or model "
                          "'off'",
                          o.what, p->s.method, p->s.family, o.remedy);
    if (d >= NES_MODELS_FEWEST && d <= NES_MODELS_MOST) return NES_OK;
    return nes_refuse(note, NES_ERR_DIMENSION,
                      "model is 'on', but there %s %zu variable%s to search, and models are for %d "
                      "to %d: use model 'off'",
                      d == 1 ? "is" : "are", d, nes_s(d), NES_MODELS_FEWEST, NES_MODELS_MOST);
}

nes_status nes_resolve_model(nes_plan *p, nes_note note)
{
    nes_settings *s = &p->s;
    const bool wanted = strcmp(s->model, "on") == 0;
    if (wanted) NES_TRY(check(p, note));
    p->models = wanted || is_worth_it(p);
    s->model = p->models ? "on" : "off";
    if (p->models) s->batch = batch_of(s);
    return NES_OK;
}

static uint64_t even(uint64_t n)
{
    return n + n % 2;
}

uint64_t nes_popsize_for_batch(uint64_t n, uint64_t q)
{
    const uint64_t least = even(n > q ? n : q), rest = least % q;
    return 2 * rest >= q ? even(least + q - rest) : least;
}

size_t nes_plan_minimisers(const nes_plan *p)
{
    const uint64_t q = p->s.batch;
    if (!p->models) return 0;
    return q == 1 ? 1 : q < 8 ? (size_t)q / 2 : 4;
}
