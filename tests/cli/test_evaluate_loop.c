/* SPDX-License-Identifier: MIT
 *
 * The loop with an evaluator that follows a script: few places, values in random order, in ones and
 * twos, late, and points that fail. The run is the same as one told in order, to the last bit.
 * Observers hear of everything once, and may stop the run in the middle of a generation. */
#include "evaluate/loop.h"

#include "cli/records.h"
#include "support/runs.h"
#include "support/variants.h"

enum { PLACES = 5, EVALS = 80 };

/* Holds copies of the points until it is asked for values, and then picks some at random. */
typedef struct scripted {
    nes_objective f;
    size_t dim, places, n;
    uint64_t id[PLACES];
    double x[PLACES][VARIANT_DIM];
    uint64_t random;
    size_t late;   /* times nothing was handed over */
    size_t closed; /* calls of close, with so many points in flight: */
    size_t abandoned;
} scripted;

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    scripted *s = self;
    size_t taken = 0;
    assert_true(n > 0);
    for (; taken < n && s->n < s->places; taken++, s->n++) {
        s->id[s->n] = id[taken];
        memcpy(s->x[s->n], x + taken * s->dim, s->dim * sizeof *x);
    }
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    scripted *s = self;
    assert_true(s->n > 0 && room >= 1 && room <= s->n && seconds > 0);
    size_t n = (size_t)(run_random(&s->random) % 3);
    if (n > room) n = room;
    for (size_t i = 0; i < n; i++) {
        const size_t k = (size_t)(run_random(&s->random) % s->n);
        to[i] = records_make(s->id[k], s->f(s->dim, s->x[k], NULL));
        s->n--;
        s->id[k] = s->id[s->n];
        memcpy(s->x[k], s->x[s->n], sizeof s->x[k]);
    }
    if (n == 0) s->late++;
    return n;
}

static void close_scripted(void *self)
{
    scripted *s = self;
    s->closed++;
    s->abandoned = s->n;
}

static evaluator make_evaluator(scripted *s)
{
    return (evaluator){.submit = submit, .collect = collect, .close = close_scripted, .self = s};
}

/* What an observer has heard of. */
typedef struct seen {
    size_t starts, values, waits, generations, ends;
    uint64_t last; /* generation of the optimiser when the last one was announced */
    bool in_order; /* start first, end last, generations one by one, nothing after a stop */
    bool stopped;  /* it has asked to stop */
    size_t stop_at_values, stop_at_waits, stop_at_generations; /* 0: never */
} seen;

static void on_start(void *data, nes_opt *o)
{
    seen *w = data;
    (void)o;
    w->in_order = w->in_order && w->values + w->generations + w->ends == 0;
    w->starts++;
}

static bool on_values(void *data, const arrivals *a)
{
    seen *w = data;
    for (size_t k = 0; k < a->n; k++) assert_true(a->record[k].f < INFINITY);
    if (a->n == 0) w->waits++;
    w->values += a->n;
    w->in_order = w->in_order && w->starts == 1 && w->ends == 0 && !w->stopped;
    w->stopped = (w->stop_at_values > 0 && w->values >= w->stop_at_values) ||
                 (a->n == 0 && w->waits == w->stop_at_waits);
    return w->stopped;
}

static bool on_generation(void *data, nes_opt *o)
{
    seen *w = data;
    const uint64_t now = run_result(o).generations;
    w->in_order =
        w->in_order && w->starts == 1 && w->ends == 0 && !w->stopped && now == w->last + 1;
    w->last = now;
    w->stopped = ++w->generations == w->stop_at_generations;
    return w->stopped;
}

static void on_end(void *data, nes_opt *o)
{
    seen *w = data;
    (void)o;
    w->ends++;
}

static observer make_observer(seen *w)
{
    return (observer){.start = on_start,
                      .values = on_values,
                      .generation = on_generation,
                      .end = on_end,
                      .data = w};
}

