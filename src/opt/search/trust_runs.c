/* SPDX-License-Identifier: MIT
 *
 * What several runs say together: that they led to the same point, and how far away they began, or
 * that they ended at different ones. [math: A26, B18] */
#include <math.h>

#include "opt/search/runs.h"
#include "util/sentence.h"

/* How many runs there are at the best point if none but the best has come to it. */
static uint64_t alone(const nes_runs *r)
{
    return nes_run_is_cut(nes_runs_best(r)->run) ? 0 : 1;
}

bool nes_runs_repeat(const nes_runs *r)
{
    const struct nes_run *best = nes_runs_best(r)->run;
    const bool ends = r->ended_f <= best->best_f + nes_agreement(best, best->best_f);
    return ends && r->agreeing > alone(r);
}

bool nes_runs_confirm(const nes_runs *r)
{
    const uint64_t asked = r->plan.s.restart_agree;
    if (!nes_runs_repeat(r)) return false;
    if (!r->plan.strategy->opinions) return nes_runs_agree(r, alone(r) + 1);
    return nes_opinions_weigh(&r->schedule.opinions) &&
           nes_runs_share_opinion(r, asked > 0 ? asked : NES_OPINION_AGREE);
}

bool nes_runs_disagree(const nes_runs *r)
{
    return r->ended > alone(r) && !nes_runs_confirm(r);
}

/* Whether starts are drawn between all bounds, which are nearer than so many step sizes. */
static bool starts_in_box(const nes_runs *r, double far)
{
    bool box = true;
    for (size_t i = 0; i < r->plan.dim; i++) box = box && nes_starts_between(&r->plan.s, i, far);
    return !nes_coords_any(nes_runs_best(r)->run->g.dist.coords, !box);
}

/* Where runs began that agree: agreement is evidence as far as that. */
static void say_where(const nes_runs *r, char *text, size_t size)
{
    const nes_settings *s = &r->plan.s;
    const nes_opinions *o = &r->schedule.opinions;
    const double far = o->begun;
    if (s->start_lower != NULL || s->start_mean != NULL)
        nes_append(text, size, "begun as option %s says",
                   s->start_lower != NULL ? "start_lower" : "start_mean");
    else if (starts_in_box(r, far))
        nes_append(text, size, "begun anywhere between the bounds");
    else
        nes_append(text, size, "begun up to about %.0f times the initial step size away", far);
}

void nes_say_agreement(const nes_runs *r, char *text, size_t size)
{
    const nes_opinions *o = &r->schedule.opinions;
    if (!r->plan.strategy->opinions) {
        nes_append(text, size, "; %llu of %llu runs ended at this value",
                   (unsigned long long)r->agreeing, (unsigned long long)r->ended);
        return;
    }
    nes_append(text, size, "; %llu further run%s, ", (unsigned long long)o->agree,
               o->agree == 1 ? "" : "s");
    say_where(r, text, size);
    nes_append(text, size, ", led to the same point");
    if (o->other > 0)
        nes_append(text, size, "; %llu other%s ended elsewhere, none better",
                   (unsigned long long)o->other, o->other == 1 ? "" : "s");
}

void nes_say_disagreement(const nes_runs *r, char *text, size_t size)
{
    if (!r->plan.strategy->opinions) {
        nes_append(
            text, size,
            "%llu of %llu runs that ended by themselves did so at this point, so that it may "
            "be a local optimum, and there may be a better one",
            (unsigned long long)r->agreeing, (unsigned long long)r->ended);
        return;
    }
    nes_append(text, size,
               "the best of %llu runs, which ended at different points: a local optimum, perhaps "
               "not the best one; larger sigma, popsize or max_evals look further",
               (unsigned long long)r->schedule.created);
    if (r->schedule.opinions.equal > 0) nes_append(text, size, "; several points have this value");
}

bool nes_runs_miss_target(const nes_runs *r)
{
    switch (r->end.reason) {
    case NES_STOP_EVALS:
    case NES_STOP_GENS:
    case NES_STOP_TIME:
    case NES_STOP_USER:
    case NES_STOP_FAILED:
    case NES_STOP_ALL_FAILED:
        return false;
    default:
        return !isnan(r->budget.target) && !(r->best_f <= r->budget.target);
    }
}

/* With constraints, a run that came to feasible points may have left smaller values behind. */
bool nes_has_seen_nothing(const struct nes_run *run)
{
    const double tolfun = run->plan.s.tolfun == NES_OFF ? 0 : run->plan.s.tolfun;
    const nes_constrained *c = &run->constrained;
    const double gain = run->first_f - run->best_f, change = c->of.m > 0 ? fabs(gain) : gain;
    if (c->of.m > 0 && c->first_feasible > run->plan.s.popsize) return false;
    return change <= 1e3 * fmax(tolfun, nes_rounding(run->best_f));
}
