/* SPDX-License-Identifier: MIT
 *
 * The rule by which runs are asked for their opinion of the best end, in numbers alone. */
#include "technique/opinions.h"

#include <math.h>

#include "support/check.h"
#include "technique/restart.h"

/* Letters for what runs say. They begin one unit nearer each time, and others end at 40, 41, ... */
static nes_opinions told(const char *said)
{
    static const struct {
        char letter;
        nes_opinion said;
    } words[] = {{'s', NES_OPINION_SAME},   {'e', NES_OPINION_ELSEWHERE}, {'m', NES_OPINION_MOVED},
                 {'b', NES_OPINION_BETTER}, {'w', NES_OPINION_WORSE},     {'x', NES_OPINION_BLIND},
                 {'n', NES_OPINION_NONE}};
    nes_opinions o = {.cost = 100};
    for (size_t t = 0; said[t] != '\0'; t++) {
        size_t k = 0;
        while (words[k].letter != said[t]) k++;
        nes_opinions_hear(&o, words[k].said, 100 - (double)t, 40 + (double)t);
    }
    return o;
}

static void check(const char *said, uint64_t agree, double begun, uint64_t other, uint64_t equal)
{
    const nes_opinions o = told(said);
    assert_int_equal(o.agree, agree);
    assert_within(o.begun, begun, 0);
    assert_int_equal(o.other, other);
    assert_int_equal(o.equal, equal);
}

static void counts(void **state)
{
    (void)state;
    check("", 0, 0, 0, 0);
    check("nxn", 0, 0, 0, 0);
    check("sns", 2, 98, 0, 0);
    check("sw", 0, 0, 1, 0);
    check("swss", 2, 97, 1, 0);
    check("sb", 0, 0, 1, 0);
    check("ses", 2, 98, 1, 1);
    check("sms", 1, 98, 1, 1);
    check("eeb", 0, 0, 3, 0); /* of the better one there are none */
    check("ewe", 0, 0, 3, 2);
    assert_int_equal(told("xwx").blind, 2);
}

/* The next run begins as far away as others ended, and nearer with every one of them. */
static void distances(void **state)
{
    (void)state;
    nes_opinions o = told("ss");
    assert_within(nes_opinions_far(&o), 100, 0);
    o = told("w");
    assert_within(nes_opinions_far(&o), 40, 0);
    o = told("ssswnb"); /* the other ends are 43 and 45 away */
    assert_within(o.closest, 43, 0);
    assert_within(o.reach, 45, 0);
    assert_within(nes_opinions_far(&o), 25, 0);
    o = told("wwwww");
    assert_within(nes_opinions_far(&o), 10, 0);
    o = told("x");
    assert_within(nes_opinions_far(&o), 10, 0);
    o.other = 1;
    o.reach = 3;
    o.blind = 0;
    assert_within(nes_opinions_far(&o), 10, 0);
}

/* Runs that began much nearer than another end could not have ended there. */
static void weight(void **state)
{
    (void)state;
    nes_opinions o = {.agree = 2, .begun = 10};
    assert_true(nes_opinions_weigh(&o));
    o.other = 1;
    o.closest = 20;
    assert_true(nes_opinions_weigh(&o));
    o.closest = 20.1;
    assert_false(nes_opinions_weigh(&o));
}

/* Two in a row; one where nothing else was seen and runs were long; any number asked for. */
static void enough(void **state)
{
    (void)state;
    nes_opinions o = told("s");
    assert_false(nes_opinions_settled(&o, 2, 169));
    assert_true(nes_opinions_settled(&o, 2, 170));
    assert_false(nes_opinions_settled(&o, 3, 1000));
    assert_false(nes_opinions_settled(&o, 0, 1000));
    o = told("ss");
    assert_true(nes_opinions_settled(&o, 2, 101));
    assert_false(nes_opinions_settled(&o, 3, 169));
    assert_true(nes_opinions_settled(&o, 3, 170));
    o = told("ws");
    assert_false(nes_opinions_settled(&o, 2, 1000));
    o = told("wss");
    assert_true(nes_opinions_settled(&o, 2, 101));
    o = told("");
    assert_false(nes_opinions_settled(&o, 2, 1000));
}

