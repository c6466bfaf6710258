/* SPDX-License-Identifier: MIT
 *
 * An evaluator that answers for another one where it can, in front of one with few places and
 * values in any order: every point gets the right value once, the inner evaluator sees only the
 * points that are not known, and what is known of an evaluation stays with it. And points that no
 * optimiser has asked for. */
#include "evaluate/front.h"

#include <stdlib.h>

#include "cli/records.h"
#include "evaluate/loop.h"
#include "support/runs.h"

enum { DIM = 2, MOST = 1000 };

/* ---- an evaluator with a few places ---------------------------------------------------------- */

typedef struct inner {
    size_t places, n, seen;
    uint64_t id[MOST];
    double f[MOST];
    uint64_t random;
    bool tells;
    bool closed;
} inner;

static double value_of(const double *x)
{
    return 1000 * x[0] + x[1];
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    inner *e = self;
    size_t taken = 0;
    assert_true(n > 0);
    for (; taken < n && e->n < e->places; taken++, e->n++) {
        e->id[e->n] = id[taken];
        e->f[e->n] = value_of(x + taken * DIM);
        e->seen++;
    }
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    inner *e = self;
    assert_true(e->n > 0 && room > 0 && seconds > 0);
    size_t n = (size_t)(run_random(&e->random) % 3);
    if (n > room) n = room;
    if (n > e->n) n = e->n;
    for (size_t i = 0; i < n; i++) {
        const size_t k = (size_t)(run_random(&e->random) % e->n);
        to[i] = eval_measured(e->id[k], e->f[k]);
        if (e->tells) {
            to[i].seconds = (double)e->id[k];
            to[i].said = "inner";
        }
        e->n--;
        e->id[k] = e->id[e->n];
        e->f[k] = e->f[e->n];
    }
    return n;
}

static void close_inner(void *self)
{
    inner *e = self;
    e->closed = true;
}

static evaluator make_inner(inner *e, bool tells)
{
    e->tells = tells;
    return (evaluator){.submit = submit, .collect = collect, .close = close_inner, .self = e};
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Knows some of the points, and gives them values that the inner evaluator would not. */
typedef struct oracle {
    uint64_t share, of; /* knows ids whose rest modulo `of` is below `share` */
} oracle;

static bool knows(const oracle *o, uint64_t id)
{
    return id % o->of < o->share;
}

static bool answer(void *data, const double *x, eval_record *to)
{
    if (!knows(data, to->id)) return false;
    assert_true(x[0] == (double)to->id && x[1] == 0.5); /* its own point */
    to->f = -(double)to->id;
    return true;
}

/* What has come, by observation. */
typedef struct seen {
    const oracle *oracle;
    bool tells;
    size_t values;
    size_t times[MOST];
    uint64_t first;
    size_t stop_at; /* 0: never */
} seen;

static bool on_values(void *data, const arrivals *a)
{
    seen *s = data;
    for (size_t i = 0; i < a->n; i++) {
        const eval_record *what = &a->record[i];
        const bool known = knows(s->oracle, a->record[i].id);
        const double own = (double)a->record[i].id;
        assert_true(a->record[i].f == (known ? -own : 1000 * own + 0.5));
        assert_string_equal(what->said, !known && s->tells ? "inner" : "");
        assert_true(known || !s->tells ? isnan(what->seconds) : what->seconds == own);
        assert_null(what->failure);
        s->times[a->record[i].id - s->first]++;
    }
    s->values += a->n;
    return s->stop_at > 0 && s->values >= s->stop_at;
}

static void check(size_t n, uint64_t first, size_t places, oracle o, bool tells)
{
    inner in = {.places = places, .random = n + places};
    const evaluator behind = make_inner(&in, tells);
    evaluator e;
    double *x = calloc(DIM * n, sizeof *x), *f = calloc(n, sizeof *f);
    uint64_t *id = calloc(n, sizeof *id);
    nes_fate *fate = calloc(n, sizeof *fate);
    seen s = {.oracle = &o, .tells = tells, .first = first};
    const observer watchers[] = {{.values = NULL}, {.values = on_values, .data = &s}};
    size_t unknown = 0;
    assert_true(n <= MOST && x != NULL && f != NULL && id != NULL && fate != NULL);
    for (size_t i = 0; i < n; i++) {
        id[i] = first + i;
        x[i * DIM] = (double)id[i];
        x[i * DIM + 1] = 0.5;
        unknown += knows(&o, id[i]) ? 0 : 1;
    }
    const nes_points p = {.n = n, .dim = DIM, .x = x, .id = id, .f = f, .fate = fate};
    front_open(&e, DIM, 0, &behind, answer, &o);
    assert_true(evaluate_points(&e, &p, watchers, 2));
    assert_int_equal(s.values, n);
    assert_int_equal(in.seen, unknown);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(s.times[i], 1);
        assert_true(f[i] == (knows(&o, id[i]) ? -x[i * DIM] : value_of(x + i * DIM)));
    }
    e.close(e.self);
    assert_false(in.closed); /* it is its owner's */
    free(x);
    free(f);
    free(id);
    free(fate);
}

