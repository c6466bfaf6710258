/* SPDX-License-Identifier: MIT
 *
 * Restart strategies without any run: the schedule is told what runs would have used. */
#include "technique/restart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

enum { MOST = 400 };

typedef struct simulation {
    nes_schedule s;
    nes_member run[MOST];
    nes_newcomer last; /* the latest run */
} simulation;

static simulation start(double p, uint64_t popsize)
{
    simulation x = {.s = {.p = p,
                          .slice = 10 * popsize,
                          .popsize = popsize,
                          .max_doubling = 9,
                          .max_runs = MOST,
                          .stream = {.seed = 5}}};
    return x;
}

/* What comes next, after a new run where there is one. */
static nes_decision decide(simulation *x, const char *strategy)
{
    const nes_strategy *t = nes_strategy_find(strategy);
    x->s.member = x->run;
    nes_decision next = t->next(&x->s);
    if (next.kind == NES_TURN_CREATE) {
        x->last = next.run;
        nes_schedule_add(&x->s, &next.run, next.run.popsize, NULL);
        next = t->next(&x->s);
    }
    x->s.started = false;
    return next;
}

/* One generation; its place. */
static size_t advance(simulation *x, const char *strategy)
{
    const nes_decision next = decide(x, strategy);
    assert_int_equal(next.kind, NES_TURN_ADVANCE);
    x->run[next.place].used += x->run[next.place].next;
    return next.place;
}

static uint64_t total(const simulation *x)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < x->s.n; i++) sum += x->run[i].used;
    return sum;
}

static void assert_shares(const simulation *x, double tolerance)
{
    double share = x->s.p;
    for (size_t i = 0; i < x->s.n; i++) {
        assert_within((double)x->run[i].used / (double)total(x), share, tolerance);
        share *= 1 - x->s.p;
    }
}

static const double PS[] = {0.5, 0.2, 0.1};

/* To three digits, with exactly the runs whose share is worth a slice. */
static void shares(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        simulation x = start(PS[k], 10);
        while (total(&x) < 100000) advance(&x, "interleaved");
        assert_shares(&x, 5e-4);
        const double worth = PS[k] * 1e5 / (double)x.s.slice; /* (1-p)^(i-1) is at least 1/worth */
        assert_int_equal(x.s.n, 1 + (size_t)floor(log(worth) / -log1p(-PS[k])));
    }
}

static void first_steps(void **state)
{
    (void)state;
    simulation x = start(0.5, 10);
    x.s.slice = 10;
    /* by hand: run 2 comes at 40 evaluations, where 1/4 40 >= 10, run 3 at 80 */
    static const size_t place[] = {0, 0, 0, 0, 1, 1, 1, 0, 2, 2, 0};
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        assert_int_equal(advance(&x, "interleaved"), place[i]);
    x.s.n = 2;
    x.s.slice = 1000;
    x.run[0].used = 20;
    x.run[1].used = 10; /* both are behind by 0: the first goes */
    assert_int_equal(advance(&x, "interleaved"), 0);
}

static void no_restart(void **state)
{
    (void)state;
    simulation x = start(1, 10);
    for (int t = 0; t < 10000; t++) assert_int_equal(advance(&x, "interleaved"), 0);
    assert_int_equal(x.s.n, 1);
    nes_schedule_remove(&x.s, 0);
    assert_int_equal(decide(&x, "interleaved").kind, NES_TURN_END);
    assert_int_equal(x.s.created, 1);
}

/* The runs behind one that ended move up, and the shares hold for those that go on. */
static void moving_up(void **state)
{
    (void)state;
    for (size_t gone = 0; gone < 3; gone++) {
        simulation x = start(0.2, 10);
        while (total(&x) < 50000) advance(&x, "interleaved");
        const uint64_t behind = x.run[gone + 1].number;
        nes_schedule_remove(&x.s, gone);
        assert_int_equal(x.run[gone].number, behind);
        if (gone == 0) assert_shares(&x, 1e-3); /* at once: the others keep their ratios */
        while (total(&x) < 100000) advance(&x, "interleaved");
        assert_shares(&x, 5e-4);
    }
}

static void all_ended(void **state)
{
    (void)state;
    simulation x = start(0.2, 10);
    for (size_t i = 1; i <= MOST; i++) {
        advance(&x, "interleaved");
        assert_int_equal(x.s.created, i);
        nes_schedule_remove(&x.s, 0);
    }
    assert_int_equal(decide(&x, "interleaved").kind, NES_TURN_END); /* no stream is left */
}

static void doubling(void **state)
{
    (void)state;
    simulation x = start(0.2, 7);
    for (uint64_t i = 0; i < 10; i++) {
        assert_int_equal(advance(&x, "ipop"), 0);
        advance(&x, "ipop");
        assert_int_equal(x.s.n, 1);
        assert_int_equal(x.s.created, i + 1);
        assert_int_equal(x.last.popsize, 7u << i);
        assert_true(x.last.shrink == 1 && x.last.max_evals == 0);
        nes_schedule_remove(&x.s, 0);
    }
    assert_int_equal(decide(&x, "ipop").kind, NES_TURN_END);
}

/* Every run of bipop follows from what was spent: the regime, its population, step size, budget. */
static void two_regimes(void **state)
{
    (void)state;
    simulation x = start(0.2, 10);
    uint64_t spent[2] = {0, 0}, last_large = 0, doublings = 0, random = 1;
    size_t small = 0;
    double logs = 0;
    while (decide(&x, "bipop").kind == NES_TURN_ADVANCE) {
        const nes_newcomer r = x.last;
        assert_int_equal(x.s.n, 1);
        if (x.s.created == 1) {
            assert_false(r.large);
            assert_int_equal(r.popsize, 10);
        } else {
            assert_int_equal(r.large, spent[0] >= spent[1]);
        }
        if (r.large) {
            assert_int_equal(r.popsize, 10u << ++doublings);
            assert_true(r.shrink == 1 && r.max_evals == 0);
        } else if (x.s.created > 1) {
            assert_in_range(r.popsize, 10, (10u << doublings) / 2);
            assert_true(r.shrink >= 0.01 && r.shrink <= 1);
            assert_int_equal(r.max_evals, last_large / 2);
            logs += log10(r.shrink);
            small++;
        }
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t used = r.popsize * (20 + (random >> 60));
        if (r.max_evals > 0 && used > r.max_evals) used = r.max_evals;
        x.run[0].used = used;
        spent[r.large] += used;
        if (r.large) last_large = used;
        nes_schedule_remove(&x.s, 0);
    }
    assert_int_equal(doublings, 9);
    assert_true(small > 9);
    assert_within(logs / (double)small, -1, 5 * sqrt(1.0 / 3 / (double)small)); /* log uniform */
}

static void table(void **state)
{
    (void)state;
    assert_int_equal(nes_strategy_count(), 4);
    assert_false(nes_strategy_find("none")->restarts);
    assert_null(nes_strategy_find("often"));
    assert_ptr_equal(nes_strategy_at(0), nes_strategy_find("none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),      cmocka_unit_test(first_steps), cmocka_unit_test(no_restart),
        cmocka_unit_test(moving_up),   cmocka_unit_test(all_ended),   cmocka_unit_test(doubling),
        cmocka_unit_test(two_regimes), cmocka_unit_test(table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
