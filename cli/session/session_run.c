/* SPDX-License-Identifier: MIT
 *
 * The run of a session. Its evaluators stand in a row: the objective's own, in front of it one that
 * does not wait for stragglers, or one that tries failed points again at once, one that keeps back
 * failures that end the run, then one that spares evaluations, then the cache of known points, then
 * the database with the values that are there already. Its observers show progress, count, record,
 * look after the folder and after what hangs, compare exact values with the target, and hear of
 * Ctrl-C and of `nes ctl`. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "evaluate/again.h"
#include "evaluate/failures.h"
#include "evaluate/loop.h"
#include "evaluate/places_use.h"
#include "evaluate/spared.h"
#include "evaluate/stragglers.h"
#include "report/history.h"
#include "report/progress.h"
#include "session/evaluators.h"
#include "session/orders.h"
#include "session/parts.h"
#include "session/record.h"
#include "session/session.h"
#include "session/watch.h"
#include "store/places_fact.h"

/* The evaluators in their row, and the observers with what they leave behind. */
typedef struct running {
    session *session;
    evaluator objective, counting, straggler, again, guard, sparing, once, database;
    places_use use;
    spared spared;
    loop_order order;       /* of an asynchronous search */
    const evaluator *first; /* the evaluator that the loop sees */
    replay *replay;
    stragglers *stragglers; /* null: every value is waited for */
    again *tries;           /* null: failed points wait for the next round */
    record record;
    orders orders;
    watch watch;
    progress progress;
    history *history; /* null: neither a table nor a picture is wanted */
    report report;    /* what is known of the run so far */
} running;

/* Counts a value that is no finite number. */
static void count_odd(odd_values *v, uint64_t id, double f)
{
    if (isfinite(f)) return;
    if (v->nans + v->infinities == 0 || id < v->id) {
        v->id = id;
        v->f = f;
    }
    if (isnan(f))
        v->nans++;
    else
        v->infinities++;
}

/* Counts a point that has a value, and a constraint that is NaN. */
static void count_undefined(running *r, const eval_record *e)
{
    report *to = &r->report;
    const size_t m = (size_t)r->session->setup->settings.constraints;
    size_t i = 0;
    while (i < m && !isnan(e->outputs[i])) i++;
    if (i == m) return;
    if (to->undefined++ > 0 && to->undefined_id <= e->id) return;
    to->undefined_id = e->id;
    to->undefined_limit = i;
}

static void count_record(running *r, const eval_record *e)
{
    if (e->fate == NES_KNOWN) {
        r->report.known++;
        if (!isfinite(e->f)) r->report.known_odd++;
        return;
    }
    if (e->fate == NES_MEASURED && isfinite(e->f) && e->outputs != NULL) count_undefined(r, e);
    if (e->fate == NES_LATE) r->report.late++;
    if (spared_is(e))
        r->report.spared++;
    else if (e->fate == NES_MEASURED)
        count_odd(&r->report.odd, e->id, e->f);
}

static bool count_records(void *data, const arrivals *a)
{
    for (size_t k = 0; k < a->n; k++) count_record(data, &a->record[k]);
    return false;
}

static bool is_urgent(void *data, const arrivals *a)
{
    (void)data, (void)a;
    return interrupt_is_urgent();
}

static bool is_interrupted(void *data, nes_opt *o)
{
    (void)data, (void)o;
    return interrupt_seen();
}

/* Without generations an interrupted run ends when nothing is under way any more. */
static bool is_interrupting(void *data)
{
    (void)data;
    return interrupt_seen();
}

/* ---- evaluators ----------------------------------------------------------------------------- */

static void open_stragglers(running *r)
{
    const run_setup *s = r->session->setup;
    if (!(s->straggler > 0)) return;
    r->stragglers = stragglers_open(&r->straggler, r->first, evaluators_places(s, r->session->team),
                                    s->straggler);
    r->first = &r->straggler;
}

/* Stragglers are judged by the clock, which a point that is tried ahead would disturb. */
static void open_again(running *r)
{
    session *s = r->session;
    if (r->stragglers != NULL || s->setup->noisy) return;
    if (s->setup->settings.asynchronous) return;              /* the optimiser asks for it next */
    if (s->store == NULL && s->failures.retries == 0) return; /* a folder may bring new retries */
    r->tries = again_open(&r->again, r->first, &s->failures, (size_t)s->setup->settings.outputs);
    r->first = &r->again;
}

