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

static const double EVERY = 1;    /* second between snapshots */
static const double SHARE = 0.02; /* of the time, for snapshots that are large */
static const double DEAR = 1e-3;  /* seconds that an evaluation takes */

static const char KEPT[] = "evaluations_kept"; /* the fact that says so: yes or no */

evaluators_price record_price(store *s, const run_options *o)
{
    evaluators_price price = evaluators_price_of(o);
    buffer word = {.text = NULL};
    if (price == PRICE_UNKNOWN && store_get_fact(s, KEPT, &word) == 0 && word.n > 0)
        price = strcmp(word.text, "yes") == 0 ? PRICE_DEAR : PRICE_CHEAP;
    buffer_free(&word);
    return price;
}

void record_open(record *r, store *s, replay *p, evaluators_price price, const noisy_problem *j,
                 double before)
{
    const double now = clock_now();
    *r = (record){.store = s,
                  .replay = p,
                  .price = price,
                  .noisy = j,
                  .before = before,
                  .begin = now,
                  .saved = now};
}

static double seconds(const record *r)
{
    return r->before + clock_now() - r->begin;
}

void record_close(record *r)
{
    course_free(&r->row);
}

static bool on_asked(void *data, nes_opt *o, const nes_points *p)
{
    record *r = data;
    (void)o, (void)p;
    r->open = true;
    return false;
}

static bool on_values(void *data, const arrivals *a)
{
    record *r = data;
    for (size_t i = 0; i < a->n; i++) r->values += a->record[i].fate != NES_LATE;
    return replay_status(r->replay) != 0;
}

static int save_state(record *r, nes_opt *o)
{
    const double begin = clock_now();
    int status = store_set_state(r->store, replay_round(r->replay), o);
    if (status == 0) status = facts_so_far(r->store, seconds(r), r->noisy);
    r->saved = clock_now();
    r->cost = r->saved - begin;
    return status;
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
    const uint64_t made = r->values - replay_known(r->replay);
    if (made == 0) return 0;
    const bool dear = (clock_now() - r->begin) / (double)made >= DEAR;
    r->price = dear ? PRICE_DEAR : PRICE_CHEAP;
    if (!dear) replay_keep(r->replay, false);
    return store_set_fact(r->store, KEPT, dear ? "yes" : "no");
}

static int write_round(record *r, nes_opt *o, bool wants_row, bool wants_state)
{
    int status = store_begin(r->store);
    if (status == 0 && wants_row) status = course_keep(r->store, o, &r->row, seconds(r));
    if (status == 0 && wants_state) status = save_state(r, o);
    if (status == 0) status = store_commit(r->store, wants_state);
    return status;
}

static bool on_generation(void *data, nes_opt *o)
{
    record *r = data;
    const uint64_t round = replay_round(r->replay);
    r->open = false;
    if (r->price == PRICE_UNKNOWN && r->status == 0) r->status = find_price(r);
    const bool row = r->price == PRICE_DEAR || store_wants_generation(round),
               due = is_due(r, round);
    if (r->status == 0 && (row || due)) r->status = write_round(r, o, row, due);
    if (due) r->wanted = false;
    return r->status != 0;
}

/* The last generation has a row, unless the run is only interrupted there. */
static void on_end(void *data, nes_opt *o)
{
    record *r = data;
    const bool row = nes_stopped(o) != NES_STOP_USER;
    if (r->status == 0) r->status = replay_status(r->replay);
    if (r->status == 0 && !r->open) r->status = write_round(r, o, row, true);
}

observer record_observer(record *r)
{
    return (observer){.asked = on_asked,
                      .values = on_values,
                      .generation = on_generation,
                      .end = on_end,
                      .data = r};
}
