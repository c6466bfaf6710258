/* SPDX-License-Identifier: MIT
 *
 * How busy places are: counted from the first point to the last value, with what is under way, over
 * several parts of a run, and through the folder. */
#include "evaluate/places_use.h"

#include <math.h>

#include "base/clock.h"
#include "cli/fake_clock.h"
#include "store/places_fact.h"
#include "store_rig.h"

enum { PLACES = 2 };

/* An evaluator behind: the test says what ends, and what is under way. */
typedef struct rig {
    evaluator inner, e;
    places_use use;
    size_t n_ready, n_under_way;
    double ready[PLACES];
    eval_under_way at[PLACES];
} rig;

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    (void)self, (void)id, (void)x;
    return n;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    rig *r = self;
    (void)seconds;
    const size_t n = r->n_ready < room ? r->n_ready : room;
    for (size_t i = 0; i < n; i++) {
        to[i] = eval_measured(i, 1);
        to[i].seconds = r->ready[i];
    }
    r->n_ready = 0;
    return n;
}

static size_t look(void *self, size_t room, eval_under_way *to)
{
    const rig *r = self;
    assert_true(room >= r->n_under_way);
    memcpy(to, r->at, r->n_under_way * sizeof *to);
    return r->n_under_way;
}

static void rig_open(rig *r, size_t places)
{
    fake_clock_start();
    *r = (rig){.inner = {.submit = submit, .collect = collect, .look = look, .self = r}};
    r->use.places = places;
    places_use_open(&r->use, &r->e, &r->inner);
}

static void begin(rig *r)
{
    const uint64_t id = 1;
    const double x = 0;
    assert_int_equal(r->e.submit(r->e.self, 1, &id, &x), 1);
}

/* Evaluations of so many seconds end; NaN: there is only one. */
static void end(rig *r, double a, double b)
{
    eval_record to[PLACES];
    r->ready[0] = a;
    r->ready[1] = b;
    r->n_ready = isnan(b) ? 1 : 2;
    assert_int_equal(r->e.collect(r->e.self, 0, PLACES, to), isnan(b) ? 1 : 2);
}

static void assert_idle(const rig *r, bool now, double idle)
{
    const places_share s = places_use_share(&r->use, now);
    assert_int_equal(s.places, r->use.places);
    assert_true(fabs(s.idle - idle) < 1e-9);
}

/* Two places: ten seconds, of which one was at work for four and the other for the last three. */
static void idle_is_counted(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, PLACES);
    fake_clock_advance(100); /* before the first point nothing counts */
    assert_int_equal(places_use_share(&r.use, true).places, 0);
    begin(&r);
    fake_clock_advance(4);
    end(&r, 4, NAN);
    assert_idle(&r, false, 0.5);
    fake_clock_advance(3);
    r.at[0] = (eval_under_way){1, clock_now(), 0, -1};
    r.n_under_way = 1;
    fake_clock_advance(3);
    assert_idle(&r, true, 0.65);
    assert_idle(&r, false, 0.5); /* up to the last value */
    r.n_under_way = 0;
    end(&r, 3, NAN);
    assert_idle(&r, false, 0.65);
    fake_clock_advance(1000);
    assert_idle(&r, false, 0.65);
    const places_share s = places_use_share(&r.use, false);
    assert_true(s.seconds == 3.5 && s.ended == 2 && s.ranks == 0);
    r.e.close(r.e.self);
}

/* Seconds that nobody measured count for nothing, and those rounded up for no more than all. */
static void odd_seconds(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, PLACES);
    begin(&r);
    fake_clock_advance(1);
    end(&r, NAN, 1);
    assert_idle(&r, false, 0.5);
    end(&r, 50, 60);
    assert_idle(&r, false, 0);
    r.e.close(r.e.self);
}

static void one_place_is_not_told(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, 1);
    begin(&r);
    fake_clock_advance(1);
    end(&r, 0.5, NAN);
    assert_int_equal(places_use_share(&r.use, false).places, 0);
    r.e.close(r.e.self);
}

/* A run of two parts, the second on ranks, and who looks at its folder. */
static void parts_add_up(void **state)
{
    (void)state;
    rig r;
    store *s = rig_create("run");
    rig_open(&r, PLACES);
    begin(&r);
    fake_clock_advance(10);
    end(&r, 10, 5);
    assert_int_equal(places_fact_write(s, &r.use, r.use.last), 0);
    r.e.close(r.e.self);
    rig_open(&r, PLACES);
    places_fact_read(s, &r.use);
    assert_idle(&r, false, 0.25);
    r.use.ranks = 2;
    begin(&r);
    fake_clock_advance(30);
    end(&r, 15, NAN);
    assert_idle(&r, false, 1 - 30.0 / 80);
    assert_int_equal(places_fact_write(s, &r.use, r.use.last), 0);
    r.e.close(r.e.self);
    places_use seen = {.places = 0};
    places_fact_read(s, &seen);
    const places_share share = places_use_share(&seen, false);
    assert_true(share.places == PLACES && share.ranks == 2);
    assert_true(fabs(share.idle - 50.0 / 80) < 1e-9);
    buffer text = {.text = NULL};
    places_share_print(&share, &text);
    assert_string_equal(text.text, "2 on 2 ranks, idle 62 %");
    buffer_free(&text);
    store_close(s);
}

static void strange_facts_are_read(void **state)
{
    (void)state;
    static const char *const strange[] = {"[",
                                          "7",
                                          "{}",
                                          "{\"places\":-3,\"busy\":1,\"all\":2}",
                                          "{\"places\":1e300,\"all\":1}",
                                          "{\"places\":4,\"busy\":1,\"all\":\"x\"}"};
    store *s = rig_create("run");
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        places_use u = {.places = 0};
        assert_int_equal(store_set_fact(s, "places", strange[i]), 0);
        places_fact_read(s, &u);
        assert_int_equal(places_use_share(&u, false).places, 0);
    }
    places_use u = {.places = 0};
    store_set_fact(s, "places", "{\"places\":4,\"ranks\":null,\"busy\":9,\"all\":2}");
    places_fact_read(s, &u);
    assert_true(places_use_share(&u, false).idle == 0);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_is_counted),       cmocka_unit_test(odd_seconds),
        cmocka_unit_test(one_place_is_not_told), IN_FOLDER(parts_add_up),
        IN_FOLDER(strange_facts_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
