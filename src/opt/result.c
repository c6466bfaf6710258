/* SPDX-License-Identifier: MIT
 *
 * What a handle can tell about its runs: all at once in a struct, or one thing at a time by name.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "family/family.h"
#include "opt/handle.h"
#include "util/try.h"

const char *nes_version(void)
{
    return NES_VERSION;
}

static void describe_end(const nes_ending *e, char *text, size_t size)
{
    const char *name = nes_stop_name(e->reason), *why = nes_stop_text(e->reason);
    if (e->reason == NES_STOP_TARGET)
        snprintf(text, size, "%s: %.6g, target %.6g", why, e->value, e->threshold);
    else if (!isnan(e->threshold))
        snprintf(text, size, "%s: %.6g, limit %.6g (option %s)", why, e->value, e->threshold, name);
    else if (!isnan(e->value))
        snprintf(text, size, "%s: %.6g", why, e->value);
    else
        snprintf(text, size, "%s", why);
}

/* How many restarts there were, and which run has the best value. */
static void describe_restarts(const nes_runs *r, uint64_t best_run, char *text, size_t size)
{
    const unsigned long long challenges = r->schedule.challengers, best = best_run;
    const unsigned long long restarts = r->schedule.created - 1 - r->schedule.challengers;
    size_t used =
        (size_t)snprintf(text, size, "; %llu restart%s", restarts, restarts == 1 ? "" : "s");
    if (r->plan.races && used < size)
        used += (size_t)snprintf(text + used, size - used, ", %llu challenge%s", challenges,
                                 challenges == 1 ? "" : "s");
    if (best > 0 && used < size)
        snprintf(text + used, size - used, ", run %llu %s", best,
                 r->end.reason == NES_RUNNING ? "leads" : "won");
}

static void describe(const nes_runs *r, uint64_t best_run, char *text, size_t size)
{
    describe_end(&r->end, text, size);
    const size_t used = strlen(text);
    if (r->plan.strategy->restarts || r->plan.races)
        describe_restarts(r, best_run, text + used, size - used);
}

/* Centre, widths and scale, where the distribution has them. */
static void describe_shape(nes_opt *o, struct nes_run *run, nes_result *r)
{
    const nes_family *f = run->g.family;
    const nes_dist *p = &run->g.dist;
    r->sigma = NAN;
    if (f->spread == NULL) return;
    r->mean_x = p->theta;
    if (o->mean_x != NULL) {
        memcpy(o->mean_x, p->theta, run->dim * sizeof *o->mean_x);
        nes_bounds_into(&run->bounds, o->mean_x);
        r->mean_x = o->mean_x;
    }
    if (f->deviations != NULL) {
        r->std_x = f->deviations(p);
    } else {
        f->spread(p, run->scratch);
        r->std_x = run->scratch;
    }
    r->sigma = f->sigma(p);
}

/* The best run's result, with the counts and the end of the whole. */
nes_status nes_get_result(nes_opt *o, nes_result *r)
{
    if (o == NULL || r == NULL) return NES_ERR_ARGUMENT;
    nes_runs *runs = &o->runs;
    const nes_member *leader = nes_runs_best(runs);
    const bool maximize = o->s.maximize;
    memset(r, 0, offsetof(nes_result, stop_text));
    describe_shape(o, leader->run, r);
    r->dim = runs->plan.dim;
    r->method = runs->plan.method != NULL ? runs->plan.method->name : NULL;
    r->seed = o->s.seed;
    r->best_f = nes_signed(maximize, leader->run->best_f);
    r->best_x = isnan(leader->run->best_f) ? NULL : leader->run->best_x;
    r->evaluations = runs->tally.evaluations;
    r->best_evaluation = leader->best_evaluation;
    r->failed = runs->tally.failed;
    r->nonfinite = runs->tally.nonfinite;
    r->generations = runs->tally.generations;
    r->restarts = runs->schedule.created - 1 - runs->schedule.challengers;
    r->challenges = runs->schedule.challengers;
    r->best_run = r->best_x != NULL ? leader->number : 0;
    r->generation_best = nes_signed(maximize, runs->generation_best);
    r->generation_median = nes_signed(maximize, runs->generation_median);
    r->noise = runs->noise;
    r->stop = runs->end.reason;
    r->stop_value = runs->end.value;
    r->stop_threshold = runs->end.threshold;
    describe(runs, r->best_run, r->stop_text, sizeof r->stop_text);
    r->trust = nes_judge_trust(runs, r->trust_text, sizeof r->trust_text);
    if (o->fixed != NULL) nes_fixed_result(o->fixed, r);
    return NES_OK;
}