/* Every method in every variant: bounds, failures with retries and redraws, mixing, restarts. */
static void any_evaluator(void **state)
{
    (void)state;
    size_t late = 0;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            nes_settings s = variant_settings(v, nes_method_at(m));
            if (s.max_evals == 0) s.max_evals = EVALS;
            nes_opt *a = run_start(VARIANT_DIM, variant_start(&s), &s);
            nes_opt *b = run_start(VARIANT_DIM, variant_start(&s), &s);
            scripted script = {.f = variant_objective(v),
                               .dim = VARIANT_DIM,
                               .places = 1 + 2 * ((m + v) % 3),
                               .random = 100 * m + v};
            const evaluator e = make_evaluator(&script);
            run_to_end(a, variant_objective(v), NULL);
            assert_int_equal(evaluate_loop(b, NULL, &e, NULL, 0), NES_OK);
            run_assert_same(a, b);
            assert_int_equal(script.n, 0);
            late += script.late;
            nes_destroy(a);
            nes_destroy(b);
        }
    assert_true(late > 1000); /* the script was followed */
}

/* Parts of a generation, each asked for by itself. */
static void windows(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.popsize = 11;
    s.max_evals = EVALS;
    nes_opt *whole = run_start(VARIANT_DIM, variant_start(&s), &s);
    run_to_end(whole, run_ellipsoid, NULL);
    s.window = 4;
    nes_opt *parts = run_start(VARIANT_DIM, variant_start(&s), &s);
    scripted script = {.f = run_ellipsoid, .dim = VARIANT_DIM, .places = 3, .random = 5};
    const evaluator e = make_evaluator(&script);
    assert_int_equal(evaluate_loop(parts, NULL, &e, NULL, 0), NES_OK);
    const nes_result a = run_result(whole), b = run_result(parts);
    assert_same_reals(VARIANT_DIM, b.mean_x, a.mean_x);
    assert_int_equal(a.best_evaluation, b.best_evaluation);
    nes_destroy(whole);
    nes_destroy(parts);
}

typedef struct watched {
    nes_opt *opt;
    scripted script;
    seen seen[2];
} watched;

/* A run of xnes with 8 points per generation, two observers and four places. */
static void run_watched(watched *w)
{
    nes_settings s = run_settings("xnes");
    s.popsize = 8;
    s.max_gens = 10;
    w->opt = run_start(VARIANT_DIM, variant_start(&s), &s);
    w->script = (scripted){.f = run_ellipsoid, .dim = VARIANT_DIM, .places = 4, .random = 3};
    w->seen[0].in_order = w->seen[1].in_order = true;
    const evaluator e = make_evaluator(&w->script);
    const observer observers[] = {
        make_observer(&w->seen[0]), {.data = NULL}, make_observer(&w->seen[1])};
    assert_int_equal(evaluate_loop(w->opt, NULL, &e, observers, 3), NES_OK);
    e.close(e.self);
}

static void observers_hear_of_everything_once(void **state)
{
    (void)state;
    watched w = {.opt = NULL};
    run_watched(&w);
    assert_int_equal(nes_stopped(w.opt), NES_STOP_GENS);
    for (size_t i = 0; i < 2; i++) {
        assert_true(w.seen[i].in_order);
        assert_int_equal(w.seen[i].starts, 1);
        assert_int_equal(w.seen[i].ends, 1);
        assert_int_equal(w.seen[i].generations, 10);
        assert_int_equal(w.seen[i].values, 80);
        assert_int_equal(w.seen[i].waits, w.script.late);
    }
    assert_true(w.script.late > 0);
    assert_int_equal(w.script.abandoned, 0);
    nes_destroy(w.opt);
}

