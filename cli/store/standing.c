/* SPDX-License-Identifier: MIT
 *
 * Putting together where a run stands; see store/standing.h. */
#include "store/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/bounded_state.h"

static const char *const FACTS[STANDING_FACTS] = {
    [FACT_OBJECTIVE] = "objective", [FACT_COMMAND] = "command",
    [FACT_FOLDER] = "folder",       [FACT_VERSION] = "version",
    [FACT_STARTED] = "started",     [FACT_STATUS] = "status",
    [FACT_STOP] = "stop",           [FACT_STOP_TEXT] = "stop_text",
    [FACT_TRUST] = "trust",         [FACT_TRUST_TEXT] = "trust_text",
};

static bool is_word(const char *text, const char *word)
{
    return text != NULL && strcmp(text, word) == 0;
}

static void take_best(standing *t, double f, const double *x, size_t dim)
{
    const bool better = isnan(t->best_f) || (t->maximize ? f > t->best_f : f < t->best_f);
    if (dim != t->names.n || isnan(f) || x == NULL || (!better && t->best_x != NULL)) return;
    t->best_x = memory_resize(t->best_x, dim, sizeof *x);
    memcpy(t->best_x, x, dim * sizeof *x);
    t->best_f = f;
}

static int take_row(const store_evaluation *e, void *data)
{
    take_best(data, e->record.f, e->x, e->dim);
    return 0;
}

static void at_least(uint64_t *to, uint64_t n)
{
    if (n > *to) *to = n;
}

static int take_generation(const course_row *row, void *data)
{
    standing *t = data;
    t->generation = row->generation;
    at_least(&t->evaluations, row->evaluations);
    t->run = row->run;
    t->sigma = row->sigma;
    if (isnan(t->seconds) || row->seconds > t->seconds) t->seconds = row->seconds;
    return 0;
}

/* The state of the optimiser, where it knows more. One that cannot be read says nothing. */
static void read_state(standing *t, store *s)
{
    bounded_state b;
    nes_result r;
    const uint64_t round = bounded_state_read(&b, s);
    if (b.opt != NULL && nes_get_result(b.opt, &r) == NES_OK) {
        at_least(&t->evaluations, r.evaluations);
        at_least(&t->generation, r.generations);
        at_least(&t->round, round);
        at_least(&t->counts.failed, r.failed);
        at_least(&t->counts.nonfinite, r.nonfinite);
        if (isnan(t->sigma)) t->sigma = r.sigma;
        if (t->run == 0) t->run = 1 + r.restarts + r.challenges;
        take_best(t, r.best_f, r.best_x, r.dim);
    }
    bounded_state_warn(&b, store_folder(s));
    bounded_state_close(&b);
}

static int take_failure(const failure_kind *f, void *data)
{
    standing *t = data;
    t->failures = memory_resize(t->failures, t->n_failures + 1, sizeof *t->failures);
    t->failures[t->n_failures++] = (failure_kind){.failure = memory_text(f->failure),
                                                  .said = memory_text(f->said),
                                                  .count = f->count,
                                                  .id = f->id};
    return 0;
}

static standing_word judge(const standing *t)
{
    const char *status = t->fact[FACT_STATUS];
    if (t->process != 0) return STANDING_LIVE;
    if (is_word(status, "stopped")) return STANDING_STOPPED;
    if (is_word(t->fact[FACT_OBJECTIVE], "by hand")) return STANDING_WAITING;
    const bool ended = is_word(status, "interrupted") || is_word(status, "failed");
    return ended ? STANDING_HALTED : STANDING_LOST;
}

const char *standing_name(const standing *t)
{
    switch (t->word) {
    case STANDING_LIVE:
        return is_word(t->fact[FACT_STATUS], "paused") ? "paused" : "running";
    case STANDING_WAITING:
        return "waiting";
    case STANDING_STOPPED:
        return "stopped";
    case STANDING_HALTED:
        return t->fact[FACT_STATUS];
    case STANDING_LOST:
        break;
    }
    return "lost";
}

/* One state of the database throughout, though the run goes on. */
int standing_open(standing *t, store *s)
{
    *t = (standing){.sigma = NAN, .best_f = NAN, .process = store_owner(s)};
    store_begin(s);
    for (size_t i = 0; i < STANDING_FACTS; i++) t->fact[i] = store_get_fact(s, FACTS[i]);
    t->maximize = store_fact_is(s, "maximize", "yes");
    t->seconds = store_get_real(s, "seconds", NAN);
    store_get_variables(s, &t->names);
    store_count_evaluations(s, &t->counts);
    t->evaluations = t->counts.values;
    store_last_round(s, &t->round);
    store_find_best(s, t->maximize, take_row, t);
    store_each_generation(s, take_generation, t);
    read_state(t, s);
    store_each_failure(s, take_failure, t);
    t->word = judge(t);
    return store_commit(s, false);
}

void standing_close(standing *t)
{
    for (size_t i = 0; i < STANDING_FACTS; i++) free(t->fact[i]);
    for (size_t i = 0; i < t->n_failures; i++) {
        free((char *)t->failures[i].failure);
        free((char *)t->failures[i].said);
    }
    free(t->failures);
    free(t->best_x);
    variables_close(&t->names);
}
