/* SPDX-License-Identifier: MIT
 *
 * One step of the soak: a problem, settings, twins that run for a while, are stopped and continued,
 * and at the end a comparison with the drivers and with a run that was never stopped. */
#include <stdlib.h>
#include <string.h>

#include "soak/round.h"
#include "soak/twins.h"

enum { MOST_TURNS = 60, MOST_EVALUATIONS = 1500, REST = 120 };

/* New limits for both, at any time. */
static bool continue_both(soak_twins *t)
{
    nes_settings s;
    soak_draw_limits(t->k, t->record.evaluations + 1 + chance_below(&t->k->c, REST), &s);
    const nes_status a = nes_continue(t->calm, &s), b = nes_continue(t->busy, &s);
    t->k->counts->continues++;
    if (a != b) return soak_fail(t->k, "continue: %s, %s", nes_strerror(a), nes_strerror(b));
    if (nes_stopped(t->calm) != nes_stopped(t->busy))
        return soak_fail(t->k, "continued: one has stopped");
    return true;
}

/* A run that has stopped says so to whoever asks. */
static bool check_stopped(soak_twins *t)
{
    nes_points p;
    soak_record other = t->record;
    if (nes_ask(t->calm, &p) != NES_ERR_ORDER) return soak_fail(t->k, "asked after the end");
    return soak_check_result(t->k, t->p, t->calm, &t->record) &&
           soak_check_result(t->k, t->p, t->busy, &other);
}

static bool run_twins(soak_twins *t)
{
    chance *c = &t->k->c;
    for (int turn = 0; turn < MOST_TURNS && t->record.evaluations < MOST_EVALUATIONS; turn++) {
        if (chance_one_in(c, 80)) nes_stop_now(t->calm), nes_stop_now(t->busy);
        if (nes_stopped(t->calm) != NES_RUNNING) {
            if (!check_stopped(t) || !continue_both(t)) return false;
            if (nes_stopped(t->calm) != NES_RUNNING) return true;
        }
        if (chance_one_in(c, 40) && !continue_both(t)) return false;
        if (nes_stopped(t->calm) == NES_RUNNING && !soak_twins_turn(t)) return false;
    }
    return true;
}

static bool tell_to_end(soak_twins *t, nes_opt *o)
{
    nes_points p;
    while (nes_stopped(o) == NES_RUNNING) {
        const nes_status s = nes_ask(o, &p);
        if (s == NES_ERR_MEMORY) return false;
        if (s != NES_OK || !soak_check_points(t->k, t->p, o, &p))
            return soak_fail(t->k, "ask: %s", nes_message(o));
        soak_problem_batch(p.n, p.dim, p.x, p.f, (void *)(uintptr_t)t->p);
        if (marked_tell(o, p.n, p.f) != NES_OK) return soak_fail(t->k, "tell: %s", nes_message(o));
        t->k->counts->evaluations += p.n;
    }
    return true;
}

/* The rest by a driver with threads, on a copy, is the rest by ask and tell. */
static bool check_driver(soak_twins *t)
{
    nes_settings s;
    void *user = (void *)(uintptr_t)t->p;
    soak_draw_limits(t->k, t->record.evaluations + REST, &s);
    if (nes_continue(t->calm, &s) != NES_OK || nes_stopped(t->calm) != NES_RUNNING) return true;
    nes_opt *copy = soak_copy(t, t->calm);
    if (copy == NULL) return false;
    /* A batch of plain values can neither fail nor have outputs. */
    const bool plain = t->p->failing == 0 && marked_outputs(copy) == 0;
    const nes_status ran = chance_one_in(&t->k->c, 2) || !plain
                               ? marked_run(copy, soak_problem_objective, user)
                               : nes_run_batch(copy, soak_problem_batch, user);
    bool fine =
        ran == NES_OK || ran == NES_ERR_MEMORY || soak_fail(t->k, "run: %s", nes_message(copy));
    if (fine && ran == NES_OK && tell_to_end(t, t->calm))
        fine = soak_check_same(t->k, t->calm, copy, "driver");
    t->k->counts->drivers++;
    nes_destroy(copy);
    return fine && t->k->counts->failure[0] == '\0';
}

