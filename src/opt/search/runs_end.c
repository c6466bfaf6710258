/* SPDX-License-Identifier: MIT
 *
 * What follows a generation: the whole is judged, a run that has ended leaves the schedule, and
 * without a next run the whole ends. [math: A26, B10] */
#include <math.h>

#include "family/family.h"
#include "opt/search/runs.h"
#include "opt/settings/options.h"

static bool is_better(const nes_member *a, const nes_member *b)
{
    const double fa = a->run->best_f, fb = b->run->best_f;
    if (isnan(fa) && isnan(fb)) return nes_is_closer(a->run, b->run);
    if (isnan(fa) || isnan(fb)) return isnan(fb);
    return fa < fb || (fa == fb && a->best_evaluation < b->best_evaluation);
}

const nes_member *nes_runs_best(const nes_runs *r)
{
    const nes_schedule *t = &r->schedule;
    const nes_member *best = r->kept.run != NULL ? &r->kept : &t->member[0];
    for (size_t i = r->kept.run == NULL; i < t->n; i++)
        if (is_better(&t->member[i], best)) best = &t->member[i];
    return best;
}

const nes_member *nes_runs_at_work(const nes_runs *r)
{
    return r->place < r->schedule.n ? &r->schedule.member[r->place] : nes_runs_best(r);
}

double nes_agreement(const struct nes_run *run, double f)
{
    const double tolfun = run->plan.s.tolfun == NES_OFF ? 1e-12 : run->plan.s.tolfun;
    return fmax(1e3 * tolfun, 1e-6 * fabs(f));
}

/* Whether two runs ended at the same point, or on a plateau with the very same value. Optima of
 * equal value at different places are no evidence that there is none better. Values of bits,
 * integers and choices are often whole numbers: equal ones are no plateau. */
static bool is_same_place(const nes_runs *r, const struct nes_run *b)
{
    static const double NEAR = 0.01; /* times the initial step size of the first run */
    const struct nes_run *a = r->kept.run;
    const nes_plan *p = &b->plan;
    const bool discrete = p->family->binary || p->integers + p->choices == p->dim;
    if (a == NULL || (a->best_f == b->best_f && !discrete)) return true;
    bool near = true;
    for (size_t i = 0; near && i < b->dim; i++)
        near = fabs(a->best_x[i] - b->best_x[i]) <= NEAR * nes_start_std(&r->plan.s, i);
    for (size_t i = b->dim; near && i < p->dim; i++) near = a->best_x[i] == b->best_x[i];
    return !nes_coords_any(b->g.dist.coords, !near);
}

/* What the end of a run says of the best end before it. Runs that were cut off say nothing about
 * the value at which they would have ended, unless they have found a better one. */
static nes_opinion opinion_of(const nes_runs *r, const struct nes_run *run)
{
    const double f = run->best_f, margin = nes_agreement(run, f);
    if (f < r->ended_f - margin) return NES_OPINION_BETTER;
    if (r->ended == 0 || nes_run_is_cut(run)) return NES_OPINION_NONE;
    if (isnan(f)) return NES_OPINION_BLIND;
    if (run->end.reason == NES_STOP_DOWNHILL) return NES_OPINION_SAME;
    if (f > r->ended_f + margin)
        return nes_has_seen_nothing(run) ? NES_OPINION_BLIND : NES_OPINION_WORSE;
    if (is_same_place(r, run)) return NES_OPINION_SAME;
    return f < r->ended_f ? NES_OPINION_MOVED : NES_OPINION_ELSEWHERE;
}

static void compare_end(nes_runs *r, const struct nes_run *run)
{
    const nes_opinion said = opinion_of(r, run);
    nes_runs_hear(r, said, run->best_x);
    if (nes_run_is_cut(run) || isnan(run->best_f)) return;
    const bool lower = r->ended == 0 || run->best_f < r->ended_f;
    r->ended++;
    if (said == NES_OPINION_SAME)
        r->agreeing++;
    else if (lower)
        r->agreeing = 1;
    if (lower) r->ended_f = run->best_f;
}

bool nes_runs_agree(const nes_runs *r, uint64_t wanted)
{
    return r->agreeing >= wanted && 2 * r->agreeing > r->ended;
}

bool nes_runs_share_opinion(const nes_runs *r, uint64_t wanted)
{
    const uint64_t total = nes_has_ways(&r->plan) ? nes_schedule_total(&r->schedule) : 0;
    return nes_opinions_settled(&r->schedule.opinions, wanted, total);
}

bool nes_runs_settled(const nes_runs *r)
{
    const uint64_t wanted = r->plan.s.restart_agree;
    if (r->plan.strategy->opinions) return nes_runs_share_opinion(r, wanted);
    return wanted > 0 && nes_runs_agree(r, wanted);
}

/* Ends the search where as many runs agree as option restart_agree asks for. */
void nes_runs_judge_agreement(nes_runs *r)
{
    if (nes_runs_settled(r))
        nes_end(&r->end, NES_STOP_AGREED, (double)r->agreeing, (double)r->plan.s.restart_agree);
}

