/* SPDX-License-Identifier: MIT
 *
 * Rows for generations, and snapshots; see session/record.h.
 *
 * A snapshot is made between rounds only. What has happened in an unfinished round is in the table
 * of evaluations, or can be computed again in no time. So the tables at the end do not depend on
 * interruptions. */
#include "session/record.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "session/facts.h"
#include "store/places_fact.h"

static const double EVERY = 1;    /* seconds between snapshots */
static const double SHARE = 0.02; /* largest share of the time that snapshots may take */
static const double DEAR = 1e-3;  /* seconds from which an evaluation is worth being kept */

static const char KEPT[] = "evaluations_kept"; /* fact: whether evaluations are kept, yes or no */

/* ---- rows of the course --------------------------------------------------------------------- */

int record_generation(store *s, nes_opt *o, const variables *v, course_row *row, double seconds)
{
    course_read(row, o, v);
    row->seconds = seconds;
    return store_add_generation(s, row);
}

typedef struct recalling {
    uint64_t last;
    history *history;
} recalling;

static int recall_row(const course_row *row, void *data)
{
    const recalling *r = data;
    if (row->generation <= r->last) history_add(r->history, row);
    return 0;
}

int record_recall(store *s, uint64_t last, history *h)
{
    recalling r = {last, h};
    return store_each_generation(s, recall_row, &r);
}

/* ---- the observer --------------------------------------------------------------------------- */

record_price record_price_of(store *s, const run_options *o)
{
    const objective_options *what = &o->objective;
    if (o->keep_evals != NULL && strcmp(o->keep_evals, "yes") == 0) return PRICE_DEAR;
    if (o->keep_evals != NULL && strcmp(o->keep_evals, "no") == 0) return PRICE_CHEAP;
    if (store_fact_is(s, "asynchronous", "yes"))
        return PRICE_DEAR; /* the order is kept with them */
    if (what->command != NULL || what->by_hand) return PRICE_DEAR;
    if (what->outputs.list.n > 0) return PRICE_DEAR; /* outputs have names to be looked at */
    if (o->straggler != NULL)
        return PRICE_DEAR; /* values that were not waited for cannot be computed again */
    if (what->c == NULL && what->plugin == NULL) return PRICE_CHEAP;
    return store_fact_is(s, KEPT, "yes")  ? PRICE_DEAR
           : store_fact_is(s, KEPT, "no") ? PRICE_CHEAP
                                          : PRICE_UNKNOWN;
}

static double seconds(const record *r)
{
    return r->before + clock_now() - r->begin;
}

static void on_start(void *data, nes_opt *o)
{
    record *r = data;
    nes_get_count(o, "generations", &r->generations);
    r->begin = r->saved = clock_now();
}

static bool on_asked(void *data, nes_opt *o, const nes_points *p)
{
    record *r = data;
    (void)o, (void)p;
    r->open = r->replay->log == NULL; /* one point at a time, the state is whole at any time */
    return false;
}

static bool on_values(void *data, const arrivals *a)
{
    record *r = data;
    for (size_t i = 0; i < a->n; i++) r->values += a->record[i].fate != NES_LATE;
    return r->replay->status != 0;
}

/* A snapshot is due once per second, or less often where it takes long. The clock is not looked at
 * after every round where rounds take no time. */
static bool is_due(const record *r, uint64_t round)
{
    enum { STRIDE = 8 };
    if (r->price == PRICE_CHEAP && round % STRIDE != 0 && !r->wanted) return false;
    return r->wanted || clock_now() - r->saved >= fmax(EVERY, r->cost / SHARE);
}

/* After a round it is known what an evaluation costs, unless the database had all its values. */
static int find_price(record *r)
{
    const uint64_t made = r->values - r->replay->known;
    if (made == 0) return 0;
    const bool dear = (clock_now() - r->begin) / (double)made >= DEAR;
    r->price = dear ? PRICE_DEAR : PRICE_CHEAP;
    if (!dear) r->replay->keeps_next = false;
    return store_set_fact(r->store, KEPT, dear ? "yes" : "no");
}

static int write_round(record *r, nes_opt *o, bool wants_row, bool wants_state)
{
    store_begin(r->store);
    if (wants_row) record_generation(r->store, o, r->variables, &r->row, seconds(r));
    if (wants_state) {
        const double begin = clock_now();
        store_set_state(r->store, r->replay->round, o);
        facts_so_far(r->store, seconds(r), r->noisy);
        if (r->use != NULL) places_fact_write(r->store, r->use, clock_now());
        r->saved = clock_now();
        r->cost = r->saved - begin;
    }
    return store_commit(r->store, wants_state);
}

/* Whether the generation that has just ended is to have a row. An asynchronous run is also here
 * when nothing is under way, or when it ends. */
static bool has_row(record *r, nes_opt *o)
{
    uint64_t generations = 0;
    if (r->replay->log == NULL)
        return r->price == PRICE_DEAR || store_wants_generation(r->replay->round);
    nes_get_count(o, "generations", &generations);
    const bool news = generations > r->generations;
    r->generations = generations;
    return news;
}

static bool on_generation(void *data, nes_opt *o)
{
    record *r = data;
    const uint64_t round = r->replay->round;
    r->open = false;
    if (r->price == PRICE_UNKNOWN && r->status == 0) r->status = find_price(r);
    const bool row = has_row(r, o), due = is_due(r, round);
    if (r->status == 0 && (row || due)) r->status = write_round(r, o, row, due);
    if (due) r->wanted = false;
    return r->status != 0;
}

/* Writes a row for the last generation, unless the run is only interrupted there. */
static void on_end(void *data, nes_opt *o)
{
    record *r = data;
    const bool row = nes_stopped(o) != NES_STOP_USER && r->replay->log == NULL;
    if (r->status == 0) r->status = r->replay->status;
    if (r->status == 0 && !r->open) r->status = write_round(r, o, row, true);
}

observer record_observer(record *r)
{
    return (observer){.start = on_start,
                      .asked = on_asked,
                      .values = on_values,
                      .generation = on_generation,
                      .end = on_end,
                      .data = r};
}
