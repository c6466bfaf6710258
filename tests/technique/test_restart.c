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
                          .factor = 3,
                          .max_enlarged = 5,
                          .max_runs = MOST,
                          .stream = {.seed = 5}}};
    return x;
}

/* What comes next, after a new run where there is one. */
static nes_decision decide(simulation *x, const char *strategy)
{
    const nes_strategy *t = nes_strategy_find(strategy);
    x->s.member = x->run;
    nes_decision next = nes_schedule_next(t, &x->s);
    if (next.kind == NES_TURN_CREATE) {
        x->last = next.run;
        nes_schedule_add(&x->s, &next.run, next.run.popsize, NULL);
        next = nes_schedule_next(t, &x->s);
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

/* It has ended as most runs do. */
static void finish(simulation *x, size_t place)
{
    nes_schedule_remove(&x->s, place, (nes_outcome){NES_STOP_TOLFUN, 1});
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
    finish(&x, 0);
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
        finish(&x, gone);
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
        finish(&x, 0);
    }
    assert_int_equal(decide(&x, "interleaved").kind, NES_TURN_END); /* no stream is left */
}

/* By hand: 7 times 1, 3, 9, 27, 81, 243, and since 729 is more than 512, from the first again. */
static void enlarging(void **state)
{
    (void)state;
    static const uint64_t popsize[] = {7, 21, 63, 189, 567, 1701, 7, 21, 63, 189, 567, 1701, 7, 21};
    simulation x = start(0.2, 7);
    for (uint64_t i = 0; i < sizeof popsize / sizeof *popsize; i++) {
        assert_int_equal(advance(&x, "ipop"), 0);
        advance(&x, "ipop");
        assert_int_equal(x.s.n, 1);
        assert_int_equal(x.s.created, i + 1);
        assert_int_equal(x.last.popsize, popsize[i]);
        assert_true(x.last.shrink == 1 && x.last.max_evals == 0);
        finish(&x, 0);
    }
}

/* Other factors: whole numbers of points, the same population for ever, and a limit of its own. */
static void factors(void **state)
{
    (void)state;
    static const uint64_t by_half[] = {5, 7, 11, 16, 5, 7};
    simulation x = start(0.2, 5), y = start(0.2, 5);
    x.s.factor = 1.5;
    x.s.max_enlarged = 3;
    y.s.factor = 1;
    for (size_t i = 0; i < sizeof by_half / sizeof *by_half; i++) {
        advance(&x, "ipop");
        advance(&y, "ipop");
        assert_int_equal(x.last.popsize, by_half[i]);
        assert_int_equal(y.last.popsize, 5);
        finish(&x, 0);
        finish(&y, 0);
    }
}

/* The rule of bipop once more, as it is written, with what runs use made up. */
typedef struct rule {
    double base, large;        /* populations */
    uint64_t u_small, u_large; /* budgets used */
    uint64_t e_large;          /* evaluations of the last large run */
    uint64_t runs;
} rule;

static nes_newcomer by_rule(rule *r)
{
    nes_newcomer next = {.popsize = (uint64_t)r->base, .shrink = 1};
    if (++r->runs == 1) return next;
    next.large = r->u_large <= r->u_small;
    if (next.large) {
        r->large = 3 * r->large > 512 * r->base ? r->base : 3 * r->large;
        next.popsize = (uint64_t)r->large;
        return next;
    }
    const nes_stream s = {
        .seed = 5, .run = (uint32_t)r->runs - 1, .row = NES_START_REGIME, .lane = NES_LANE_START};
    const double u = nes_uniform(&s, 0), v = nes_uniform(&s, 1);
    next.popsize = (uint64_t)floor(r->base * pow(fmax(1, r->large / (2 * r->base)), u * u));
    next.shrink = pow(10, -2 * v);
    next.max_evals = r->e_large / 2;
    return next;
}

static void two_regimes(void **state)
{
    (void)state;
    simulation x = start(0.2, 10);
    rule r = {.base = 10, .large = 10};
    uint64_t random = 1;
    size_t small = 0, large = 0, again = 0;
    double logs = 0;
    while (x.s.created < MOST - 1) {
        assert_int_equal(decide(&x, "bipop").kind, NES_TURN_ADVANCE);
        const nes_newcomer want = by_rule(&r), got = x.last;
        assert_int_equal(x.s.n, 1);
        assert_int_equal(got.large, want.large);
        assert_int_equal(got.popsize, want.popsize);
        assert_int_equal(got.max_evals, want.max_evals);
        assert_relative(got.shrink, want.shrink, 1e-14);
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t used = got.popsize * (20 + (random >> 60));
        if (got.max_evals > 0 && used > got.max_evals) used = got.max_evals;
        x.run[0].used = used;
        *(got.large ? &r.u_large : &r.u_small) += used;
        if (got.large || r.runs == 1) r.e_large = used;
        finish(&x, 0);
        large += got.large;
        again += got.large && got.popsize == 10;
        if (!got.large && r.runs > 1) logs += log10(got.shrink), small++;
    }
    assert_true(small > 100 && large > 12 && again > 1); /* the large regime has begun again */
    assert_within(logs / (double)small, -1, 5 * sqrt(1.0 / 3 / (double)small)); /* log uniform */
}

/* Runs that never saw a finite value make the next ones look further around, up to 10^8 times. */
static void barren(void **state)
{
    (void)state;
    static const char *const names[] = {"interleaved", "ipop"};
    const nes_outcome nothing = {NES_STOP_INFEASIBLE, NAN}, late = {NES_STOP_INFEASIBLE, 3};
    for (size_t k = 0; k < 2; k++) {
        simulation x = start(0.2, 10);
        for (int i = 0; i < 11; i++) {
            advance(&x, names[k]);
            assert_relative(x.last.shrink, pow(10, i < 8 ? i : 8), 1e-14);
            nes_schedule_remove(&x.s, 0, nothing);
        }
        advance(&x, names[k]);
        nes_schedule_remove(&x.s, 0, (nes_outcome){NES_STOP_EVALS, NAN}); /* cut off: no news */
        advance(&x, names[k]);
        assert_relative(x.last.shrink, 1e8, 1e-14);
        nes_schedule_remove(&x.s, 0, late); /* it saw one, early on */
        advance(&x, names[k]);
        assert_true(x.last.shrink == 1);
    }
}

/* An objective without a lower bound: what the first run finds, with the step size of the caller,
 * is the end of all; what others find is not. */
static void unbounded(void **state)
{
    (void)state;
    const nes_outcome growth = {NES_STOP_GROWTH, -1e30};
    for (size_t i = 1; i < nes_strategy_count(); i++) {
        const char *name = nes_strategy_at(i)->name;
        simulation x = start(0.2, 10), y = start(0.2, 10);
        while (x.s.created < 2 && i == 1) advance(&x, name); /* interleaved: beside another */
        advance(&x, name);
        nes_schedule_remove(&x.s, 0, growth);
        assert_int_equal(decide(&x, name).kind, NES_TURN_END);
        advance(&y, name);
        finish(&y, 0);
        for (int k = 0; k < 5; k++) {
            advance(&y, name);
            nes_schedule_remove(&y.s, 0, growth);
        }
        assert_int_equal(decide(&y, name).kind, NES_TURN_ADVANCE);
    }
}

/* Three runs take turns until each has had a trial, two until each has had two, one to its end. */
static void each_value(void **state)
{
    (void)state;
    simulation x = start(0.2, 10);
    x.s.values = 3;
    x.s.trial = 100;
    for (size_t g = 0; g < 30; g++) assert_true(advance(&x, "values") < 3);
    for (size_t i = 0; i < 3; i++) assert_int_equal(x.run[i].used, 100);
    x.s.worst = 1;
    const nes_decision gone = decide(&x, "values");
    assert_true(gone.kind == NES_TURN_DROP && gone.place == 1);
    nes_schedule_remove(&x.s, 1, (nes_outcome){NES_RUNNING, 2});
    for (size_t g = 0; g < 20; g++) advance(&x, "values");
    assert_true(x.run[0].number == 1 && x.run[1].number == 3);
    assert_true(x.run[0].used == 200 && x.run[1].used == 200);
    x.s.worst = 0;
    assert_true(decide(&x, "values").kind == NES_TURN_DROP);
    nes_schedule_remove(&x.s, 0, (nes_outcome){NES_RUNNING, 2});
    for (size_t g = 0; g < 50; g++) assert_int_equal(advance(&x, "values"), 0);
    assert_int_equal(x.s.created, 3);
    finish(&x, 0);
    advance(&x, "values");
    assert_int_equal(x.s.created, 4);
}

static void table(void **state)
{
    (void)state;
    assert_int_equal(nes_strategy_count(), 6);
    assert_false(nes_strategy_find("none")->restarts);
    assert_null(nes_strategy_find("often"));
    assert_ptr_equal(nes_strategy_at(0), nes_strategy_find("none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),    cmocka_unit_test(first_steps), cmocka_unit_test(no_restart),
        cmocka_unit_test(moving_up), cmocka_unit_test(all_ended),   cmocka_unit_test(enlarging),
        cmocka_unit_test(factors),   cmocka_unit_test(barren),      cmocka_unit_test(two_regimes),
        cmocka_unit_test(unbounded), cmocka_unit_test(each_value),  cmocka_unit_test(table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
