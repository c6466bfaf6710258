/* SPDX-License-Identifier: MIT
 *
 * Rows for generations, and snapshots; see session/record.h.
 *
 * A snapshot is made between rounds only. What has happened in an unfinished round is in the table
 * of evaluations, or can be computed again in no time. So the tables at the end do not depend on
 * interruptions. */
#include "session/record.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "report/rates.h"

enum { MOST_AXES = 100, MOST_VARIABLES = 1000 };

static const double EVERY = 1;    /* second between snapshots */
static const double SHARE = 0.02; /* of the time, for snapshots that are large */
static const double DEAR = 1e-3;  /* seconds that an evaluation takes */

int record_open(record *r, store *s, replay *p, evaluators_price price, double before, size_t dim)
{
    const double now = clock_now();
    *r = (record){.store = s,
                  .replay = p,
                  .price = price,
                  .before = before,
                  .begin = now,
                  .saved = now,
                  .dim = dim};
    if (dim > MOST_AXES) return 0;
    r->axes = calloc(dim, sizeof *r->axes);
    return r->axes == NULL ? text_error(EXIT_FILES, "no memory for the course of the run") : 0;
}

void record_close(record *r)
{
    free(r->axes);
    r->axes = NULL;
}

static bool on_asked(void *data, const nes_points *p)
{
    record *r = data;
    (void)p;
    r->open = true;
    return false;
}

static bool on_values(void *data, const arrivals *a)
{
    record *r = data;
    r->values += a->n;
    return replay_status(r->replay) != 0;
}

/* The numbers of the run that moves, or of the only one. */
static void read_run(store_generation *g, nes_opt *o)
{
    nes_get_count(o, "run", &g->run);
    nes_get_count(o, "run_popsize", &g->popsize);
    nes_get_real(o, "run_sigma", &g->sigma);
}

static int add_row(record *r, nes_opt *o)
{
    nes_result x;
    store_generation g = {.run = 1, .n_axes = 0};
    double rates[RATES];
    rates_read(o, rates);
    for (size_t i = 0; i < RATES; i++) g.rates[i] = rates[i];
    nes_get_real(o, "condition", &g.condition);
    if (r->axes != NULL && nes_get_array(o, "axes", r->dim, r->axes) == NES_OK) {
        g.n_axes = r->dim;
        g.axes = r->axes;
    }
    if (nes_get_result(o, &x) != NES_OK) return 0;
    g.generation = x.generations;
    g.evaluations = x.evaluations;
    g.best = x.best_f;
    g.generation_best = x.generation_best;
    g.generation_median = x.generation_median;
    g.sigma = x.sigma;
    g.seconds = r->before + clock_now() - r->begin;
    if (x.dim <= MOST_VARIABLES && x.mean_x != NULL) {
        g.dim = x.dim;
        g.mean = x.mean_x;
        g.std = x.std_x;
    }
    read_run(&g, o);
    return store_add_generation(r->store, &g);
}

static int save_state(record *r, nes_opt *o)
{
    const double begin = clock_now();
    const int status = store_set_state(r->store, replay_round(r->replay), o);
    r->saved = clock_now();
    r->cost = r->saved - begin;
    return status;
}

/* A snapshot is due once per second, or less often where it takes long. */
static bool is_due(const record *r)
{
    return clock_now() - r->saved >= fmax(EVERY, r->cost / SHARE);
}

/* After the first round it is known what an evaluation costs. */
static void find_price(record *r)
{
    const double each = (clock_now() - r->begin) / (double)(r->values > 0 ? r->values : 1);
    r->price = each >= DEAR ? PRICE_DEAR : PRICE_CHEAP;
    if (r->price == PRICE_CHEAP) replay_keep(r->replay, false);
}

static int write_round(record *r, nes_opt *o, bool wants_row, bool wants_state)
{
    int status = store_begin(r->store);
    if (status == 0 && wants_row) status = add_row(r, o);
    if (status == 0 && wants_state) status = save_state(r, o);
    if (status == 0) status = store_commit(r->store, wants_state);
    return status;
}

static bool on_generation(void *data, nes_opt *o)
{
    record *r = data;
    uint64_t generation = 0;
    nes_get_count(o, "generations", &generation);
    r->open = false;
    if (r->price == PRICE_UNKNOWN) find_price(r);
    const bool row = r->price == PRICE_DEAR || store_wants_generation(generation), due = is_due(r);
    if (r->status == 0 && (row || due)) r->status = write_round(r, o, row, due);
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
