/* SPDX-License-Identifier: MIT
 *
 * Points asked for one at a time and told in any order: a search that waits for every generation is
 * the usual one; the same calls give the same bytes, also through save and load; the order of
 * values within a generation does not matter.
 * [math: A28] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nes/async.h"
#include "support/check.h"
#include "support/runs.h"

enum { MOST = 64 }; /* variables, and points under way */

static nes_settings settings(void)
{
    nes_settings s = run_settings("dd-xnes");
    s.asynchronous = true;
    return s;
}

static nes_opt *start(size_t d, const nes_settings *s)
{
    double x0[MOST];
    for (size_t i = 0; i < d; i++) x0[i] = 1 + 0.25 * (double)i;
    return run_start(d, x0, s);
}

/* A point that a place has. */
typedef struct point {
    uint64_t id;
    double x[MOST], f;
} point;

static point ask(nes_opt *o)
{
    nes_points p;
    point q = {0};
    assert_int_equal(nes_ask_one(o, &p), NES_OK);
    assert_int_equal(p.n, 1);
    q.id = p.id[0];
    memcpy(q.x, p.x, p.dim * sizeof *q.x);
    q.f = run_ellipsoid(p.dim, q.x, NULL);
    return q;
}

static void tell(nes_opt *o, point q)
{
    assert_int_equal(nes_tell_some(o, 1, &q.id, &q.f), NES_OK);
}

/* Takes a point out of a list of n, the last one moves up. */
static point take(point *list, size_t *n, size_t i)
{
    const point q = list[i];
    list[i] = list[--*n];
    return q;
}

/* ---- as generations ------------------------------------------------------------------------- */

static void test_waiting_is_the_usual_search(void **state)
{
    (void)state;
    for (size_t d = 2; d <= 40; d += 19) { /* dense and factored steps */
        nes_settings s = settings(), usual = s;
        usual.asynchronous = false;
        nes_opt *a = start(d, &s), *b = start(d, &usual);
        for (int t = 0; t < 60; t++) {
            nes_points p;
            assert_int_equal(nes_ask(b, &p), NES_OK);
            point list[MOST];
            for (size_t k = 0; k < p.n; k++) {
                list[k] = ask(a);
                assert_same_reals(d, list[k].x, p.x + k * d);
                p.f[k] = list[k].f;
            }
            for (size_t n = p.n; n > 0;) tell(a, take(list, &n, (size_t)t % n));
            assert_int_equal(nes_tell(b, p.n, p.f), NES_OK);
        }
        const nes_result ra = run_result(a), rb = run_result(b);
        assert_same_reals(d, ra.mean_x, rb.mean_x);
        assert_same_reals(d, ra.std_x, rb.std_x);
        assert_same_reals(d, ra.best_x, rb.best_x);
        assert_int_equal(ra.generations, 60);
        nes_destroy(a);
        nes_destroy(b);
    }
}

/* ---- replay --------------------------------------------------------------------------------- */

typedef struct call {
    enum { ASK, TELL, DROP } kind;
    uint64_t id;
    double f;
} call;

/* Plays so many calls as that many places would make them, in a random order, and notes them. */
static void play(nes_opt *o, size_t places, call *log, size_t calls, uint64_t seed)
{
    point list[MOST];
    size_t n = 0;
    for (size_t i = 0; i < calls; i++) {
        const uint64_t r = run_random(&seed);
        if (n < places && r % 5 < 3) {
            list[n++] = ask(o);
            log[i] = (call){.kind = ASK};
        } else if (n > 0) {
            const point q = take(list, &n, (size_t)(r >> 8) % n);
            log[i] = (call){r % 37 == 0 ? DROP : TELL, q.id, q.f};
            if (log[i].kind == DROP)
                assert_int_equal(nes_drop(o, 1, &q.id), NES_OK);
            else
                tell(o, q);
        } else {
            i--;
        }
    }
}

static void make(nes_opt *o, const call *c)
{
    if (c->kind == ASK) ask(o);
    if (c->kind == TELL) assert_int_equal(nes_tell_some(o, 1, &c->id, &c->f), NES_OK);
    if (c->kind == DROP) assert_int_equal(nes_drop(o, 1, &c->id), NES_OK);
}

static void test_replay(void **state)
{
    enum { CALLS = 3000 };
    static call log[CALLS];
    const size_t dims[] = {6, 7, 24};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const nes_settings s = settings();
        nes_opt *a = start(dims[i], &s), *b = start(dims[i], &s);
        play(a, 9 + 10 * i, log, CALLS, 11 + i);
        for (size_t k = 0; k < CALLS; k++) make(b, &log[k]);
        run_assert_same(a, b);
        assert_true(run_result(a).generations > 50);
        nes_destroy(a);
        nes_destroy(b);
    }
}

static void test_saved_at_every_call(void **state)
{
    enum { CALLS = 400 };
    static call log[CALLS];
    (void)state;
    nes_settings s = settings();
    const double lower[] = {-1, -5, -5, -5, 0.5}, upper[] = {8, 8, 8, 8, 3};
    s.lower = lower;
    s.upper = upper;
    s.eval_start = "yes";
    nes_opt *a = start(5, &s), *b = start(5, &s);
    play(a, 12, log, CALLS, 5);
    for (size_t k = 0; k < CALLS; k++) {
        make(b, &log[k]);
        nes_opt *loaded = run_copy(b);
        run_assert_same(loaded, b);
        nes_destroy(b);
        b = loaded;
    }
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

/* Which values make an update matters, not the order in which they came. */
static void test_order_within_an_update(void **state)
{
    enum { CALLS = 1200 };
    static call log[CALLS];
    const nes_settings s = settings();
    nes_opt *a = start(7, &s), *b = start(7, &s);
    nes_traffic t;
    (void)state;
    play(a, 9, log, CALLS, 3);
    assert_int_equal(nes_get_traffic(b, &t), NES_OK);
    for (size_t k = 0, left = 0; k < CALLS; k++) {
        size_t end = k, told = 0; /* asks need the same distribution: only tells in a row turn */
        while (end < CALLS && log[end].kind == TELL && told < t.popsize - left) end++, told++;
        if (told == 0) {
            make(b, &log[k]);
            continue;
        }
        for (size_t i = end; i-- > k;) make(b, &log[i]);
        left = (left + told) % (size_t)t.popsize;
        k = end - 1;
    }
    const nes_result ra = run_result(a), rb = run_result(b);
    assert_same_reals(7, ra.mean_x, rb.mean_x);
    assert_same_reals(7, ra.std_x, rb.std_x);
    assert_int_equal(ra.evaluations, rb.evaluations);
    nes_destroy(a);
    nes_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_waiting_is_the_usual_search), cmocka_unit_test(test_replay),
        cmocka_unit_test(test_saved_at_every_call), cmocka_unit_test(test_order_within_an_update)};
    return cmocka_run_group_tests_name("without generations", tests, NULL, NULL);
}
