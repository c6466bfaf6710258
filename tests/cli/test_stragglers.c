/* SPDX-License-Identifier: MIT
 *
 * Rounds that are closed without stragglers: which points are late, what becomes of their values,
 * and that a search without stragglers is the one that it would have been. The inner evaluator here
 * knows beforehand how long a point takes, and moves the clock. */
#include "evaluate/stragglers.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/fake_clock.h"
#include "cli/records.h"
#include "evaluate/loop.h"
#include "support/runs.h"

enum { DIM = 2, JOBS = 12 };

static const double QUICK = 0.004; /* seconds */
static const double FACTOR = 20;

typedef struct inner {
    struct {
        uint64_t id;
        double f, due;
    } under_way[JOBS];
    size_t n, most, seen;
    uint64_t slow;  /* every so many points, one is slow; 0: none */
    double pause;   /* seconds that it takes */
    uint64_t fails; /* from this point on so many fail quickly, and are slow when tried again: */
    size_t n_fails, n_failed;
    size_t recalled; /* values that the first generation has from before */
} inner;

static double value_of(const double *x)
{
    return x[0] * x[0] + 10 * x[1] * x[1];
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    inner *e = self;
    size_t taken = 0;
    for (; taken < n && e->n < JOBS; taken++) {
        const bool odd = id[taken] - e->fails < e->n_fails, /* unsigned */
            failed = odd && e->n_failed<e->n_fails, nth = e->slow> 0 && ++e->seen % e->slow == 0,
                   slow = !failed && (odd || nth);
        e->under_way[e->n].id = id[taken];
        e->under_way[e->n].f = failed ? MARKED_FAILED : value_of(x + taken * DIM);
        e->n_failed += failed;
        e->under_way[e->n++].due = clock_now() + (slow ? e->pause : QUICK);
    }
    if (e->n > e->most) e->most = e->n;
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    inner *e = self;
    const double until = clock_now() + seconds;
    size_t n = 0;
    assert_true(e->n > 0 && room > 0);
    do {
        for (size_t i = 0; i < e->n && n < room;) {
            if (e->under_way[i].due > clock_now()) {
                i++;
                continue;
            }
            to[n] = records_make(e->under_way[i].id, e->under_way[i].f);
            to[n++].seconds = QUICK; /* whatever the machine makes of it */
            e->under_way[i] = e->under_way[--e->n];
        }
        if (n == 0) fake_clock_advance(0.0005);
    } while (n == 0 && clock_now() < until);
    return n;
}

static void close_nothing(void *self)
{
    (void)self;
}

static evaluator make_inner(inner *e)
{
    return (evaluator){.submit = submit, .collect = collect, .close = close_nothing, .self = e};
}

static nes_opt *make_opt_retrying(uint64_t evaluations, uint64_t retries)
{
    nes_opt *o;
    nes_settings s;
    const double x0[DIM] = {3, -2};
    nes_settings_default(&s);
    s.method = "xnes";
    s.popsize = 10;
    s.seed = 4;
    s.max_evals = evaluations;
    s.retries = retries;
    assert_int_equal(nes_create(&o, DIM, x0, &s), NES_OK);
    return o;
}

static nes_opt *make_opt(uint64_t evaluations)
{
    return make_opt_retrying(evaluations, 0);
}

static bool count_late(void *data, const arrivals *a)
{
    for (size_t i = 0; i < a->n; i++) *(size_t *)data += a->record[i].fate == NES_LATE;
    return false;
}

/* Runs o; returns how many points were late. */
static size_t run(nes_opt *o, inner *in, size_t jobs)
{
    stragglers *s;
    size_t late = 0;
    const evaluator e = make_inner(in);
    evaluator front;
    s = stragglers_open(&front, &e, jobs, FACTOR);
    for (size_t i = 0; i < in->recalled; i++) stragglers_recall(s, 1, NES_MEASURED, QUICK);
    const observer observers[] = {stragglers_observer(s), {.values = count_late, .data = &late}};
    assert_int_equal(evaluate_loop(o, NULL, &front, observers, 2), NES_OK);
    assert_true(in->most <= jobs);
    front.close(front.self);
    return late;
}