static void open_guard(running *r)
{
    session *s = r->session;
    const char *on_fail = s->options->on_fail;
    s->failures.stops = on_fail != NULL && strcmp(on_fail, "stop") == 0;
    failures_open_guard(&r->guard, &s->failures, r->first);
    r->first = &r->guard;
}

/* Counts an evaluation of an earlier part of the search, if the optimiser knows of it. */
static int count_earlier(const store_evaluation *e, void *data)
{
    running *r = data;
    session *s = r->session;
    const eval_record *of = &e->record;
    if (e->round == 0 || e->round > s->round) return 0;
    if (r->stragglers != NULL)
        stragglers_recall(r->stragglers, e->generation, of->fate, of->seconds);
    count_record(r, of);
    if (of->fate == NES_MEASURED) durations_note(&s->setup->objective.limit.known, of->seconds);
    if (of->fate == NES_FAILED && of->failure != NULL)
        failures_count(&s->failures, of->id, of->failure, of->said);
    if (of->fate == NES_LATE) /* states of earlier versions do not know late points */
        nes_tell_records(s->opt, 1, &of->id, &of->fate, &of->f);
    return 0;
}

/* Of an asynchronous search the folder has the order of asks and values. */
static int open_order(running *r)
{
    session *s = r->session;
    arrival_log *log;
    uint64_t told = 0;
    nes_get_count(s->opt, "evaluations", &told);
    int status = arrival_log_open(&log, s->store, s->round, told);
    replay_in_order(r->replay, log);
    r->order.next = arrival_log_next;
    r->order.open = arrival_log_points(log);
    r->order.data = log;
    if (status == 0) status = store_each_told(s->store, s->round, told, count_earlier, r);
    return status;
}

static int open_database(running *r)
{
    session *s = r->session;
    if (s->store == NULL) return 0;
    const record_price price = s->caches ? PRICE_DEAR : record_price_of(s->store, s->options);
    r->replay = replay_open(&r->database, s->setup->objective.dim, r->first, s->store, s->round,
                            price != PRICE_CHEAP);
    if (s->setup->noisy) r->replay->last = 0; /* noise is drawn in the order of points */
    r->first = &r->database;
    r->record = (record){.store = s->store,
                         .replay = r->replay,
                         .price = price,
                         .noisy = &s->noisy,
                         .variables = &s->setup->objective.variables,
                         .before = s->before,
                         .use = &r->use};
    r->orders = (orders){.store = s->store,
                         .progress = &r->progress,
                         .elsewhere = s->repeats + known_evaluated(&s->known),
                         .limits = &s->limits,
                         .round = &r->replay->round,
                         .changed = &r->record.wanted};
    if (s->setup->settings.asynchronous) return open_order(r);
    return s->round == 0 ? 0 : store_each_evaluation(s->store, 0, count_earlier, r);
}

static int open_cache(running *r)
{
    const int status = caching_put(r->session, &r->once, r->first);
    if (r->once.close != NULL) r->first = &r->once;
    return status;
}

/* How busy the places are is counted just in front of the objective. Noise is drawn in the order of
 * points, so that rank 0 alone works then. */
static void open_use(running *r)
{
    const session *s = r->session;
    const rank_team *t = s->team;
    r->use = (places_use){.ranks = 0};
    if (s->store != NULL) places_fact_read(s->store, &r->use);
    r->use.ranks = t != NULL ? t->ranks : 0;
    r->use.places =
        t != NULL && s->setup->noisy ? (size_t)t->ranks : evaluators_places(s->setup, t);
    places_use_open(&r->use, &r->counting, &r->objective);
    r->first = &r->counting;
}

static int open_evaluators(running *r)
{
    session *s = r->session;
    const int status = evaluators_open(&r->objective, s->setup, &s->noisy, s->team);
    if (status != 0) return status;
    open_use(r);
    r->watch = (watch){.store = s->store,
                       .evaluator = &r->objective,
                       .places = evaluators_places(s->setup, s->team),
                       .progress = &r->progress,
                       .durations = &s->setup->objective.limit.known};
    s->failures.retries = nes_get_settings(s->opt)->retries;
    open_stragglers(r);
    open_again(r);
    open_guard(r);
    if (s->setup->spares && spared_open(&r->spared, &r->sparing, &s->setup->objective, r->first))
        r->first = &r->sparing;
    const int status_of_cache = open_cache(r);
    return status_of_cache == 0 ? open_database(r) : status_of_cache;
}

