/* SPDX-License-Identifier: MIT
 *
 * Going on with new limits, as if they had been in force from the beginning. A budget stops the
 * whole in the middle of something: of a generation, or of what follows one. That is finished
 * first, and then the whole goes on if no limit forbids it. A run that has ended by itself is taken
 * up again where it was the last one, and the limit that ended it has changed. */
#include <math.h>
#include <string.h>

#include "opt/search/runs.h"
#include "opt/settings/options.h"
#include "util/monotonic.h"

static const nes_ending NO_END = {NES_RUNNING, NAN, NAN};

/* Whether the option behind a reason to stop has changed. */
static bool has_changed(const nes_settings *news, nes_stop reason)
{
    const nes_field *f = nes_field_find(nes_stop_name(reason));
    return f != NULL && nes_field_is_marked(f, news);
}

/* Lets the open generation of the present run go on, or cuts it short. */
static void go_on_inside(nes_runs *r)
{
    struct nes_run *run = nes_runs_at_hand(r)->run;
    const bool spent = r->tally.evaluations >= r->budget.max_evals ||
                       r->tally.generations >= r->budget.max_gens || nes_run_is_spent(run);
    run->end = NO_END;
    if (!spent) {
        r->open = true;
        r->aftermath = NES_DONE;
        if (run->open) nes_turn_window(run);
        if (run->asked > run->budget.max_evals - run->tally.evaluations)
            run->asked = 0; /* a smaller budget leaves fewer points: they must be asked for again */
        return;
    }
    nes_judge(run);
    nes_end(&run->end, NES_STOP_EVALS, (double)run->tally.evaluations,
            (double)run->tally.evaluations);
    nes_runs_close_generation(r, false);
}

/* Does what follows the last generation of the present run. */
static void follow(nes_runs *r, const nes_settings *news)
{
    struct nes_run *run = nes_runs_at_hand(r)->run;
    const nes_tally before = run->tally;
    const nes_stop why = run->end.reason;
    const bool moved = r->aftermath == NES_DUE_MOVED;
    const bool budget = nes_run_is_limited(run);
    if (why != NES_RUNNING && (budget || has_changed(news, why))) nes_judge_again(run);
    if (nes_may_need_none(&run->plan)) nes_open_generation(run);
    nes_runs_count(r, &before);
    nes_runs_close_generation(r, moved);
}

/* Whether two ends had the same reason and compared the same numbers, which are NaN where nothing
 * was compared. */
static bool is_same_end(const nes_ending *a, const nes_ending *b)
{
    const bool value = a->value == b->value || (isnan(a->value) && isnan(b->value));
    const bool threshold =
        a->threshold == b->threshold || (isnan(a->threshold) && isnan(b->threshold));
    return a->reason == b->reason && value && threshold;
}

/* Takes the end of a run out of those of runs that ended by themselves. */
static void forget_end(nes_runs *r, const struct nes_run *run)
{
    if (nes_run_is_cut(run) || isnan(run->best_f) || r->ended == 0) return;
    r->ended--;
    if (r->agreeing > 0) r->agreeing--;
    if (r->ended == 0) r->ended_f = NAN;
}

/* Takes the run up again whose end was the end of the search, if it is still there, from its last
 * generation. */
static void take_up_again(nes_runs *r, const nes_ending *last, const nes_settings *news)
{
    const nes_member m = r->kept;
    if (m.run == NULL || !is_same_end(&m.run->end, last)) return;
    forget_end(r, m.run);
    nes_schedule_return(&r->schedule, &m, (nes_outcome){m.run->end.reason, m.run->best_f});
    memset(&r->kept, 0, sizeof r->kept);
    r->place = 0;
    r->end = NO_END;
    nes_runs_hand_budget(r);
    r->aftermath = NES_DUE_STILL;
    follow(r, news);
}

/* Between two generations, with nothing left undone: decides whether there is a next one. */
static void look_again(nes_runs *r, const nes_settings *news)
{
    const nes_ending last = r->end;
    r->end = NO_END;
    if (last.reason == NES_STOP_AGREED) nes_runs_judge_agreement(r);
    if (r->end.reason != NES_RUNNING) return;
    if (last.reason == NES_STOP_AGREED && r->kept.run != NULL)
        nes_runs_look_ahead(r, r->kept.run->end);
    else if (nes_runs_next_turn(r).kind == NES_TURN_END)
        nes_runs_look_ahead(r, last);
    if (r->end.reason != NES_RUNNING && has_changed(news, last.reason))
        take_up_again(r, &last, news);
    if (r->end.reason == NES_RUNNING) nes_runs_judge(r);
}

static void go_on(nes_runs *r, const nes_settings *news)
{
    if (!r->open && r->aftermath == NES_DONE) {
        look_again(r, news);
        return;
    }
    struct nes_run *run = nes_runs_at_hand(r)->run;
    r->end = NO_END;
    nes_runs_hand_budget(r);
    if (r->open || (run->open && run->end.reason != NES_RUNNING))
        go_on_inside(r);
    else
        follow(r, news);
}

nes_status nes_runs_continue(nes_runs *r, const nes_settings *news, nes_note note)
{
    const nes_ending before = r->end;
    nes_runs_set_limits(r);
    for (size_t i = 0; i < r->schedule.n; i++)
        r->schedule.member[i].run->budget = nes_free_budget(r->budget.target);
    if (before.reason == NES_STOP_TIME) r->started = nes_clock() - before.value;
    if (before.reason == NES_STOP_ALL_FAILED && !has_changed(news, before.reason)) r->failing = 0;
    go_on(r, news);
    if (nes_runs_fit(r)) return NES_OK;
    r->end = before;
    return nes_refuse(note, NES_ERR_DAMAGED, "the saved run is damaged: its fields do not fit");
}