/* A run by ask and tell with that budget; null: it cannot be made, or runs out of memory. */
static nes_opt *whole_run(soak_twins *t, uint64_t max_evals)
{
    nes_opt *o = NULL;
    nes_settings s = *t->s;
    s.allocator = allocator_of(&t->k->heap);
    s.max_evals = max_evals;
    if (nes_create(&o, t->p->dim, t->p->start ? t->p->x0 : NULL, &s) != NES_OK) return NULL;
    if (tell_to_end(t, o)) return o;
    nes_destroy(o);
    return NULL;
}

/* Points of a generation that was cut short may stand in another order where some were tried again,
 * and the start is tried again at once: then only what was found is the same. */
static bool check_as_whole(soak_twins *t, nes_opt *part, nes_opt *whole)
{
    nes_result a, b;
    const bool again = t->s->retries > 0 || strcmp(t->s->failures, "resample") == 0;
    if (t->p->failing == 0 || !again) return soak_check_same(t->k, part, whole, "continued");
    if (nes_get_result(part, &a) != NES_OK || nes_get_result(whole, &b) != NES_OK)
        return soak_fail(t->k, "no result");
    return a.generations == 0 ||
           (a.evaluations == b.evaluations && a.failed == b.failed &&
            a.best_evaluation == b.best_evaluation) ||
           soak_fail(t->k, "continued: another best point");
}

/* A run that was stopped by its budget and given a larger one is as the run that had it from the
 * beginning. Method "auto" chooses by the budget, and so may be another one. */
static bool check_continued(soak_twins *t)
{
    nes_settings s;
    const uint64_t some = 1 + chance_below(&t->k->c, REST),
                   all = some + chance_below(&t->k->c, REST);
    if (t->s->method == NULL || strcmp(t->s->method, "auto") == 0) return true;
    nes_opt *part = whole_run(t, some), *whole = part != NULL ? whole_run(t, all) : NULL;
    bool fine = true;
    if (whole != NULL && nes_stopped(part) == NES_STOP_EVALS && all > some) {
        nes_settings_default(&s);
        s.max_evals = all;
        if (nes_continue(part, &s) != NES_OK) fine = soak_fail(t->k, "%s", nes_message(part));
        if (fine && tell_to_end(t, part)) fine = check_as_whole(t, part, whole);
    }
    nes_destroy(part);
    nes_destroy(whole);
    return fine && t->k->counts->failure[0] == '\0';
}

static bool run_settings(soak *k, const soak_problem *p, const nes_settings *s)
{
    soak_twins t = {.k = k, .p = p, .s = s};
    nes_status status;
    k->counts->settings++;
    const bool created = soak_twins_create(&t, &status);
    if (status != NES_OK) k->counts->settings_refused++;
    if (created && run_twins(&t) && p->by_point && check_driver(&t)) check_continued(&t);
    soak_twins_free(&t);
    if (k->heap.live > 0)
        return soak_fail(k, "%zu blocks of memory were not released", k->heap.live);
    return k->counts->failure[0] == '\0';
}

bool soak_step(soak_counts *counts, uint64_t seed)
{
    soak k = {.c = {chance_mix(seed, 1)}, .counts = counts, .heap = {.limit = 64 << 20}};
    soak_problem p;
    soak_settings d;
    counts->seed = seed;
    counts->failure[0] = counts->where[0] = '\0';
    while (!soak_problem_draw(&k, &p)) continue;
    soak_draw(&k, &p, &d);
    if (counts->failure[0] == '\0') run_settings(&k, &p, &d.s);
    soak_draw_free(&d);
    soak_problem_free(&p);
    counts->steps++;
    return counts->failure[0] == '\0';
}
