/* SPDX-License-Identifier: MIT
 *
 * The race of a run with a challenger without any run: the schedule is told what runs would have
 * used and seen, and is compared with the rule as it is written. */
#include "technique/race.h"

#include <math.h>
#include <string.h>

#include "support/check.h"
#include "technique/restart.h"

enum { MOST = 64, POPSIZE = 10 };

typedef struct simulation {
    nes_schedule s;
    nes_member run[MOST];
    size_t created, dropped; /* challengers started, and given up after a race */
} simulation;

static void begin(simulation *x, uint64_t first, uint64_t length)
{
    memset(x, 0, sizeof *x);
    x->s = (nes_schedule){.popsize = POPSIZE,
                          .factor = 3,
                          .max_enlarged = 5,
                          .max_runs = MOST,
                          .stream = {.seed = 5},
                          .race = {.first = first, .length = length},
                          .member = x->run};
}

/* The member whose generation is next, after runs that come or go. Null: all is over. */
static nes_member *turn(simulation *x, const char *strategy)
{
    const nes_strategy *t = nes_strategy_find(strategy);
    nes_decision next;
    while ((next = nes_schedule_next(t, &x->s)).kind != NES_TURN_ADVANCE) {
        if (next.kind == NES_TURN_END) return NULL;
        if (next.kind == NES_TURN_CREATE) {
            nes_schedule_add(&x->s, &next.run, POPSIZE, NULL);
            x->created += next.run.challenger;
        } else {
            x->dropped += x->run[next.place].challenger;
            nes_schedule_remove(&x->s, next.place, (nes_outcome){NES_RUNNING, 1});
        }
        assert_true(x->s.n <= 2);
    }
    assert_true(next.place < x->s.n);
    assert_true(nes_schedule_fits(&x->s));
    return &x->run[next.place];
}

/* A generation with that best value. */
static void generation(simulation *x, nes_member *m, double best)
{
    m->used += POPSIZE;
    nes_schedule_note(&x->s, best);
}

static void finish(simulation *x, nes_member *m, nes_stop why)
{
    nes_schedule_remove(&x->s, (size_t)(m - x->run), (nes_outcome){why, 1});
}

/* The rule: phases 0 to 3, with the values of both methods made up. */
typedef struct rule {
    int phase;
    uint64_t used, t1, length, part;
    double a, b; /* best values of both parts */
} rule;

static void follow(rule *r, double best)
{
    r->used += POPSIZE;
    r->part += POPSIZE;
    if (r->phase == 0 && r->used >= r->t1) {
        *r = (rule){1, r->used, r->t1, r->length, 0, INFINITY, INFINITY};
    } else if (r->phase == 1) {
        r->b = fmin(r->b, best);
        if (r->part >= r->length) r->phase = 2, r->part = 0;
    } else if (r->phase == 2) {
        r->a = fmin(r->a, best);
        if (r->part < r->length) return;
        r->phase = r->a <= r->b ? 0 : 3;
        if (r->phase == 0) r->t1 *= 4;
    }
}

/* Turn by turn, for lengths that are whole generations and others, and random values. */
static void as_written(void **state)
{
    (void)state;
    size_t lost = 0, won = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        simulation x;
        const uint64_t first = 37 + 20 * (seed % 7), length = 25 + 5 * (seed % 11);
        rule r = {.t1 = first, .length = length};
        uint64_t random = seed;
        begin(&x, first, length);
        for (int i = 0; i < 400; i++) {
            nes_member *m = turn(&x, "none");
            assert_non_null(m);
            assert_int_equal(m->challenger, r.phase == 1 || r.phase == 3);
            assert_int_equal(nes_schedule_used(&x.s), r.used);
            random = random * 6364136223846793005u + 1442695040888963407u;
            const double best = (double)(random >> 40) - (m->challenger ? 0 : 2e6);
            generation(&x, m, best);
            follow(&r, best);
        }
        won += r.phase == 3;
        lost += x.dropped;
        assert_int_equal(x.s.challengers, x.created);
        assert_int_equal(x.s.spent[0] + nes_schedule_used(&x.s) - x.s.ended, 4000);
    }
    assert_true(won > 20 && lost > 200); /* both happened */
}

/* Values of other phases do not count, nor does a generation without any; of equals the run wins.
 */
static void parts(void **state)
{
    (void)state;
    static const double a[] = {3, 2, 2, 2}, b[] = {2, 2, 3, NAN};
    static const bool stays[] = {false, true, true, true};
    for (size_t i = 0; i < 4; i++) {
        simulation x;
        begin(&x, 2 * POPSIZE, POPSIZE);
        generation(&x, turn(&x, "none"), -1e9); /* before the race */
        generation(&x, turn(&x, "none"), -1e9);
        assert_true(turn(&x, "none")->challenger);
        generation(&x, turn(&x, "none"), b[i]);
        assert_false(turn(&x, "none")->challenger);
        generation(&x, turn(&x, "none"), a[i]);
        assert_int_equal(turn(&x, "none")->challenger, !stays[i]);
        assert_int_equal(x.s.n, 1);
        assert_int_equal(x.s.race.due, stays[i] ? 8 * POPSIZE : 2 * POPSIZE);
    }
}

/* A challenger like its run: population, regime, limit. */
static void challenger(void **state)
{
    (void)state;
    simulation x;
    begin(&x, POPSIZE, POPSIZE);
    finish(&x, turn(&x, "bipop"), NES_STOP_TOLFUN);
    generation(&x, turn(&x, "bipop"), 1);
    const nes_member *m = turn(&x, "bipop");
    assert_true(m->challenger && m->large);
    assert_int_equal(m->popsize, 3 * POPSIZE);
    assert_int_equal(x.s.enlarged, 1);
}