/* Takes a run that has ended out of the schedule. */
static void retire(nes_runs *r, size_t place)
{
    nes_member gone = r->schedule.member[place];
    compare_end(r, gone.run);
    const nes_outcome how = {gone.run->end.reason, gone.run->best_f};
    nes_schedule_remove(&r->schedule, place, how);
    if (how.reason == NES_STOP_DOWNHILL) { /* it was on its way: the best end is that of another */
        const struct nes_run *run = gone.run;
        const nes_find best = {run->best_f, run->best_x, run->best_outputs, 0};
        nes_runs_adopt(r, &best, gone.best_evaluation);
    } else if (r->kept.run == NULL || is_better(&gone, &r->kept)) {
        const nes_member worse = r->kept;
        r->kept = gone;
        gone = worse;
    }
    nes_run_destroy(gone.run);
}

static nes_decision next_turn(nes_runs *r)
{
    nes_schedule *t = &r->schedule;
    t->worst = 0;
    for (size_t i = 1; i < t->n; i++)
        if (is_better(&t->member[t->worst], &t->member[i])) t->worst = i;
    return nes_runs_next_turn(r);
}

void nes_runs_look_ahead(nes_runs *r, nes_ending last)
{
    const nes_schedule *t = &r->schedule;
    nes_decision next = next_turn(r);
    for (; next.kind == NES_TURN_DROP; next = next_turn(r)) retire(r, next.place);
    if (next.kind != NES_TURN_END) return;
    if (r->plan.strategy->resizes && t->created >= t->max_runs && !isnan(r->best_f))
        nes_end(&r->end, NES_STOP_RESTARTS, (double)t->created, (double)t->max_runs);
    else if (r->plan.strategy->opinions && t->created > 1 && !isnan(r->best_f) && !t->noisy)
        nes_end(&r->end, NES_STOP_COST, (double)nes_schedule_total(t),
                (double)nes_opinions_limit(&t->opinions));
    else
        r->end = last;
}

/* Ends the search where generations in a row are all alike in so many values. */
static void judge_row(nes_runs *r, nes_stop reason, uint64_t n, double limit)
{
    if (n > 0 && limit != NES_OFF && (double)n >= limit) nes_end(&r->end, reason, (double)n, limit);
}

void nes_runs_judge(nes_runs *r)
{
    if (r->place <
        r->schedule.n) { /* limits of the present run, since populations of runs differ */
        const nes_settings *s = &nes_runs_at_hand(r)->run->plan.s;
        judge_row(r, NES_STOP_ALL_FAILED, r->failing, s->all_failed);
        judge_row(r, NES_STOP_ALL_KNOWN, r->stale, s->all_known);
    }
    nes_judge_budget(&r->end, &r->budget, &r->tally, r->best_f, r->plan.s.maximize);
    if (r->max_time == NES_OFF) return;
    const double seconds = nes_runs_seconds(r);
    if (seconds >= r->max_time) nes_end(&r->end, NES_STOP_TIME, seconds, r->max_time);
}

/* Ends a run after its generations, unless it has found a better value within the last fifth of its
 * evaluations. [math: B10] */
static void judge_patience(const nes_member *m)
{
    struct nes_run *run = m->run;
    const uint64_t used = run->tally.evaluations, since = used - run->best_evaluation;
    if (m->patience == 0 || run->tally.generations < m->patience || 5 * since < used) return;
    nes_end(&run->end, NES_STOP_GENS, (double)run->tally.generations, (double)m->patience);
}

/* With bits, settled is a test of the distribution, too. */
void nes_runs_expect_noise(nes_runs *r, struct nes_run *run)
{
    const struct {
        const char *name;
        double value;
    } tests[] = {{"tolfun", NES_OFF},
                 {"flat", NES_OFF},
                 {"settled", run->g.dist.family->binary ? run->plan.s.settled : NES_OFF},
                 {"stagnation", nes_noisy_stagnation(&r->plan)}};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        const nes_field *f = nes_field_find(tests[i].name);
        if (nes_field_is_automatic(f, &r->given))
            *(double *)nes_field_in(&run->plan.s, f) = tests[i].value;
    }
}

/* The guests of a run have said how much values of one point differ. */
static void hear_noise(nes_runs *r, struct nes_run *run)
{
    r->noise = run->guests.noise;
    r->schedule.noisy = r->plan.noisy || r->noise > 0;
    if (r->noise > 0) nes_runs_expect_noise(r, run);
}

void nes_runs_close_generation(nes_runs *r, bool moved)
{
    nes_member *m = nes_runs_at_hand(r);
    struct nes_run *run = m->run;
    r->open = false;
    if (!isnan(run->guests.noise)) hear_noise(r, run);
    if (!(run->best_f >= r->best_f)) r->best_f = run->best_f; /* also while best_f is NaN */
    r->generation_best = run->generation_best;
    r->generation_median = run->generation_median;
    m->next = nes_run_next(run);
    r->aftermath = moved ? NES_DUE_MOVED : NES_DUE_STILL;
    nes_runs_judge(r);
    if (r->end.reason != NES_RUNNING) return;
    r->aftermath = NES_DONE;
    judge_patience(m);
    const nes_ending ending = run->end;
    if (r->seat != NULL) {
        if (!m->challenger) nes_runs_take_seat(r);
        nes_schedule_note(&r->schedule, moved ? run->generation_best : NAN);
    }
    if (ending.reason != NES_RUNNING) {
        retire(r, r->place);
        nes_runs_judge_agreement(r);
        if (r->end.reason != NES_RUNNING) return;
    }
    const bool due = r->seat != NULL || r->plan.strategy->pins;
    if (ending.reason != NES_RUNNING || due) nes_runs_look_ahead(r, ending);
}
