/* SPDX-License-Identifier: MIT
 *
 * Rounds that are told when their last value has come; see session/by_hand.h. Everything between
 * opening and keeping is one transaction. */
#include "session/by_hand.h"

#include <math.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "evaluate/spared.h"
#include "session/facts.h"
#include "session/record.h"

/* Finds the values of all points of this round. *all: whether all are there. */
static int find_values(by_hand *h, const nes_points *p, bool *all)
{
    recall known = {.n = 0};
    const int status = recall_round(&known, h->store, h->round, p);
    *all = status == 0 && known.n == p->n;
    for (size_t i = 0; *all && i < p->n; i++) {
        eval_record r = {.id = p->id[i]};
        recall_answer(&known, NULL, &r);
        double *row = p->f + i * (1 + p->outputs);
        row[0] = r.f;
        for (size_t k = 0; k < p->outputs; k++)
            row[1 + k] = r.outputs != NULL ? r.outputs[k] : (double)NAN;
        p->fate[i] = r.fate;
    }
    recall_close(&known);
    return status;
}

/* Answers for the points of the round that need no evaluation. *any: whether there are some. */
static int spare_points(by_hand *h, const nes_points *p, bool *any)
{
    const objective o = {.dim = p->dim, .outputs = p->outputs, .named = h->named};
    spared s;
    int status = 0;
    if (!h->spares) return 0;
    spared_begin(&s, &o);
    for (size_t i = 0; status == 0 && i < p->n; i++) {
        eval_record r = eval_measured(p->id[i], (double)NAN), before;
        const bool open =
            store_find_record(h->store, h->round, r.id, &before) && before.fate == NES_WAITING;
        if (!open || !spared_answer(&s, p->x + i * p->dim, &r)) continue;
        status = store_set_record(h->store, h->round, &r);
        *any = true;
    }
    spared_close(&s);
    return status;
}

static int tell_round(by_hand *h, const nes_points *p)
{
    if (nes_tell_records(h->opt, p->n, NULL, p->fate, p->f) != NES_OK)
        return text_error(EXIT_FILES, "%s", nes_message(h->opt));
    course_row row = {.dim = 0};
    record_generation(h->store, h->opt, &h->variables, &row, NAN);
    course_free(&row);
    return store_set_state(h->store, h->round++, h->opt);
}

static void say_nothing(void *data, const char *text)
{
    (void)data, (void)text;
}

/* Puts limits in force that are due, tells the optimiser of rounds whose values are complete, and
 * writes the points of the next round. */
static int advance(by_hand *h)
{
    int status = 0;
    bool all = true;
    while (status == 0 && all) {
        nes_points p;
        shown_room of = {.room = 0};
        uint64_t generation = 0;
        if (limits_apply(&h->limits, h->opt, h->round - 1, say_nothing, NULL) > 0)
            store_set_state(h->store, h->round - 1, h->opt);
        if (nes_stopped(h->opt) != NES_RUNNING) break;
        nes_get_count(h->opt, "generations", &generation);
        if (nes_ask(h->opt, &p) != NES_OK) return text_error(EXIT_FILES, "%s", nes_message(h->opt));
        shown_points(&of, &h->variables, &p);
        status = find_values(h, &p, &all);
        bool any = false;
        if (status == 0) status = store_add_points(h->store, h->round, generation + 1, &p);
        if (status == 0 && !all) status = spare_points(h, &p, &any);
        if (status == 0 && !all) status = by_hand_answer(h, &p, &any);
        if (status == 0 && any) status = find_values(h, &p, &all);
        if (status == 0 && all) status = tell_round(h, &p);
        shown_close(&of);
    }
    return status;
}

int by_hand_open(by_hand *h, const char *folder, const char *set, const acceptance *a)
{
    *h = (by_hand){.acceptance = *a};
    int status = store_open(&h->store, folder, STORE_WRITE);
    if (status == 0) status = store_get_variables(h->store, &h->variables);
    if (status == 0) status = by_hand_load(h);
    if (status == 0 && h->opt == NULL)
        status = text_error(EXIT_USAGE, "the run in %s has not begun; `nes resume %s` begins it",
                            folder, folder);
    if (status == 0) status = limits_open(&h->limits, h->store, true, h->round);
    h->caches = status == 0 && store_fact_is(h->store, "cache", "on");
    h->round++;
    if (status == 0) status = store_begin(h->store);
    if (status == 0) status = accept_keep(&h->acceptance, h->store, h->round - 1);
    if (set != NULL) buffer_print(&h->set, "%s", set);
    if (status == 0 && h->set.text != NULL)
        status = limits_go_on(&h->limits, h->opt, h->round - 1, h->set.text, &h->settings);
    return status == 0 ? advance(h) : status;
}

void by_hand_close(by_hand *h)
{
    nes_destroy(h->opt);
    law_close(&h->law);
    accept_close(&h->acceptance);
    buffer_free(&h->set);
    limits_close(&h->limits);
    cache_close(&h->cache);
    store_close(h->store);
    variables_close(&h->variables);
    if (h->named != NULL) outputs_close(h->named);
    free(h->named);
}

/* A record that is to be completed with the numbers of its point. */
typedef struct completing {
    const by_hand *hand;
    eval_record *record;
    double *values;
} completing;

static int complete(const store_evaluation *e, void *data)
{
    const completing *c = data;
    const output_set *o = c->hand->named;
    eval_record *r = c->record;
    if (e->record.id != r->id) return 0;
    r->fate = outputs_complete(o, e->dim, e->x, c->values);
    r->f = r->fate == NES_MEASURED ? c->values[0] : (double)NAN;
    r->outputs = r->fate == NES_MEASURED ? c->values + 1 : NULL;
    if (r->fate != NES_MEASURED) r->failure = "a formula has the value failed";
    return 0;
}

int by_hand_tell(by_hand *h, const eval_record *of, double *values)
{
    eval_record before, copy = *of, *r = &copy;
    const completing c = {h, r, values};
    const bool open = store_find_record(h->store, h->round, r->id, &before);
    if (open && values != NULL && r->fate == NES_MEASURED) {
        const int status = store_each_evaluation(h->store, h->round, complete, (void *)&c);
        if (status != 0) return status;
    }
    if (open && before.fate == NES_WAITING) return store_set_record(h->store, h->round, r);
    char name[NES_POINT_NAME_SIZE];
    return text_error(EXIT_USAGE,
                      open ? "%s has a value already"
                           : "%s is not open; `nes ask` prints those that are",
                      nes_point_name(r->id, name, sizeof name));
}

int by_hand_keep(by_hand *h)
{
    nes_result r;
    shown_room of = {.room = 0};
    const int status = advance(h);
    if (status != 0) return status;
    nes_get_result(h->opt, &r);
    shown_result(&of, &h->variables, &r);
    facts_end(h->store, r.stop == NES_RUNNING ? "running" : "stopped", nes_stop_name(r.stop), &r,
              NAN, NAN);
    shown_close(&of);
    store_commit(h->store, true);
    return store_check_place(h->store);
}