/* Runs are as long as there is room for, and never shorter than the first. */
static void cost(void **state)
{
    (void)state;
    nes_opinions o = told("");
    assert_int_equal(nes_opinions_limit(&o), 3000);
    assert_int_equal(nes_opinions_cost(&o, 100), 2900);
    assert_int_equal(nes_opinions_cost(&o, 2901), 100);
    assert_int_equal(nes_opinions_cost(&o, 2999), 100);
    assert_int_equal(nes_opinions_cost(&o, 3000), 0);
    o.cost = UINT64_MAX / 2;
    assert_int_equal(nes_opinions_cost(&o, UINT64_MAX), 0);
}

static void narrowness(void **state)
{
    (void)state;
    assert_within(nes_opinions_narrow(2, 5), 0.5, 0);
    assert_within(nes_opinions_narrow(9, 1), 0.5, 0);
    assert_within(nes_opinions_narrow(36, 1), 0.25, 0);
    assert_within(nes_opinions_narrow(2, 0.01), 0.005, 1e-18);
    assert_within(nes_opinions_narrow(2, 0), 0, 0);
}

/* A schedule of the strategy, whose first run has used 100 evaluations. */
static nes_schedule after_first(nes_member *room)
{
    nes_schedule s = {.popsize = 8,
                      .factor = 3,
                      .max_enlarged = 5,
                      .max_runs = 20,
                      .stream = {.seed = 5},
                      .member = room};
    const nes_decision first = nes_schedule_next(nes_strategy_find("opinions"), &s);
    assert_int_equal(first.kind, NES_TURN_CREATE);
    assert_within(first.run.far, 0, 0);
    nes_schedule_add(&s, &first.run, 8, NULL);
    room[0].used = 100;
    nes_schedule_remove(&s, 0, (nes_outcome){NES_STOP_TOLFUN, 1});
    assert_int_equal(s.opinions.cost, 100);
    return s;
}

static nes_newcomer next_run(const nes_schedule *s)
{
    const nes_decision next = nes_schedule_next(nes_strategy_find("opinions"), s);
    assert_int_equal(next.kind, NES_TURN_CREATE);
    return next.run;
}

/* Far away around the start; nearer, around the best point, with larger populations once runs have
 * ended elsewhere; nearer where nothing is finite far away. */
static void newcomers(void **state)
{
    (void)state;
    nes_member room[2];
    nes_schedule s = after_first(room);
    nes_newcomer run = next_run(&s);
    assert_true(run.far == 100 && !run.around_best && run.popsize == 8 && run.max_evals == 2900);
    assert_within(run.shrink, 100.0 / 3, 1e-14);
    s.opinions.blind = 1;
    run = next_run(&s);
    assert_true(run.far == 10 && !run.around_best && run.popsize == 8);
    s.opinions.blind = 0;
    s.opinions.other = 2;
    run = next_run(&s);
    assert_true(run.far == 10 && run.around_best && run.popsize == 72);
    s.opinions.other = 1000;
    assert_int_equal(next_run(&s).popsize, 8 * 243);
}

static void last_run(void **state)
{
    (void)state;
    nes_member room[2];
    nes_schedule s = after_first(room);
    const nes_strategy *t = nes_strategy_find("opinions");
    s.spent[0] = 2999;
    assert_int_equal(next_run(&s).max_evals, 100);
    s.spent[0] = 3000;
    assert_int_equal(nes_schedule_next(t, &s).kind, NES_TURN_END);
    s.spent[0] = 100;
    s.created = 20;
    assert_int_equal(nes_schedule_next(t, &s).kind, NES_TURN_END);
    s.created = 1;
    s.noisy = true;
    assert_int_equal(nes_schedule_next(t, &s).kind, NES_TURN_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),    cmocka_unit_test(distances), cmocka_unit_test(weight),
        cmocka_unit_test(enough),    cmocka_unit_test(cost),      cmocka_unit_test(narrowness),
        cmocka_unit_test(newcomers), cmocka_unit_test(last_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
