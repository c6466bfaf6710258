/* SPDX-License-Identifier: MIT
 *
 * Places that are given points as they become free, on a clock of the test: how much of their time
 * they are in use, that there are never more points under way than places, that a run is held and
 * drained, and that it stops where it is told to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cli/fake_clock.h"
#include "evaluate/loop.h"
#include "evaluate/places_use.h"
#include "nes/async.h"
#include "support/runs.h"

enum { PLACES = 8, BUDGET = 400, DIM = 3 };

/* Evaluations that take as long as a function of their id says. */
typedef struct simulated {
    double (*seconds)(uint64_t id);
    size_t places, n, most;
    struct {
        uint64_t id;
        double began, end, f;
    } at[PLACES];
    size_t ended;
    size_t hold_at; /* 0: never */
    size_t drained; /* times that nothing was under way then */
} simulated;

static double uneven(uint64_t id)
{
    return id % 8 == 3 ? 1.6 : 0.2;
}

static double even(uint64_t id)
{
    (void)id;
    return 1;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    simulated *s = self;
    size_t k = 0;
    for (; k < n && s->n < s->places; k++, s->n++) {
        double f = 0;
        for (size_t i = 0; i < DIM; i++) f += x[k * DIM + i] * x[k * DIM + i];
        s->at[s->n].id = id[k];
        s->at[s->n].began = clock_now();
        s->at[s->n].end = clock_now() + s->seconds(id[k]);
        s->at[s->n].f = f;
    }
    if (s->n > s->most) s->most = s->n;
    return k;
}

/* The clock goes on to the next end, or as long as it may. */
static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    simulated *s = self;
    size_t first = 0;
    assert_true(s->n > 0 && room > 0);
    for (size_t i = 1; i < s->n; i++)
        if (s->at[i].end < s->at[first].end) first = i;
    const double left = s->at[first].end - clock_now();
    fake_clock_advance(left < seconds ? (left > 0 ? left : 0) : seconds);
    if (left > seconds) return 0;
    *to = eval_measured(s->at[first].id, s->at[first].f);
    to->seconds = s->at[first].end - s->at[first].began;
    s->at[first] = s->at[--s->n];
    s->ended++;
    return 1;
}

static void nothing(void *self)
{
    (void)self;
}

static bool is_held(void *data)
{
    simulated *s = data;
    return s->hold_at > 0 && s->ended >= s->hold_at;
}

static bool when_drained(void *data, nes_opt *o)
{
    simulated *s = data;
    (void)o;
    if (!is_held(s) || s->n > 0) return false;
    s->drained++;
    return true;
}

static nes_opt *make(bool asynchronous)
{
    nes_settings settings = run_settings("dd-xnes");
    nes_opt *o = NULL;
    settings.asynchronous = asynchronous;
    settings.max_evals = BUDGET;
    settings.popsize = PLACES;
    assert_int_equal(nes_create(&o, DIM, NULL, &settings), NES_OK);
    return o;
}

/* Runs to the end; returns the share of the time that places were in use. */
static double use_of(simulated *s, nes_opt *o)
{
    evaluator inner = {.submit = submit, .collect = collect, .close = nothing, .self = s}, e;
    places_use u = {.places = s->places};
    const observer watcher = {.holds = is_held, .generation = when_drained, .data = s};
    fake_clock_start();
    places_use_open(&u, &e, &inner);
    assert_int_equal(evaluate_places(o, NULL, &e, &watcher, 1, &(loop_order){.places = s->places}),
                     NES_OK);
    const places_share share = places_use_share(&u, false);
    e.close(e.self);
    return 1 - share.idle;
}

static void places_are_in_use(void **state)
{
    (void)state;
    for (int asynchronous = 0; asynchronous <= 1; asynchronous++) {
        simulated s = {.seconds = uneven, .places = PLACES};
        nes_opt *o = make(asynchronous);
        uint64_t evaluations = 0;
        const double use = use_of(&s, o);
        nes_get_count(o, "evaluations", &evaluations);
        assert_int_equal(evaluations, BUDGET);
        assert_int_equal(s.most, PLACES);
        if (asynchronous)
            assert_true(use > 0.85);
        else
            assert_true(use < 0.4);
        nes_destroy(o);
    }
}

/* Where times are equal places wait for the generation: as much use, and no update too few. */
static void equal_times_wait(void **state)
{
    (void)state;
    uint64_t updates[2];
    for (int asynchronous = 0; asynchronous <= 1; asynchronous++) {
        simulated s = {.seconds = even, .places = PLACES};
        nes_opt *o = make(asynchronous);
        assert_true(use_of(&s, o) > 0.99);
        nes_get_count(o, "generations", &updates[asynchronous]);
        nes_destroy(o);
    }
    assert_int_equal(updates[0], updates[1]);
}

/* The points under way come to their ends, and nothing is asked for beyond. */
static void a_held_run_is_drained(void **state)
{
    (void)state;
    simulated s = {.seconds = uneven, .places = PLACES, .hold_at = 50};
    nes_opt *o = make(true);
    nes_traffic t;
    use_of(&s, o);
    assert_int_equal(s.drained, 1);
    assert_true(s.ended >= 50 && s.ended < 50 + PLACES);
    assert_int_equal(nes_stopped(o), NES_STOP_USER);
    assert_int_equal(nes_get_traffic(o, &t), NES_OK);
    assert_int_equal(t.under_way, 0);
    nes_destroy(o);
}

/* Where the optimiser knows of one place alone the loop is a loop over points. */
static void one_place(void **state)
{
    (void)state;
    simulated s = {.seconds = uneven, .places = 1};
    nes_opt *o = make(true);
    use_of(&s, o);
    assert_true(s.most == 1 && s.ended == BUDGET);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_in_use),
        cmocka_unit_test(equal_times_wait),
        cmocka_unit_test(a_held_run_is_drained),
        cmocka_unit_test(one_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