/* The run ends: the next start is due, and the challenger goes too. */
static void run_ends(void **state)
{
    (void)state;
    for (int generations = 1; generations < 4; generations++) {
        simulation x;
        begin(&x, 2 * POPSIZE, POPSIZE);
        nes_member *m = NULL;
        for (int i = 0; i < generations; i++) generation(&x, m = turn(&x, "ipop"), 5);
        m = turn(&x, "ipop");
        while (m->challenger) generation(&x, m, 5), m = turn(&x, "ipop");
        generation(&x, m, 5);
        finish(&x, m, NES_STOP_TOLFUN);
        m = turn(&x, "ipop");
        assert_int_equal(x.s.n, 1);
        assert_false(m->challenger);
        assert_int_equal(m->popsize, 3 * POPSIZE);
        assert_int_equal(x.s.race.phase, NES_RACE_FIRST);
        assert_int_equal(x.s.race.due, 2 * POPSIZE); /* from here on, whatever was before */
        assert_int_equal(x.s.ended, 0);
    }
}

/* The state of the run is not finite: the challenger takes over, a new one or the one there is. */
static void breakdown(void **state)
{
    (void)state;
    static const nes_stop stops[] = {NES_STOP_NONFINITE, NES_STOP_STAGNATION};
    for (int k = 0; k < 4; k++) {
        const int challenged = k / 2;
        simulation x;
        begin(&x, 2 * POPSIZE, 2 * POPSIZE);
        while (turn(&x, "none")->challenger || x.created < (size_t)challenged)
            generation(&x, turn(&x, "none"), 1);
        generation(&x, turn(&x, "none"), 1);
        finish(&x, turn(&x, "none"), stops[k % 2]);
        for (int i = 0; i < 100; i++) {
            assert_true(turn(&x, "none")->challenger);
            generation(&x, turn(&x, "none"), 1);
        }
        assert_int_equal(x.created, 1);
        finish(&x, turn(&x, "none"), NES_STOP_NONFINITE); /* now all is over */
        assert_null(turn(&x, "none"));
    }
}

/* A challenger that ends in its part leaves the rest to the run. Without restarts there is no other
 * start: the run goes on, even if it has lost. */
static void challenger_ends(void **state)
{
    (void)state;
    for (int better = 0; better < 2; better++) {
        simulation x;
        begin(&x, POPSIZE, 3 * POPSIZE);
        generation(&x, turn(&x, "none"), 1);
        nes_member *m = turn(&x, "none");
        generation(&x, m, 5);
        finish(&x, m, NES_STOP_TOLX);
        for (int i = 0; i < 3; i++) {
            m = turn(&x, "none");
            assert_false(m->challenger);
            generation(&x, m, better ? 4 : 6);
        }
        m = turn(&x, "none");
        assert_non_null(m);
        assert_false(m->challenger);
        assert_int_equal(x.s.race.phase == NES_RACE_OVER, !better);
    }
}

/* The limit of a small run is for both; what both used is what the regime has spent. */
static void limits(void **state)
{
    (void)state;
    simulation x;
    begin(&x, POPSIZE, POPSIZE);
    nes_member *m = turn(&x, "bipop");
    generation(&x, m, 1);
    generation(&x, turn(&x, "bipop"), 0); /* the challenger wins */
    generation(&x, turn(&x, "bipop"), 1);
    generation(&x, turn(&x, "bipop"), 1);
    finish(&x, turn(&x, "bipop"), NES_STOP_TOLFUN);
    assert_int_equal(x.s.spent[0], 4 * POPSIZE);
    assert_int_equal(x.s.last_large, 4 * POPSIZE);
    m = turn(&x, "bipop");
    m->used = 100;
    finish(&x, m, NES_STOP_TOLFUN);
    m = turn(&x, "bipop");
    assert_int_equal(m->max_evals, 50);
    generation(&x, m, 1);
    m = turn(&x, "bipop");
    assert_true(m->challenger && !m->large);
    assert_int_equal(m->max_evals, 50);
    finish(&x, m, NES_STOP_EVALS);
    assert_false(turn(&x, "bipop")->challenger); /* the next start */
    assert_int_equal(x.s.n, 1);
    assert_int_equal(x.s.spent[0], 5 * POPSIZE);
}

/* Numbers that no schedule has. */
static void misfits(void **state)
{
    (void)state;
    simulation x;
    begin(&x, POPSIZE, POPSIZE);
    assert_true(nes_schedule_fits(&x.s)); /* before the first run */
    turn(&x, "none");
    for (uint64_t phase = 0; phase < NES_RACE_PHASES + 1; phase++) {
        x.s.race.phase = phase;
        const bool fits = (phase >= NES_RACE_FIRST && phase <= NES_RACE_ANSWER) ||
                          phase == NES_RACE_OVER; /* it has lost, and goes on */
        assert_int_equal(nes_schedule_fits(&x.s), fits);
    }
    x.s.race.phase = NES_RACE_FIRST;
    x.s.challengers = 2;
    assert_false(nes_schedule_fits(&x.s));
    x.s.challengers = 0;
    x.run[0].challenger = true;
    assert_false(nes_schedule_fits(&x.s));
    x.run[0].challenger = false;
    x.s.popsize = 0;
    assert_false(nes_schedule_fits(&x.s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_written), cmocka_unit_test(parts),
        cmocka_unit_test(challenger), cmocka_unit_test(run_ends),
        cmocka_unit_test(breakdown),  cmocka_unit_test(challenger_ends),
        cmocka_unit_test(limits),     cmocka_unit_test(misfits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
