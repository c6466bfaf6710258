/* SPDX-License-Identifier: MIT
 *
 * Orders for a live run: which texts are orders, and what each does to the run. */
#include "session/orders.h"

#include <stdlib.h>

#include "base/clock.h"
#include "cli/fake_clock.h"
#include "cli/store_rig.h"

static void check_text(const char *text, const char *word)
{
    orders_setting to;
    const order_kind what = orders_read(text, &to);
    assert_true((what == ORDER_WRONG) == (word != NULL));
    if (word != NULL) run_assert_has(to.settings.message, word);
    if (word == NULL) assert_string_equal(to.settings.message, "");
}

static void orders_are_checked(void **state)
{
    (void)state;
    const char *const good[] = {"stop",         "finish",           "pause",
                                "continue",     "set max_evals=10", "set target=1e-3",
                                "set tolx=off", "set max-time=2.5"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) check_text(good[i], NULL);
    check_text("", "there are stop, finish, pause, continue and set NAME=VALUE");
    check_text("Stop", "'Stop' is no order");
    check_text("stop ", "'stop ' is no order");
    check_text("set", "'set' is no order");
    check_text("set ", "write set NAME=VALUE");
    check_text("set max_evals 10", "write set NAME=VALUE");
    check_text("set =3", "there is no option");
    check_text("set max_evals=", "max_evals");
    check_text("set max_evals=-1", "max_evals");
    check_text("set max_evalz=1", "no option 'max_evalz'");
    char name[200] = "set ";
    memset(name + 4, 'a', 150);
    strcpy(name + 154, "=1");
    check_text(name, "write set NAME=VALUE");
}

/* A run in the folder `run`, and the observer that hears of its orders. */
typedef struct rig {
    store *store;
    nes_opt *opt;
    limits limits;
    uint64_t round;
    orders orders;
    observer observer;
    progress progress;
    bool changed;
} rig;

static void rig_open(rig *r)
{
    nes_settings s = run_settings("xnes");
    s.max_evals = 100;
    *r = (rig){.store = rig_create("run"), .opt = run_start(RIG_DIM, NULL, &s)};
    assert_int_equal(limits_open(&r->limits, r->store, true, 0), 0);
    r->orders = (orders){.store = r->store,
                         .progress = &r->progress,
                         .limits = &r->limits,
                         .round = &r->round,
                         .changed = &r->changed};
    r->observer = orders_observer(&r->orders);
}

static void rig_close(rig *r)
{
    buffer_free(&r->orders.settings);
    limits_close(&r->limits);
    nes_destroy(r->opt);
    store_close(r->store);
}

static void order(const char *text)
{
    assert_int_equal(store_add_order("run", text), 0);
}

/* The time has come to look. */
static void hear(rig *r)
{
    const arrivals none = {.n = 0};
    r->orders.looked = clock_now() - 10;
    assert_false(r->observer.values(r->observer.data, &none)); /* nobody stops within a round */
}

static bool holds(rig *r)
{
    r->orders.looked = clock_now() - 10;
    return r->observer.holds(r->observer.data);
}

static void a_run_is_paused_and_stopped(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    hear(&r);
    assert_false(holds(&r));
    order("pause");
    hear(&r);
    assert_true(holds(&r));
    assert_true(holds(&r));
    assert_false(r.observer.generation(r.observer.data, r.opt));
    order("continue");
    assert_false(holds(&r)); /* which looks by itself */
    order("pause");
    order("continue");
    order("pause");
    hear(&r); /* all of them, in their order */
    assert_true(holds(&r));
    order("stop"); /* ends a pause, and none begins after it */
    order("pause");
    assert_false(holds(&r));
    assert_true(r.observer.generation(r.observer.data, r.opt));
    rig_close(&r);
}

/* An evaluation may take for ever: a stop leaves it after a moment, `finish` waits. */
static void a_stop_does_not_wait_long(void **state)
{
    (void)state;
    const arrivals none = {.n = 0};
    for (int stops = 0; stops < 2; stops++) {
        rig r;
        rig_open(&r);
        fake_clock_start();
        order(stops ? "stop" : "finish");
        hear(&r);
        fake_clock_advance(0.1);
        assert_false(r.observer.values(r.observer.data, &none));
        fake_clock_advance(0.4); /* with the look for orders this is less than a second */
        assert_int_equal(r.observer.values(r.observer.data, &none), stops);
        fake_clock_advance(1000);
        assert_int_equal(r.observer.values(r.observer.data, &none), stops);
        assert_true(r.observer.generation(r.observer.data, r.opt));
        rig_close(&r);
        assert_int_equal(system("rm -r run"), 0);
    }
}

static void nobody_looks_all_the_time(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    order("stop");
    const arrivals none = {.n = 0};
    r.orders.looked = clock_now() + 1000; /* as if just now */
    assert_false(r.observer.values(r.observer.data, &none));
    assert_false(r.observer.generation(r.observer.data, r.opt));
    r.orders.looked = clock_now() - 10;
    assert_false(r.observer.values(r.observer.data, &none));
    assert_true(r.observer.generation(r.observer.data, r.opt));
    rig_close(&r);
}

static void budgets_change_between_rounds(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    r.orders.elsewhere = 7;
    order("set max_evals=50");
    order("set max-gens=9");
    hear(&r);
    assert_int_equal(nes_get_settings(r.opt)->max_evals, 100);
    assert_false(r.changed);
    assert_false(r.observer.generation(r.observer.data, r.opt));
    assert_int_equal(nes_get_settings(r.opt)->max_evals, 43);
    assert_int_equal(nes_get_settings(r.opt)->max_gens, 9);
    assert_true(r.changed);
    r.changed = false;
    order("set popsize=50");  /* cannot change */
    order("set nonsense=50"); /* written by somebody else */
    order("dance");
    hear(&r);
    said_begin(2);
    assert_false(r.observer.generation(r.observer.data, r.opt));
    said_end();
    assert_false(r.changed);
    assert_int_equal(nes_stopped(r.opt), NES_RUNNING);
    rig_close(&r);
}

/* Orders for an earlier part of the run are nobody's. */
static void late_orders_are_dropped(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    order("stop");
    order("set max_evals=5");
    assert_int_equal(store_drop_orders(r.store), 0);
    hear(&r);
    assert_false(r.observer.generation(r.observer.data, r.opt));
    assert_int_equal(nes_get_settings(r.opt)->max_evals, 100);
    order("pause");
    hear(&r);
    assert_true(holds(&r));
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_checked),     IN_FOLDER(a_run_is_paused_and_stopped),
        IN_FOLDER(a_stop_does_not_wait_long),     IN_FOLDER(nobody_looks_all_the_time),
        IN_FOLDER(budgets_change_between_rounds), IN_FOLDER(late_orders_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