static void stop_after_a_generation(void **state)
{
    (void)state;
    watched w = {.seen = {{.stop_at_generations = 3}}};
    run_watched(&w);
    assert_int_equal(nes_stopped(w.opt), NES_STOP_USER);
    assert_int_equal(run_result(w.opt).evaluations, 24);
    for (size_t i = 0; i < 2; i++) { /* the one that did not stop it hears of it too */
        assert_true(w.seen[i].in_order);
        assert_int_equal(w.seen[i].generations, 3);
        assert_int_equal(w.seen[i].ends, 1);
    }
    assert_int_equal(w.script.abandoned, 0);
    nes_destroy(w.opt);
}

/* At every value of the third generation: what is in flight then stays behind, and the optimiser is
 * where the values told have brought it. */
static void stop_within_a_generation(void **state)
{
    (void)state;
    size_t abandoned = 0;
    for (size_t at = 17; at < 24; at++) {
        watched w = {.seen = {{.stop_at_values = at}}};
        run_watched(&w);
        const nes_result r = run_result(w.opt);
        assert_int_equal(nes_stopped(w.opt), NES_STOP_USER);
        assert_int_equal(r.generations, 2);
        assert_true(r.evaluations >= 16 && r.evaluations < 24);
        assert_true(w.seen[0].stopped && w.seen[0].in_order);
        assert_int_equal(w.seen[1].generations, 2);
        assert_int_equal(w.seen[1].values, w.seen[0].values);
        assert_int_equal(w.seen[1].ends, 1);
        abandoned += w.script.abandoned;
        nes_destroy(w.opt);
    }
    assert_true(abandoned > 0);
}

/* An observer need not wait for a value that does not come. */
static void stop_while_waiting(void **state)
{
    (void)state;
    for (size_t at = 1; at <= 20; at++) {
        watched w = {.seen = {{.stop_at_waits = at}}};
        run_watched(&w);
        assert_int_equal(nes_stopped(w.opt), NES_STOP_USER);
        assert_true(w.seen[0].stopped && w.seen[0].in_order);
        assert_int_equal(w.script.late, at);
        assert_true(w.script.abandoned > 0);
        nes_destroy(w.opt);
    }
}

static bool hold(void *data)
{
    (void)data;
    return true;
}

/* A run that is held before its first point and then stopped has finished no generation: nobody may
 * take its state for that after one. */
static void stop_while_held(void **state)
{
    (void)state;
    scripted script = {.dim = VARIANT_DIM, .places = 1};
    seen w = {.in_order = true, .stop_at_waits = 2};
    const evaluator e = make_evaluator(&script);
    const observer watchers[] = {{.holds = hold}, make_observer(&w)};
    nes_opt *o = run_start(VARIANT_DIM, variant_start(NULL), NULL);
    assert_int_equal(evaluate_loop(o, NULL, &e, watchers, 2), NES_OK);
    assert_int_equal(nes_stopped(o), NES_STOP_USER);
    assert_int_equal(w.waits, 2);
    assert_int_equal(w.values + w.generations, 0);
    assert_int_equal(w.ends, 1);
    nes_destroy(o);
}

/* A run that has stopped is not asked, but observers see its end. */
static void nothing_to_do(void **state)
{
    (void)state;
    scripted script = {.dim = VARIANT_DIM, .places = 1};
    seen w = {.in_order = true};
    const evaluator e = make_evaluator(&script);
    const observer watcher = make_observer(&w);
    nes_opt *o = run_start(VARIANT_DIM, variant_start(NULL), NULL);
    nes_stop_now(o);
    assert_int_equal(evaluate_loop(o, NULL, &e, &watcher, 1), NES_OK);
    assert_int_equal(w.starts, 1);
    assert_int_equal(w.values + w.generations, 0);
    assert_int_equal(w.ends, 1);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_evaluator),
        cmocka_unit_test(windows),
        cmocka_unit_test(observers_hear_of_everything_once),
        cmocka_unit_test(stop_after_a_generation),
        cmocka_unit_test(stop_within_a_generation),
        cmocka_unit_test(stop_while_waiting),
        cmocka_unit_test(stop_while_held),
        cmocka_unit_test(nothing_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
