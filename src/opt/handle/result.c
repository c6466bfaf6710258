/* SPDX-License-Identifier: MIT
 *
 * What a handle can tell about its runs, all at once in a struct; one thing at a time is
 * opt/handle/by_name.c. */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/handle/opt.h"
#include "util/sentence.h"

const char *nes_version(void)
{
    return NES_VERSION;
}

static void describe_end(const nes_ending *e, char *text, size_t size)
{
    nes_print(text, size, "%s", nes_stop_text(e->reason));
    if (!isnan(e->threshold) || !isnan(e->value)) nes_append(text, size, ": %.6g", e->value);
    if (e->reason == NES_STOP_TARGET)
        nes_append(text, size, ", target %.6g", e->threshold);
    else if (!isnan(e->threshold))
        nes_append(text, size, ", limit %.6g (option %s)", e->threshold, nes_stop_name(e->reason));
}

/* How many restarts there were, if any, and which run has the best value. */
static void describe_restarts(const nes_runs *r, char *text, size_t size)
{
    const unsigned long long challenges = r->schedule.challengers;
    const unsigned long long restarts = r->schedule.created - 1 - challenges;
    if (restarts + challenges == 0) return;
    nes_append(text, size, "; %llu restart%s", restarts, nes_s(restarts));
    if (r->plan.races) nes_append(text, size, ", %llu challenge%s", challenges, nes_s(challenges));
    const nes_member *best = nes_runs_best(r);
    if (!isnan(nes_best_of(best->run).f))
        nes_append(text, size, ", run %llu %s", (unsigned long long)best->number,
                   r->end.reason == NES_RUNNING ? "leads" : "won");
}

/* Why the search has stopped, what to do about failures, and the runs that there were. */
static void describe(const nes_runs *r, char *text, size_t size)
{
    describe_end(&r->end, text, size);
    if (r->end.reason == NES_STOP_FAILED || r->end.reason == NES_STOP_ALL_FAILED)
        nes_append(
            text, size,
            "; in all %llu of %llu evaluation%s failed: see why, or raise %s or switch it off",
            (unsigned long long)r->tally.failed, (unsigned long long)r->tally.evaluations,
            r->tally.evaluations == 1 ? " has" : "s have", nes_stop_name(r->end.reason));
    if (r->plan.strategy->restarts || r->plan.races) describe_restarts(r, text, size);
    if (r->plan.s.constraints > 0 && r->tally.feasible == 0)
        nes_append(text, size, "; no feasible point was found");
}

/* The centre as a point, with the most probable values of choices. */
static void find_middle(const struct nes_run *run, double *x)
{
    const nes_dist *p = &run->g.dist;
    const size_t n = run->chosen.of.n;
    if (p->family->middle != NULL)
        p->family->middle(p, x);
    else
        memcpy(x, p->theta, run->dim * sizeof *x);
    if (run->bounds.bounder != NULL) nes_bounds_into(&run->bounds, x);
    nes_integers_round(run, x);
    if (n > 0) memcpy(x + run->dim, run->chosen.mode, n * sizeof *x);
}

/* Behind the widths of coordinates the probabilities that choices have other values than the most
 * probable ones. */
static const double *with_choices(const struct nes_run *run, const double *std, double *to)
{
    const nes_choices *c = &run->chosen.of;
    memcpy(to, std, run->dim * sizeof *to);
    for (size_t i = 0; i < c->n; i++) {
        double most;
        nes_choices_mode(c, i, &most);
        to[run->dim + i] = 1 - most;
    }
    return to;
}

void nes_describe_run(nes_opt *o, struct nes_run *run, nes_result *r)
{
    const nes_widths *f = run->g.dist.family->widths;
    const nes_dist *p = &run->g.dist;
    r->sigma = NAN;
    if (f == NULL) return;
    r->mean_x = o->mean_x != NULL ? o->mean_x : p->theta;
    if (o->mean_x != NULL) find_middle(run, o->mean_x);
    if (f->deviations != NULL) {
        r->std_x = f->deviations(p);
    } else {
        f->spread(p, run->scratch);
        for (size_t i = 0; i < run->dim; i++) /* sums of infinities of both signs */
            if (isnan(run->scratch[i])) run->scratch[i] = INFINITY;
        r->std_x = run->scratch;
    }
    if (o->std_x != NULL) r->std_x = with_choices(run, r->std_x, o->std_x);
    r->sigma = f->sigma(p);
}

void nes_summarise(const nes_opt *o, nes_result *r)
{
    const nes_runs *runs = &o->runs;
    const nes_member *leader = nes_runs_best(runs);
    const bool maximize = o->s.maximize;
    const nes_best best = nes_best_of(leader->run);
    r->best_f = nes_signed(maximize, best.f);
    r->best_x = isnan(best.f) ? NULL : best.x;
    r->feasible = runs->plan.s.constraints == 0 || !isnan(leader->run->best_f);
    r->evaluations = runs->tally.evaluations - runs->tally.known;
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
    describe(runs, r->stop_text, sizeof r->stop_text);
    r->trust = nes_judge_trust(runs, r->trust_text, sizeof r->trust_text);
    if (o->domain != NULL) nes_domain_result(o->domain, r);
    return NES_OK;
}

/* These two leave out mean and standard deviations, which take time where variables are many. */
nes_status nes_get_stop(nes_opt *o, nes_stop *reason, char *text, size_t size)
{
    if (o == NULL || reason == NULL || (text == NULL && size > 0)) return NES_ERR_ARGUMENT;
    *reason = o->runs.end.reason;
    if (size > 0) describe(&o->runs, text, size);
    return NES_OK;
}

nes_status nes_get_trust(nes_opt *o, nes_trust *trust, char *text, size_t size)
{
    char none[1];
    if (o == NULL || trust == NULL || (text == NULL && size > 0)) return NES_ERR_ARGUMENT;
    *trust = nes_judge_trust(&o->runs, size > 0 ? text : none, size > 0 ? size : sizeof none);
    return NES_OK;
}