static void close_evaluators(running *r)
{
    const evaluator *row[] = {&r->database, &r->once,      &r->sparing,  &r->guard,
                              &r->again,    &r->straggler, &r->counting, &r->objective};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (row[i]->close != NULL) row[i]->close(row[i]->self);
    spared_close(&r->spared);
    course_free(&r->record.row);
    watch_close(&r->watch);
    buffer_free(&r->orders.settings);
}

/* ---- the run -------------------------------------------------------------------------------- */

static nes_status loop(running *r)
{
    const session *s = r->session;
    const bool kept = s->store != NULL;
    const observer nobody = {.data = NULL};
    const rank_team *t = s->team;
    const bool shared = t != NULL && !s->setup->noisy; /* noise is drawn in the order of points */
    const observer observers[] = {
        progress_observer(&r->progress, !s->options->json && !s->options->quiet, &r->use),
        {.values = count_records, .data = r},
        r->stragglers != NULL ? stragglers_observer(r->stragglers) : nobody,
        failures_observer(&r->session->failures),
        r->tries != NULL ? again_observer(r->tries) : nobody,
        r->history != NULL ? history_observer(r->history) : nobody,
        kept ? replay_observer(r->replay) : nobody,
        kept ? orders_observer(&r->orders) : nobody,
        watch_observer(&r->watch),
        noisy_problem_observer(&r->session->noisy),
        shared ? t->observer(t->self, kept ? &r->record.wanted : NULL) : nobody,
        kept ? record_observer(&r->record) : nobody,
        {.values = is_urgent,
         .generation = is_interrupted,
         .holds = s->setup->settings.asynchronous ? is_interrupting : NULL},
    };
    const double begin = clock_now();
    r->order.places = evaluators_places(s->setup, t);
    const nes_status st =
        evaluate_places(s->opt, &s->setup->objective.variables, r->first, observers,
                        sizeof observers / sizeof *observers, &r->order);
    r->report.seconds = s->before + clock_now() - begin;
    r->report.places = places_use_share(&r->use, false);
    if (kept && r->record.status == 0)
        r->record.status = places_fact_write(s->store, &r->use, r->use.last);
    return st;
}

/* Runs to the end. A command line can make the run fail only by asking for too much. */
static int run(running *r)
{
    session *s = r->session;
    interrupt_watch(s->setup->settings.asynchronous ? "finishing what is under way"
                                                    : "finishing this generation");
    const nes_status st = loop(r);
    const char *sentence = nes_message(s->opt);
    if (r->record.status == 0 && s->store != NULL) r->record.status = store_check_place(s->store);
    if (r->record.status != 0) return r->record.status;
    if (st != NES_OK)
        return text_error(EXIT_USAGE, "%s", sentence[0] != '\0' ? sentence : nes_strerror(st));
    if (s->team != NULL && s->team->status(s->team->self) != 0)
        return s->team->status(s->team->self);
    r->report.hung = r->watch.hung;
    r->report.lost = evaluators_lost(&r->objective, s->setup, s->team);
    r->report.scratch = evaluators_kept(&r->objective, s->setup, s->team);
    return finish_run(s, &r->report, r->history);
}

/* Begins the history, with the course of earlier parts of the run. */
static int open_history(running *r)
{
    const session *s = r->session;
    uint64_t generations = 0;
    if (s->options->plot == NULL && s->options->history == NULL) return 0;
    r->history = history_create(&s->setup->objective.variables);
    nes_get_count(s->opt, "generations", &generations);
    return s->store == NULL ? 0 : record_recall(s->store, generations, r->history);
}

int session_run(session *s)
{
    running r = {.session = s, .progress = {.variables = &s->setup->objective.variables}};
    if (s->setup->objective.by_hand) { /* the user goes on with `nes ask` */
        const char *folder = store_folder(s->store);
        if (nes_stopped(s->opt) == NES_RUNNING)
            text_print(stdout,
                       "%s is ready: `nes ask %s` prints points, `nes tell %s` takes values\n",
                       folder, folder, folder);
        return EXIT_OK;
    }
    int status = open_history(&r);
    if (status == 0) status = open_evaluators(&r);
    if (status == 0) status = run(&r);
    close_evaluators(&r);
    history_free(r.history);
    return status;
}
