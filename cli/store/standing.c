/* SPDX-License-Identifier: MIT
 *
 * Putting together where a run stands; see store/standing.h. */
#include "store/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "store/bounded_state.h"

static int no_memory(void)
{
    return text_error(EXIT_FILES, "no memory for the standing of the run");
}

/* ---- facts ---------------------------------------------------------------------------------- */

static bool is_word(const buffer *b, const char *word)
{
    return b->n > 0 && strcmp(b->text, word) == 0;
}

static int read_facts(standing *t, store *s)
{
    const struct {
        const char *name;
        buffer *value;
    } facts[] = {
        {"objective", &t->objective}, {"command", &t->command},
        {"folder", &t->folder},       {"version", &t->version},
        {"started", &t->started},     {"status", &t->status},
        {"stop", &t->stop},           {"stop_text", &t->stop_text},
        {"trust", &t->trust},         {"trust_text", &t->trust_text},
    };
    int status = 0;
    for (size_t i = 0; status == 0 && i < sizeof facts / sizeof *facts; i++)
        status = store_get_fact(s, facts[i].name, facts[i].value);
    return status;
}

/* A fact that is a number, or NaN. */
static int read_real(store *s, const char *name, double *v)
{
    buffer text;
    const int status = store_get_fact(s, name, &text);
    *v = text.n > 0 ? strtod(text.text, NULL) : (double)NAN;
    buffer_free(&text);
    return status;
}

static int read_direction(standing *t, store *s)
{
    buffer text;
    const int status = store_get_fact(s, "maximize", &text);
    t->maximize = is_word(&text, "yes") || is_word(&text, "true") || is_word(&text, "1");
    buffer_free(&text);
    return status;
}

/* ---- tables --------------------------------------------------------------------------------- */

static int take_best(standing *t, double f, const double *x, size_t dim)
{
    const bool better = isnan(t->best_f) || (t->maximize ? f > t->best_f : f < t->best_f);
    if (isnan(f) || x == NULL || (!better && t->best_x != NULL)) return 0;
    double *copy = malloc(dim * sizeof *copy);
    if (copy == NULL) return no_memory();
    memcpy(copy, x, dim * sizeof *copy);
    free(t->best_x);
    t->best_x = copy;
    t->best_f = f;
    return 0;
}

static int take_row(const store_evaluation *e, void *data)
{
    standing *t = data;
    return e->dim == t->names.n ? take_best(t, e->record.f, e->x, e->dim) : 0;
}

static int read_evaluations(standing *t, store *s)
{
    int status = store_count_evaluations(s, &t->counts);
    if (status == 0) status = store_last_round(s, &t->round);
    if (status == 0) status = store_find_best(s, t->maximize, take_row, t);
    t->evaluations = t->counts.values;
    return status;
}

static int take_generation(const store_generation *g, void *data)
{
    standing *t = data;
    t->generation = g->generation;
    if (g->evaluations > t->evaluations) t->evaluations = g->evaluations;
    t->run = g->run;
    t->sigma = g->sigma;
    if (isnan(t->seconds) || g->seconds > t->seconds) t->seconds = g->seconds;
    return 0;
}

/* The state of the optimiser, where it knows more. One that cannot be read says nothing. */
static int read_state(standing *t, store *s)
{
    bounded_state b = {.opt = NULL};
    nes_result r;
    buffer bytes;
    uint64_t round;
    int status = store_get_state(s, &round, &bytes);
    if (status == 0 && bytes.n > 0 && bounded_state_load(&b, bytes.text, bytes.n) == NES_OK &&
        nes_get_result(b.opt, &r) == NES_OK) {
        if (r.evaluations > t->evaluations) t->evaluations = r.evaluations;
        if (r.generations > t->generation) t->generation = r.generations;
        if (round > t->round) t->round = round;
        if (isnan(t->sigma)) t->sigma = r.sigma;
        if (t->run == 0) t->run = 1 + r.restarts + r.challenges;
        if (r.failed > t->counts.failed) t->counts.failed = r.failed;
        if (r.nonfinite > t->counts.nonfinite) t->counts.nonfinite = r.nonfinite;
        if (r.dim == t->names.n) status = take_best(t, r.best_f, r.best_x, r.dim);
    }
    bounded_state_warn(&b, store_folder(s));
    bounded_state_close(&b);
    buffer_free(&bytes);
    return status;
}

static int take_failure(const failure_kind *f, void *data)
{
    standing *t = data;
    failure_kind *more = realloc(t->failures, (t->n_failures + 1) * sizeof *more);
    if (more == NULL) return no_memory();
    t->failures = more;
    failure_kind *to = &t->failures[t->n_failures++];
    *to = (failure_kind){
        .failure = strdup(f->failure), .said = strdup(f->said), .count = f->count, .id = f->id};
    return to->failure == NULL || to->said == NULL ? no_memory() : 0;
}

static standing_word judge(const standing *t)
{
    if (t->process != 0) return STANDING_LIVE;
    if (is_word(&t->status, "stopped")) return STANDING_STOPPED;
    if (is_word(&t->objective, "by hand")) return STANDING_WAITING;
    const bool ended = is_word(&t->status, "interrupted") || is_word(&t->status, "failed");
    return ended ? STANDING_HALTED : STANDING_LOST;
}

const char *standing_name(const standing *t)
{
    switch (t->word) {
    case STANDING_LIVE:
        return is_word(&t->status, "paused") ? "paused" : "running";
    case STANDING_WAITING:
        return "waiting";
    case STANDING_STOPPED:
        return "stopped";
    case STANDING_HALTED:
        return t->status.text;
    case STANDING_LOST:
        break;
    }
    return "lost";
}

/* One state of the database throughout, though the run goes on. */
int standing_open(standing *t, store *s)
{
    memset(t, 0, sizeof *t);
    t->sigma = t->best_f = NAN;
    t->process = store_owner(s);
    int status = store_begin(s);
    if (status == 0) status = read_facts(t, s);
    if (status == 0) status = read_direction(t, s);
    if (status == 0) status = read_real(s, "seconds", &t->seconds);
    if (status == 0) status = store_get_variables(s, &t->names);
    if (status == 0) status = read_evaluations(t, s);
    if (status == 0) status = store_each_generation(s, take_generation, t);
    if (status == 0) status = read_state(t, s);
    if (status == 0) status = store_each_failure(s, take_failure, t);
    if (status == 0) status = store_commit(s, false);
    t->word = judge(t);
    return status;
}

void standing_close(standing *t)
{
    buffer *texts[] = {&t->objective, &t->command, &t->folder,    &t->version, &t->started,
                       &t->status,    &t->stop,    &t->stop_text, &t->trust,   &t->trust_text};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) buffer_free(texts[i]);
    for (size_t i = 0; i < t->n_failures; i++) {
        free((char *)t->failures[i].failure);
        free((char *)t->failures[i].said);
    }
    free(t->failures);
    free(t->best_x);
    variables_close(&t->names);
}