/* Nothing is late: the search is that of a loop that waits for everything. */
static void test_none_late(void **state)
{
    (void)state;
    inner in = {.slow = 0}, other = {.slow = 0};
    nes_opt *a = make_opt(60), *b = make_opt(60);
    const evaluator e = make_inner(&other);
    assert_int_equal(run(a, &in, JOBS), 0);
    assert_int_equal(evaluate_loop(b, NULL, &e, NULL, 0), NES_OK);
    assert_true(nes_fingerprint(a) == nes_fingerprint(b));
    nes_destroy(a);
    nes_destroy(b);
}

/* Every 15th point is slow. The run does not wait for it, and goes on while it is under way. */
static void test_some_late(void **state)
{
    (void)state;
    const double pause = 2;
    inner in = {.slow = 15, .pause = pause};
    nes_opt *o = make_opt(90);
    uint64_t evaluations = 0;
    const double begin = clock_now();
    const size_t late = run(o, &in, JOBS);
    const double seconds = clock_now() - begin;
    nes_get_count(o, "evaluations", &evaluations);
    assert_int_equal(evaluations, 90);
    assert_in_range(late, 5, 7); /* 95 or more points, of which each 15th */
    assert_int_equal(in.seen, 90 + late);
    assert_true(seconds < (double)late * pause);
    nes_destroy(o);
}

/* Where more than half of a round is slow, all of it is waited for. */
static void test_most_slow(void **state)
{
    (void)state;
    inner in = {.slow = 1, .pause = 0.15};
    nes_opt *o = make_opt(20);
    assert_int_equal(run(o, &in, JOBS), 0);
    nes_destroy(o);
}

/* The second attempt at a point is alone in its round, and is left behind all the same. */
static void test_slow_retry(void **state)
{
    (void)state;
    const double pause = 3;
    inner in = {.fails = 4, .n_fails = 1, .pause = pause};
    nes_opt *o = make_opt_retrying(30, 1);
    const double begin = clock_now();
    assert_int_equal(run(o, &in, JOBS), 1);
    assert_true(clock_now() - begin < pause);
    nes_destroy(o);
}

/* Six of ten points fail at once, which says nothing of how long the others may take. */
static void test_quick_failures(void **state)
{
    (void)state;
    inner in = {.slow = 1, .pause = 0.15, .fails = 2, .n_fails = 6};
    nes_opt *o = make_opt(10);
    assert_int_equal(run(o, &in, JOBS), 0);
    assert_int_equal(in.n_failed, 6);
    nes_destroy(o);
}

/* Six of ten points are slow, but the generation has ten values from before: the six are late. */
static void test_recalled(void **state)
{
    (void)state;
    const double pause = 3;
    inner in = {.pause = pause, .fails = 2, .n_fails = 6, .n_failed = 6, .recalled = 10};
    nes_opt *o = make_opt(14);
    const double begin = clock_now();
    assert_int_equal(run(o, &in, JOBS), 6);
    assert_true(clock_now() - begin < pause);
    nes_destroy(o);
}

/* With two places, stragglers soon have both of them. Then they are waited for. */
static void test_places_taken(void **state)
{
    (void)state;
    inner in = {.slow = 10, .pause = 0.15};
    nes_opt *o = make_opt(40);
    uint64_t evaluations = 0;
    run(o, &in, 2);
    nes_get_count(o, "evaluations", &evaluations);
    assert_int_equal(evaluations, 40);
    nes_destroy(o);
}

static int start_clock(void **state)
{
    (void)state;
    fake_clock_start();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_none_late),      cmocka_unit_test(test_some_late),
        cmocka_unit_test(test_most_slow),      cmocka_unit_test(test_slow_retry),
        cmocka_unit_test(test_quick_failures), cmocka_unit_test(test_recalled),
        cmocka_unit_test(test_places_taken),
    };
    return cmocka_run_group_tests(tests, start_clock, NULL);
}
