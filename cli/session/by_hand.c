/* SPDX-License-Identifier: MIT
 *
 * Rounds that are told when their last value has come; see session/by_hand.h. Everything between
 * opening and keeping is one transaction. */
#include "session/by_hand.h"

#include <math.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "session/facts.h"
#include "session/record.h"

static int load(by_hand *h)
{
    buffer state = {.text = NULL};
    char message[NES_MESSAGE_SIZE];
    uint64_t told = 0;
    int status = store_get_state(h->store, &told, &state);
    if (status == 0 && state.n == 0)
        status = text_error(EXIT_USAGE, "the run in %s has not begun; `nes resume %s` begins it",
                            store_folder(h->store), store_folder(h->store));
    if (status == 0 &&
        nes_load(&h->opt, state.text, state.n, NULL, message, sizeof message) != NES_OK)
        status = text_error(EXIT_FILES, "the state in %s cannot be used: %s",
                            store_folder(h->store), message);
    h->round = told + 1;
    buffer_free(&state);
    return status;
}

/* The values of the points of this round, in their order; whether all are there. */
static bool find_values(by_hand *h, const nes_points *p)
{
    for (size_t i = 0; i < p->n; i++) {
        eval_record r;
        if (!store_find_record(h->store, h->round, p->id[i], &r) || r.fate == NES_WAITING)
            return false;
        p->f[i] = r.f;
        p->fate[i] = r.fate;
    }
    return true;
}

static int tell_round(by_hand *h, const nes_points *p)
{
    if (nes_tell_records(h->opt, p->n, NULL, p->fate, p->f) != NES_OK)
        return text_error(EXIT_FILES, "%s", nes_message(h->opt));
    course_row row = {.dim = 0};
    record_generation(h->store, h->opt, &row, NAN);
    course_free(&row);
    return store_set_state(h->store, h->round++, h->opt);
}

/* Tells rounds that are complete, and writes the points of the one that is not. */
static int advance(by_hand *h)
{
    int status = 0;
    while (status == 0 && nes_stopped(h->opt) == NES_RUNNING) {
        nes_points p;
        uint64_t generation = 0;
        nes_get_count(h->opt, "generations", &generation);
        if (nes_ask(h->opt, &p) != NES_OK) return text_error(EXIT_FILES, "%s", nes_message(h->opt));
        status = store_add_points(h->store, h->round, generation + 1, &p);
        if (status != 0 || !find_values(h, &p)) break;
        status = tell_round(h, &p);
    }
    return status;
}

int by_hand_open(by_hand *h, const char *folder, const nes_settings *more)
{
    *h = (by_hand){.store = NULL};
    int status = store_open(&h->store, folder, STORE_WRITE);
    if (status == 0) status = store_get_variables(h->store, &h->variables);
    if (status == 0) status = load(h);
    if (status == 0) status = store_begin(h->store);
    if (status != 0) return status;
    if (more != NULL) { /* new budgets become a part of the state */
        if (nes_continue(h->opt, more) != NES_OK)
            return text_error(EXIT_USAGE, "%s", nes_message(h->opt));
        store_set_state(h->store, h->round - 1, h->opt);
    }
    return advance(h);
}

void by_hand_close(by_hand *h)
{
    nes_destroy(h->opt);
    store_close(h->store);
    variables_close(&h->variables);
}

/* A visit of the points that wait. */
typedef struct waiting {
    store_visit visit;
    void *data;
} waiting;

static int visit_waiting(const store_evaluation *e, void *data)
{
    const waiting *w = data;
    return e->record.fate != NES_WAITING ? 0 : w->visit(e, w->data);
}

int by_hand_each(by_hand *h, store_visit visit, void *data)
{
    waiting w = {visit, data};
    if (nes_stopped(h->opt) != NES_RUNNING) return 0;
    return store_each_evaluation(h->store, h->round, visit_waiting, &w);
}

int by_hand_tell(by_hand *h, const eval_record *r)
{
    eval_record before;
    const bool open = store_find_record(h->store, h->round, r->id, &before);
    if (open && before.fate == NES_WAITING) return store_set_record(h->store, h->round, r);
    return text_error(EXIT_USAGE,
                      open ? "point %llu has a value already"
                           : "point %llu is not open; `nes ask` prints those that are",
                      (unsigned long long)r->id);
}

int by_hand_keep(by_hand *h)
{
    nes_result r;
    const int status = advance(h);
    if (status != 0) return status;
    nes_get_result(h->opt, &r);
    facts_end(h->store, r.stop == NES_RUNNING ? "running" : "stopped", nes_stop_name(r.stop), &r,
              NAN, NAN);
    return store_commit(h->store, true);
}
