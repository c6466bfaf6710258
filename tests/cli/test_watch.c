/* SPDX-License-Identifier: MIT
 *
 * Evaluations that take long: what the folder knows of them, how often that is written, and when
 * one seems to hang. */
#include "session/watch.h"

#include "base/clock.h"
#include "cli/fake_clock.h"
#include "store/database.h"
#include "store_rig.h"

enum { PLACES = 4 };

/* An evaluator of which the test says what is under way. */
typedef struct rig {
    store *store;
    evaluator evaluator;
    watch watch;
    durations durations;
    observer observer;
    size_t n;
    eval_under_way at[PLACES];
} rig;

static size_t look(void *self, size_t room, eval_under_way *to)
{
    const rig *r = self;
    assert_int_equal(room, PLACES);
    memcpy(to, r->at, r->n * sizeof *to);
    return r->n;
}

static void rig_open(rig *r)
{
    *r = (rig){.store = rig_create("run"), .evaluator = {.look = look, .self = r}};
    r->watch = (watch){.store = r->store,
                       .evaluator = &r->evaluator,
                       .places = PLACES,
                       .durations = &r->durations};
    r->observer = watch_observer(&r->watch);
    fake_clock_start();
    r->observer.start(r->observer.data, NULL);
}

static void rig_close(rig *r)
{
    watch_close(&r->watch);
    store_close(r->store);
}

/* Puts an evaluation into the next place, as if it began now. */
static void begin(rig *r, uint64_t id)
{
    r->at[r->n++] = (eval_under_way){id, clock_now(), 4711, -1};
}

/* So many seconds pass, in which the observer is called as often as in a run. */
static void pass(rig *r, int seconds)
{
    const arrivals none = {.n = 0};
    for (int i = 0; i < 10 * seconds; i++) {
        fake_clock_advance(0.1);
        assert_false(r->observer.values(r->observer.data, &none));
    }
}

static void come(rig *r, double seconds, int times)
{
    eval_record e = eval_measured(0, 1);
    e.seconds = seconds;
    const arrivals one = {.n = 1, .record = &e};
    for (int i = 0; i < times; i++) assert_false(r->observer.values(r->observer.data, &one));
}

static size_t known(const rig *r, under_way list[UNDER_WAY_MOST])
{
    return under_way_read(r->store, list);
}

static void long_evaluations_are_written(void **state)
{
    (void)state;
    rig r;
    under_way list[UNDER_WAY_MOST];
    rig_open(&r);
    for (int i = 0; i < 50; i++) { /* quick ones are not */
        r.n = 0;
        begin(&r, (uint64_t)i);
        const int changes = sqlite3_total_changes(r.store->db);
        fake_clock_advance(0.5);
        come(&r, 0.5, 1);
        assert_int_equal(sqlite3_total_changes(r.store->db), changes);
    }
    r.n = 0;
    begin(&r, UINT64_MAX);
    pass(&r, 3);
    begin(&r, 17);
    assert_int_equal(known(&r, list), 1);
    assert_true(list[0].id == UINT64_MAX && list[0].process == 4711 && list[0].rank == -1);
    const double begun = clock_date() - 3;
    assert_true(fabs(list[0].since - begun) < 60);
    const int changes = sqlite3_total_changes(r.store->db);
    pass(&r, 3);
    assert_int_equal(known(&r, list), 2);
    assert_int_equal(list[1].id, 17);
    pass(&r, 1000);
    assert_int_equal(sqlite3_total_changes(r.store->db), changes + 1); /* once is enough */
    r.n = 1;
    pass(&r, 2);
    assert_int_equal(known(&r, list), 1);
    r.n = 0;
    pass(&r, 2);
    assert_int_equal(known(&r, list), 0);
    rig_close(&r);
}

/* What is under way at the end is no longer; what an earlier part has left is no more either. */
static void nothing_stale_stays(void **state)
{
    (void)state;
    rig r;
    under_way list[UNDER_WAY_MOST];
    rig_open(&r);
    begin(&r, 3);
    pass(&r, 5);
    assert_int_equal(known(&r, list), 1);
    r.observer.end(r.observer.data, NULL);
    assert_int_equal(known(&r, list), 0);
    const under_way left = {.id = 5, .since = 1, .rank = 2};
    assert_int_equal(under_way_write(r.store, &left, 1), 0);
    assert_int_equal(known(&r, list), 1);
    assert_true(list[0].id == 5 && list[0].process == 0 && list[0].rank == 2);
    r.observer.start(r.observer.data, NULL);
    assert_int_equal(known(&r, list), 0);
    rig_close(&r);
}

/* A list that somebody else has written. */
static void strange_lists_are_read(void **state)
{
    (void)state;
    static const char *const strange[] = {"[",
                                          "7",
                                          "[7]",
                                          "[{\"id\":7,\"since\":1}]",
                                          "[{\"id\":\"7\"}]",
                                          "[{\"id\":\"7\",\"since\":\"x\"}]",
                                          "[{\"id\":\"7\",\"since\":1e999}]"};
    rig r;
    under_way list[UNDER_WAY_MOST];
    rig_open(&r);
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        assert_int_equal(store_set_fact(r.store, "under_way", strange[i]), 0);
        assert_int_equal(known(&r, list), 0);
    }
    buffer many = {.text = NULL};
    buffer_print(&many, "[{\"id\":\"1\",\"since\":-1e300,\"process\":-1,\"rank\":1e30}");
    for (int i = 0; i < 1000; i++) buffer_print(&many, ",{\"id\":\"1\",\"since\":1}");
    buffer_print(&many, "]");
    assert_int_equal(store_set_fact(r.store, "under_way", many.text), 0);
    assert_int_equal(known(&r, list), UNDER_WAY_MOST);
    assert_true(list[0].process == 0 && list[0].rank == -1);
    buffer_free(&many);
    rig_close(&r);
}

static void one_that_hangs_is_noticed(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    begin(&r, 3);
    pass(&r, 1000);
    assert_int_equal(r.watch.hung.n, 0); /* nobody knows how long others take */
    r.n = 0;
    come(&r, 2, 9);
    come(&r, 30, 4);
    come(&r, 1, 4);
    begin(&r, 8);
    pass(&r, 19);
    assert_int_equal(r.watch.hung.n, 0);
    pass(&r, 3);
    assert_int_equal(r.watch.hung.n, 1);
    assert_true(r.watch.hung.n == 1 && r.watch.hung.first.id == 8);
    assert_true(r.watch.hung.usual == 2 && r.watch.hung.seconds > 20);
    r.n = 0;
    pass(&r, 2);
    assert_int_equal(r.watch.hung.n, 0);
    come(&r, 1e-4, 100);
    begin(&r, 9);
    pass(&r, 4); /* many times the others, and yet no reason to look up */
    assert_int_equal(r.watch.hung.n, 0);
    pass(&r, 3);
    assert_int_equal(r.watch.hung.n, 1);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(long_evaluations_are_written),
        IN_FOLDER(nothing_stale_stays),
        IN_FOLDER(strange_lists_are_read),
        IN_FOLDER(one_that_hangs_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