static void every_point_gets_its_value(void **state)
{
    (void)state;
    const oracle oracles[] = {{0, 1}, {1, 1}, {1, 2}, {1, 7}, {6, 7}, {300, 600}};
    const size_t counts[] = {1, 2, 7, 255, 256, 257, 900};
    for (size_t o = 0; o < sizeof oracles / sizeof *oracles; o++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (size_t places = 1; places <= 300; places += 1 + 6 * places) {
                check(counts[c], 0, places, oracles[o], true);
                check(counts[c], 41, places, oracles[o], false);
            }
}

/* An answer is there at once: nobody waits for the inner evaluator. */
static void answers_come_first(void **state)
{
    (void)state;
    const oracle o = {1, 2};
    inner in = {.places = 2};
    const evaluator behind = make_inner(&in, true);
    evaluator e;
    const uint64_t id[] = {1, 2, 3, 4};
    const double x[] = {1, 0.5, 2, 0.5, 3, 0.5, 4, 0.5};
    uint64_t got[4];
    double f[4];
    front_open(&e, DIM, 0, &behind, answer, (void *)&o);
    assert_int_equal(e.submit(e.self, 4, id, x), 4);
    assert_int_equal(in.n, 2);
    assert_int_equal(records_collect(&e, 1, 1, got, f), 1); /* no more than there is room for */
    assert_int_equal(records_collect(&e, 1, 4, got + 1, f + 1), 1);
    assert_int_equal(got[0] + got[1], 2 + 4);
    assert_int_equal(in.n, 2);
    assert_int_equal(e.submit(e.self, 1, id, x), 0); /* the inner places are taken */
    e.close(e.self);
}

static void an_observer_stops_points(void **state)
{
    (void)state;
    const oracle o = {0, 1};
    inner in = {.places = 3};
    const evaluator behind = make_inner(&in, true);
    uint64_t id[20];
    double x[20 * DIM], f[20];
    nes_fate fate[20];
    seen s = {.oracle = &o, .tells = true, .stop_at = 5};
    const observer watcher = {.values = on_values, .data = &s};
    for (size_t i = 0; i < 20; i++) {
        id[i] = i;
        x[i * DIM] = (double)i;
        x[i * DIM + 1] = 0.5;
        f[i] = NAN;
    }
    const nes_points p = {.n = 20, .dim = DIM, .x = x, .id = id, .f = f, .fate = fate};
    assert_false(evaluate_points(&behind, &p, &watcher, 1));
    assert_true(s.values >= 5 && s.values < 8 && in.seen < 11);
    size_t there = 0;
    for (size_t i = 0; i < 20; i++) there += isnan(f[i]) ? 0 : 1;
    assert_int_equal(there, s.values);
    const nes_points none = {.n = 0, .dim = DIM};
    assert_true(evaluate_points(&behind, &none, &watcher, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_gets_its_value),
        cmocka_unit_test(answers_come_first),
        cmocka_unit_test(an_observer_stops_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
