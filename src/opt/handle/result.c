/* SPDX-License-Identifier: MIT
 *
 * What a handle can tell about its runs, all at once in a struct; one thing at a time is
 * opt/handle/by_name.c. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/handle/opt.h"
#include "util/text.h"

const char *nes_version(void)
{
    return NES_VERSION;
}

static void describe_end(const nes_ending *e, char *text, size_t size)
{
    const char *name = nes_stop_name(e->reason), *why = nes_stop_text(e->reason);
    if (e->reason == NES_STOP_TARGET)
        nes_print(text, size, "%s: %.6g, target %.6g", why, e->value, e->threshold);
    else if (!isnan(e->threshold))
        nes_print(text, size, "%s: %.6g, limit %.6g (option %s)", why, e->value, e->threshold,
                  name);
    else if (!isnan(e->value))
        nes_print(text, size, "%s: %.6g", why, e->value);
    else
        nes_print(text, size, "%s", why);
}

/* How many restarts there were, if any, and which run has the best value. */
static void describe_restarts(const nes_runs *r, uint64_t best_run, char *text, size_t size)
{
    const unsigned long long challenges = r->schedule.challengers, best = best_run;
    const unsigned long long restarts = r->schedule.created - 1 - r->schedule.challengers;
    text[0] = '\0';
    if (restarts + challenges == 0) return;
    size_t used =
        (size_t)nes_print(text, size, "; %llu restart%s", restarts, restarts == 1 ? "" : "s");
    if (r->plan.races && used < size)
        used += (size_t)nes_print(text + used, size - used, ", %llu challenge%s", challenges,
                                  challenges == 1 ? "" : "s");
    if (best > 0 && used < size)
        nes_print(text + used, size - used, ", run %llu %s", best,
                  r->end.reason == NES_RUNNING ? "leads" : "won");
}

/* Of how many, and what to do. */
static void describe_failures(const nes_runs *r, char *text, size_t size)
{
    const nes_tally *t = &r->tally;
    const char *name = nes_stop_name(r->end.reason);
    nes_print(
        text, size,
        "; in all %llu of %llu evaluations have failed: see why, or raise %s or switch it off",
        (unsigned long long)t->failed, (unsigned long long)t->evaluations, name);
}

static void describe(const nes_runs *r, uint64_t best_run, char *text, size_t size)
{
    const bool failures = r->end.reason == NES_STOP_FAILED || r->end.reason == NES_STOP_ALL_FAILED;
    describe_end(&r->end, text, size);
    size_t used = strlen(text);
    if (failures) describe_failures(r, text + used, size - used);
    used = strlen(text);
    if (r->plan.strategy->restarts || r->plan.races)
        describe_restarts(r, best_run, text + used, size - used);
}

void nes_describe_run(nes_opt *o, struct nes_run *run, nes_result *r)
{
    const nes_widths *f = run->g.dist.family->widths;
    const nes_dist *p = &run->g.dist;
    r->sigma = NAN;
    if (f == NULL) return;
    r->mean_x = p->theta;
    if (o->mean_x != NULL) {
        memcpy(o->mean_x, p->theta, run->dim * sizeof *o->mean_x);
        if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, o->mean_x);
        nes_integers_round(run, o->mean_x);
        r->mean_x = o->mean_x;
    }
    if (f->deviations != NULL) {
        r->std_x = f->deviations(p);
    } else {
        f->spread(p, run->scratch);
        for (size_t i = 0; i < run->dim; i++) /* sums of infinities of both signs */
            if (isnan(run->scratch[i])) run->scratch[i] = INFINITY;
        r->std_x = run->scratch;
    }
    r->sigma = f->sigma(p);
}

/* Fills in the numbers of the best run, and counts and end of the whole search. */
void nes_summarise(const nes_opt *o, nes_result *r)
{
    const nes_runs *runs = &o->runs;
    const nes_member *leader = nes_runs_best(runs);
    const bool maximize = o->s.maximize;
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
}

nes_status nes_get_result(nes_opt *o, nes_result *r)
{
    if (o == NULL || r == NULL) return NES_ERR_ARGUMENT;
    nes_runs *runs = &o->runs;
    memset(r, 0, offsetof(nes_result, stop_text));
    nes_describe_run(o, nes_runs_best(runs)->run, r);
    r->dim = runs->plan.dim;
    r->method = runs->plan.method != NULL ? runs->plan.method->name : NULL;
    r->seed = o->s.seed;
    nes_summarise(o, r);
    describe(runs, r->best_run, r->stop_text, sizeof r->stop_text);
    r->trust = nes_judge_trust(runs, r->trust_text, sizeof r->trust_text);
    if (o->domain != NULL) nes_domain_result(o->domain, r);
    return NES_OK;
}

/* These two leave out mean and standard deviations, which take time where variables are many. */
nes_status nes_get_stop(nes_opt *o, nes_stop *reason, char *text, size_t size)
{
    nes_result r;
    if (o == NULL || reason == NULL || (text == NULL && size > 0)) return NES_ERR_ARGUMENT;
    nes_summarise(o, &r);
    *reason = r.stop;
    describe(&o->runs, r.best_run, r.stop_text, sizeof r.stop_text);
    if (size > 0) nes_print(text, size, "%s", r.stop_text);
    return NES_OK;
}

nes_status nes_get_trust(nes_opt *o, nes_trust *trust, char *text, size_t size)
{
    char whole[sizeof((nes_result *)0)->trust_text];
    if (o == NULL || trust == NULL || (text == NULL && size > 0)) return NES_ERR_ARGUMENT;
    *trust = nes_judge_trust(&o->runs, whole, sizeof whole);
    if (size > 0) nes_print(text, size, "%s", whole);
    return NES_OK;
}
