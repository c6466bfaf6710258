/* SPDX-License-Identifier: MIT
 *
 * Runs that are interrupted in the middle of rounds and go on with other budgets, greater and
 * smaller ones, also inside the open generation, and whose state is lost now and then: each is the
 * run that had its last budget from the start, to the last bit, and no value is evaluated twice. */
#include "session/limits.h"

#include "cli/scripted.h"
#include "cli/store_rig.h"
#include "evaluate/loop.h"
#include "support/folder.h"
#include "support/said.h"

enum { EVALS = 90, PARTS = 9 };

/* A part of a run, from one interruption to the next. */
typedef struct part {
    const nes_settings *settings;
    store *store;
    replay *replay;
    limits limits;
    size_t values, stop_at; /* 0: never */
    uint64_t random;
} part;

static bool on_values(void *data, const arrivals *a)
{
    part *p = data;
    p->values += a->n;
    return p->stop_at > 0 && p->values >= p->stop_at;
}

static void say_nothing(void *data, const char *text)
{
    (void)data, (void)text;
}

/* New limits take effect in the middle of a part, too, as those of `nes ctl` do. */
static bool on_generation(void *data, nes_opt *o)
{
    part *p = data;
    char set[40];
    if (p->stop_at > 0 && run_random(&p->random) % 4 == 0) {
        snprintf(set, sizeof set, "max_evals=%d\n", 1 + (int)(run_random(&p->random) % EVALS));
        assert_int_equal(limits_add(&p->limits, p->replay->round, set), 0);
    }
    limits_apply(&p->limits, o, p->replay->round, say_nothing, NULL);
    if (run_random(&p->random) % 3 == 0)
        assert_int_equal(store_set_state(p->store, p->replay->round, o), 0);
    return false;
}

/* Opens the run where it was; without a state at its start. */
static nes_opt *open_run(part *p, uint64_t *round)
{
    nes_opt *o = NULL;
    assert_int_equal(store_load(p->store, NULL, round, &o), 0);
    assert_int_equal(limits_open(&p->limits, p->store, o != NULL, *round), 0);
    return o != NULL ? o : run_start(VARIANT_DIM, variant_start(p->settings), p->settings);
}

/* Goes on with a budget, perhaps to the end. Returns the run as it is then. */
static nes_opt *go_on(part p, size_t variant, scripted_tally *t, const char *set)
{
    uint64_t round;
    evaluator e;
    scripted script = {.f = variant_objective(variant), .tally = t, .random = p.random};
    const evaluator inner = scripted_evaluator(&script);
    assert_int_equal(store_open(&p.store, "run", STORE_WRITE), 0);
    nes_opt *o = open_run(&p, &round);
    assert_int_equal(store_begin(p.store), 0);
    assert_int_equal(limits_go_on(&p.limits, o, round, set, NULL), 0);
    limits_apply(&p.limits, o, round, say_nothing, NULL);
    assert_int_equal(store_set_state(p.store, round, o), 0);
    assert_int_equal(store_commit(p.store, false), 0);
    script.replay = p.replay = replay_open(&e, VARIANT_DIM, &inner, p.store, round, true);
    const observer observers[] = {replay_observer(p.replay),
                                  {.values = on_values, .generation = on_generation, .data = &p}};
    assert_int_equal(evaluate_loop(o, NULL, &e, observers, 2), NES_OK);
    assert_int_equal(p.replay->status, 0);
    e.close(e.self);
    limits_close(&p.limits);
    store_close(p.store);
    return o;
}

static int count_row(const store_evaluation *e, void *data)
{
    size_t *n = data;
    *n += e->record.fate != NES_WAITING ? 1 : 0;
    return 0;
}

/* Compares the run in the folder with the one that had its last budget from the start. */
static void compare(nes_opt *o, const nes_settings *settings, size_t v)
{
    store *s;
    size_t rows = 0;
    nes_settings last = *settings;
    last.max_evals = EVALS;
    nes_opt *whole = run_start(VARIANT_DIM, variant_start(&last), &last);
    run_to_end(whole, variant_objective(v), NULL);
    assert_int_equal(run_result(o).evaluations, run_result(whole).evaluations);
    assert_true(nes_fingerprint(o) == nes_fingerprint(whole));
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_int_equal(store_each_evaluation(s, 0, count_row, &rows), 0);
    assert_int_equal(rows, run_result(whole).evaluations);
    store_close(s);
    nes_destroy(whole);
}

static void check_variant(const nes_method *m, size_t v, uint64_t random)
{
    scripted_tally t = {.n = 0};
    nes_settings settings = variant_settings(v, m);
    settings.max_evals = 20 + run_random(&random) % EVALS;
    nes_opt *o = NULL;
    store *s = rig_create("run");
    assert_int_equal(changes_begin(s), 0);
    store_close(s);
    for (size_t i = 0; i < PARTS; i++) {
        const bool last = i + 1 == PARTS;
        char set[40];
        part p = {.settings = &settings, .random = run_random(&random)};
        p.stop_at = last ? 0 : 1 + (size_t)(run_random(&random) % 40);
        snprintf(set, sizeof set, "max_evals=%d\n",
                 last ? EVALS : 1 + (int)(run_random(&random) % EVALS));
        if (run_random(&random) % 3 == 0) rig_change("DELETE FROM state");
        nes_destroy(o);
        o = go_on(p, v, &t, set);
    }
    compare(o, &settings, v);
    nes_destroy(o);
}

static void budgets_come_and_go(void **state)
{
    for (size_t v = 0; v < 2 * VARIANT_COUNT; v++) {
        folder_open(state);
        check_variant(run_find_method("xnes"), v % VARIANT_COUNT, 100 + v);
        folder_close(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budgets_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
