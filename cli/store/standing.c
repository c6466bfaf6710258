/* SPDX-License-Identifier: MIT
 *
 * Putting together where a run stands; see store/standing.h. */
#include "store/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/memory.h"
#include "options/shown.h"
#include "store/bounded_state.h"

static const char *const FACTS[STANDING_FACTS] = {
    [FACT_OBJECTIVE] = "objective", [FACT_COMMAND] = "command",
    [FACT_FOLDER] = "folder",       [FACT_VERSION] = "version",
    [FACT_STARTED] = "started",     [FACT_STATUS] = "status",
    [FACT_STOP] = "stop",           [FACT_STOP_TEXT] = "stop_text",
    [FACT_TRUST] = "trust",         [FACT_TRUST_TEXT] = "trust_text",
    [FACT_ACCEPTED] = "accepted",
};

static bool is_word(const char *text, const char *word)
{
    return text != NULL && strcmp(text, word) == 0;
}

/* Takes a point that is better than the best so far. Returns whether it is. */
static bool take_best(standing *t, double f, const double *x, size_t dim)
{
    const bool better = isnan(t->best_f) || (t->maximize ? f > t->best_f : f < t->best_f);
    if (dim != t->names.n || isnan(f) || x == NULL || (!better && t->best_x != NULL)) return false;
    t->best_x = memory_resize(t->best_x, dim, sizeof *x);
    memcpy(t->best_x, x, dim * sizeof *x);
    t->best_f = f;
    return true;
}

/* The best evaluation, of those that satisfy the constraints. */
static int take_row(const store_evaluation *e, void *data)
{
    standing *t = data;
    constrained *c = &t->constrained;
    const size_t n = c->m + c->k;
    if (!take_best(t, e->record.f, e->x, e->dim) || n == 0 || e->record.outputs == NULL) return 0;
    c->feasible = true;
    c->violation = 0;
    c->g = memory_resize(c->g, n, sizeof *c->g);
    memcpy(c->g, e->record.outputs, n * sizeof *c->g);
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

/* Reads a fact that is a list of numbers. Returns the numbers, to be freed. */
static double *read_list(store *s, const char *fact, size_t *n)
{
    char *text = store_get_fact(s, fact);
    cJSON *list = text != NULL ? cJSON_Parse(text) : NULL;
    *n = (size_t)cJSON_GetArraySize(list);
    double *v = memory_zeros(*n, sizeof *v);
    size_t i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, list) v[i++] = cJSON_GetNumberValue(item);
    cJSON_Delete(list);
    free(text);
    return v;
}

/* The best point of a run whose state only `nes resume` can read: with a law of the user's own. */
static void read_best_facts(standing *t, store *s)
{
    size_t n;
    double *x = read_list(s, "best_x", &n);
    const bool fits = t->constrained.m == 0 || store_fact_is(s, "feasible", "yes");
    if (fits && take_best(t, store_get_real(s, "best_f", NAN), x, n))
        t->constrained.feasible = true;
    free(x);
}

/* Takes the best point of the state. One that violates constraints is only taken where no
 * evaluation satisfies them; some may be newer than the state. */
static void read_best(standing *t, const bounded_state *b, const nes_result *r)
{
    constrained state = {.m = 0}, *c = &t->constrained;
    constrained_read(&state, b->opt);
    const bool fits = r->feasible || t->best_x == NULL,
               taken = fits && take_best(t, r->best_f, r->best_x, r->dim);
    if (!taken && c->g != NULL && c->m == state.m && c->k == state.k) {
        free(state.g);
        state.g = c->g;
        state.feasible = c->feasible;
        state.violation = c->violation;
        c->g = NULL;
    }
    constrained_free(c);
    *c = state;
}

/* Adds what the state of the optimiser knows besides. A state that cannot be read adds nothing. */
static void read_state(standing *t, store *s)
{
    bounded_state b;
    nes_result r;
    shown_room of = {.room = 0};
    t->state = store_state_health(s);
    const uint64_t round = bounded_state_read(&b, s);
    if (b.opt != NULL) t->probabilities = probabilities_read(b.opt, &t->names);
    if (b.opt != NULL && nes_get_result(b.opt, &r) == NES_OK) {
        at_least(&t->evaluations, r.evaluations);
        at_least(&t->generation, r.generations);
        at_least(&t->round, round);
        at_least(&t->counts.failed, r.failed);
        if (r.nonfinite > t->counts.spared)
            at_least(&t->counts.nonfinite, r.nonfinite - t->counts.spared);
        if (isnan(t->sigma)) t->sigma = r.sigma;
        if (t->run == 0) t->run = 1 + r.restarts + r.challenges;
        shown_result(&of, &t->names, &r);
        read_best(t, &b, &r);
    } else {
        read_best_facts(t, s);
    }
    bounded_state_warn(&b, store_folder(s));
    bounded_state_close(&b);
    shown_close(&of);
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
    static const char *const names[] = {[STANDING_LIVE] = "running",
                                        [STANDING_WAITING] = "waiting",
                                        [STANDING_STOPPED] = "stopped",
                                        [STANDING_LOST] = "lost"};
    const char *status = t->fact[FACT_STATUS];
    const bool paused = t->word == STANDING_LIVE && is_word(status, "paused");
    return paused || t->word == STANDING_HALTED ? status : names[t->word];
}

/* What evaluations give besides their value. */
static void read_outputs(standing *t, store *s)
{
    variables names = store_output_names(s);
    t->constrained = (constrained){.m = store_constraints(s), .k = names.n, .violation = NAN};
    store_use_outputs(s, t->constrained.m + t->constrained.k);
    variables_close(&names);
}

static void read_names(standing *t, store *s)
{
    char *text = store_get_fact(s, "outputs");
    constrained_take_names(&t->constrained, text);
    free(text);
}

/* Everything is read in one transaction, so that it fits together while the run goes on. */
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
    read_outputs(t, s);
    store_find_best(s, t->constrained.m, t->maximize, take_row, t);
    store_each_generation(s, take_generation, t);
    read_state(t, s);
    read_names(t, s);
    t->theta = read_list(s, "theta", &t->n_theta);
    store_each_failure(s, take_failure, t);
    t->word = judge(t);
    if (t->word == STANDING_LIVE || t->word == STANDING_LOST)
        t->n_under_way = under_way_read(s, t->under_way);
    t->now = clock_date();
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
    free(t->probabilities);
    constrained_free(&t->constrained);
    free(t->theta);
    variables_close(&t->names);
}