/* ---- by name -------------------------------------------------------------------------------- */

typedef struct entry {
    nes_entry public;
    size_t offset;                 /* in nes_result, or */
    double (*find)(nes_opt *o);    /* found on demand, */
    uint64_t (*count)(nes_opt *o); /* as a count */
} entry;

static struct nes_run *leading_run(nes_opt *o)
{
    return nes_runs_best(&o->runs)->run;
}

static double condition(nes_opt *o)
{
    const struct nes_run *run = leading_run(o);
    const nes_family *f = run->g.family;
    return f->condition != NULL ? nes_square(f->condition(&run->g.dist)) : NAN;
}

static uint64_t popsize(nes_opt *o)
{
    return leading_run(o)->plan.s.popsize;
}

static const nes_rates *rates_of(nes_opt *o)
{
    return &leading_run(o)->g.eta;
}

static double eta_mu(nes_opt *o)
{
    return rates_of(o)->mu;
}

static double eta_sigma(nes_opt *o)
{
    return rates_of(o)->sigma;
}

static double eta_shape(nes_opt *o)
{
    return rates_of(o)->shape;
}

#define FIELD(name_, type_, doc_)                                                                  \
    {                                                                                              \
        .public = {.name = #name_, .type = type_, .doc = doc_},                                    \
        .offset = offsetof(nes_result, name_)                                                      \
    }
#define FOUND(name_, doc_)                                                                         \
    {                                                                                              \
        .public = {.name = #name_, .type = NES_ENTRY_REAL, .doc = doc_}, .find = name_             \
    }

static const entry table[] = {
    FIELD(best_f, NES_ENTRY_REAL, "best value seen; NaN while there is none"),
    FIELD(best_x, NES_ENTRY_ARRAY, "the point that had it"),
    FIELD(mean_x, NES_ENTRY_ARRAY, "centre of the search distribution, inside the bounds"),
    FIELD(std_x, NES_ENTRY_ARRAY, "standard deviations of the search distribution"),
    FIELD(evaluations, NES_ENTRY_COUNT, "values told, failed ones included"),
    FIELD(best_evaluation, NES_ENTRY_COUNT, "which of them was the best one, from 1"),
    FIELD(failed, NES_ENTRY_COUNT, "evaluations that failed"),
    FIELD(nonfinite, NES_ENTRY_COUNT, "other values that are not finite"),
    FIELD(generations, NES_ENTRY_COUNT, "moves of the search distribution"),
    FIELD(restarts, NES_ENTRY_COUNT, "starts beyond the first"),
    FIELD(challenges, NES_ENTRY_COUNT, "runs of the second method (option challenger)"),
    FIELD(best_run, NES_ENTRY_COUNT, "which run saw best_f, from 1; 0 while there is none"),
    FIELD(generation_best, NES_ENTRY_REAL, "best value of the last generation"),
    FIELD(generation_median, NES_ENTRY_REAL, "median value of the last generation"),
    FIELD(noise, NES_ENTRY_REAL,
          "standard deviation of values of one point (noisy auto); 0: none, NaN: not known"),
    FIELD(sigma, NES_ENTRY_REAL, "overall step size"),
    FOUND(condition, "condition number of the covariance: squared ratio of its longest to its "
                     "shortest axis, an estimate"),
    {.public = {.name = "popsize",
                .type = NES_ENTRY_COUNT,
                .doc = "points in a generation of the best run"},
     .count = popsize},
    FOUND(eta_mu, "learning rate of the mean in the best run, before the factor of rates snr"),
    FOUND(eta_sigma, "learning rate of the scale, which adaptation may change"),
    FOUND(eta_shape, "learning rate of the shape"),
    FIELD(stop_value, NES_ENTRY_REAL, "what was compared when the run stopped"),
    FIELD(stop_threshold, NES_ENTRY_REAL, "what it was compared with"),
};

size_t nes_entry_count(void)
{
    return sizeof table / sizeof *table;
}

const nes_entry *nes_entry_at(size_t i)
{
    return i < nes_entry_count() ? &table[i].public : NULL;
}

const char *nes_entry_text(size_t i, const char *what)
{
    static const char *const types[] = {"real", "count", "array"};
    const nes_entry *e = nes_entry_at(i);
    if (e == NULL || what == NULL) return NULL;
    if (strcmp(what, "name") == 0) return e->name;
    if (strcmp(what, "type") == 0) return types[e->type];
    return strcmp(what, "doc") == 0 ? e->doc : NULL;
}

static const char *entry_name(size_t i, const void *data)
{
    (void)data;
    return i < nes_entry_count() ? table[i].public.name : NULL;
}

/* The entry of that name, if it has that type. */
static nes_status find(nes_opt *o, const char *name, nes_entry_type type, const entry **out)
{
    static const char *const getter[] = {"nes_get_real", "nes_get_count", "nes_get_array"};
    char near[96];
    for (size_t i = 0; i < nes_entry_count(); i++) {
        if (strcmp(table[i].public.name, name) != 0) continue;
        *out = &table[i];
        if (table[i].public.type == type) return NES_OK;
        return nes_refuse(nes_note_of(o), NES_ERR_VALUE, "result '%s' is read by %s, not by %s",
                          name, getter[table[i].public.type], getter[type]);
    }
    nes_nearest(name, entry_name, NULL, "", "; nes_entry_at lists all", near, sizeof near);
    return nes_refuse(nes_note_of(o), NES_ERR_OPTION, "there is no result '%s'%s", name, near);
}

static const void *field_of(nes_opt *o, const entry *e, nes_result *r)
{
    nes_get_result(o, r);
    return (const char *)r + e->offset;
}

nes_status nes_get_real(nes_opt *o, const char *name, double *value)
{
    nes_result r;
    const entry *e = NULL;
    if (o == NULL || name == NULL || value == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(find(o, name, NES_ENTRY_REAL, &e));
    *value = e->find != NULL ? e->find(o) : *(const double *)field_of(o, e, &r);
    return NES_OK;
}

nes_status nes_get_count(nes_opt *o, const char *name, uint64_t *value)
{
    nes_result r;
    const entry *e = NULL;
    if (o == NULL || name == NULL || value == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(find(o, name, NES_ENTRY_COUNT, &e));
    *value = e->count != NULL ? e->count(o) : *(const uint64_t *)field_of(o, e, &r);
    return NES_OK;
}

nes_status nes_get_array(nes_opt *o, const char *name, size_t n, double *values)
{
    nes_result r;
    const entry *e = NULL;
    if (o == NULL || name == NULL || values == NULL) return NES_ERR_ARGUMENT;
    NES_TRY(find(o, name, NES_ENTRY_ARRAY, &e));
    const size_t dim = o->fixed != NULL ? o->fixed->dim : o->runs.plan.dim;
    if (n != dim)
        return nes_refuse(nes_note_of(o), NES_ERR_COUNT, "result '%s' has %zu numbers, not %zu",
                          name, dim, n);
    const double *from = *(const double *const *)field_of(o, e, &r);
    if (from == NULL)
        return nes_refuse(nes_note_of(o), NES_ERR_ORDER,
                          "there is no '%s' yet, or the search distribution has none", name);
    memcpy(values, from, n * sizeof *values);
    return NES_OK;
}

nes_status nes_get_stop(nes_opt *o, nes_stop *reason, char *text, size_t size)
{
    nes_result r;
    if (o == NULL || reason == NULL || (text == NULL && size > 0)) return NES_ERR_ARGUMENT;
    nes_get_result(o, &r);
    *reason = r.stop;
    if (size > 0) snprintf(text, size, "%s", r.stop_text);
    return NES_OK;
}

nes_status nes_get_trust(nes_opt *o, nes_trust *trust, char *text, size_t size)
{
    nes_result r;
    if (o == NULL || trust == NULL || (text == NULL && size > 0)) return NES_ERR_ARGUMENT;
    nes_get_result(o, &r);
    *trust = r.trust;
    if (size > 0) snprintf(text, size, "%s", r.trust_text);
    return NES_OK;
}
