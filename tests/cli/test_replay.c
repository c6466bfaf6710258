/* SPDX-License-Identifier: MIT
 *
 * A run that is interrupted again and again, in the middle of rounds, and goes on from its database
 * each time: it is the run that nobody interrupted, to the last bit, and no value that has come is
 * evaluated twice. */
#include "store/replay.h"

#include <sqlite3.h>
#include <stdio.h>

#include "cli/records.h"
#include "cli/scripted.h"
#include "evaluate/loop.h"
#include "support/folder.h"
#include "support/runs.h"
#include "support/said.h"
#include "support/variants.h"

enum { EVALS = 60 };

/* Stops a part of the run after so many values, and saves the state between some rounds. */
typedef struct part {
    store *store;
    replay *replay;
    size_t values, stop_at; /* 0: never */
    uint64_t random;
} part;

static bool on_values(void *data, const arrivals *a)
{
    part *p = data;
    for (size_t i = 0; i < a->n; i++) { /* also of values that the database has answered */
        const eval_record *what = &a->record[i];
        assert_true(what->seconds == 0.25);
        assert_string_equal(what->said, "no mesh");
    }
    p->values += a->n;
    return p->stop_at > 0 && p->values >= p->stop_at;
}

static bool on_generation(void *data, nes_opt *o)
{
    part *p = data;
    if (run_random(&p->random) % 3 == 0)
        assert_int_equal(store_set_state(p->store, p->replay->round, o), 0);
    return false;
}

/* Goes on with the run in the folder, perhaps to its end. Returns the run as it is then. */
static nes_opt *go_on(const nes_settings *settings, size_t variant, scripted_tally *t,
                      size_t stop_at, uint64_t random)
{
    uint64_t round;
    buffer bytes;
    nes_opt *o = NULL;
    evaluator e;
    part p = {.stop_at = stop_at, .random = random};
    scripted script = {.f = variant_objective(variant), .tally = t, .random = random};
    const evaluator inner = scripted_evaluator(&script);
    assert_int_equal(store_open(&p.store, "run", STORE_WRITE), 0);
    assert_int_equal(store_get_state(p.store, &round, &bytes), 0);
    if (bytes.n > 0)
        assert_int_equal(nes_load(&o, bytes.text, bytes.n, NULL, NULL, 0), NES_OK);
    else
        o = run_start(VARIANT_DIM, variant_start(settings), settings);
    buffer_free(&bytes);
    p.replay = replay_open(&e, VARIANT_DIM, &inner, p.store, round, true);
    script.replay = p.replay;
    const observer observers[] = {replay_observer(p.replay),
                                  {.values = on_values, .generation = on_generation, .data = &p}};
    assert_int_equal(evaluate_loop(o, NULL, &e, observers, 2), NES_OK);
    assert_int_equal(p.replay->status, 0);
    e.close(e.self);
    store_close(p.store);
    return o;
}

static int count_row(const store_evaluation *e, void *data)
{
    size_t *n = data;
    *n += e->record.fate != NES_WAITING ? 1 : 0;
    return 0;
}

static void check_variant(const nes_method *m, size_t v, uint64_t random)
{
    store *s;
    scripted_tally t = {.n = 0};
    nes_settings settings = variant_settings(v, m);
    if (settings.max_evals == 0) settings.max_evals = EVALS;
    nes_opt *whole = run_start(VARIANT_DIM, variant_start(&settings), &settings), *o = NULL;
    run_to_end(whole, variant_objective(v), NULL);
    assert_int_equal(store_create(&s, "run"), 0);
    store_close(s);
    for (size_t i = 0; i < 6; i++) {
        nes_destroy(o);
        o = go_on(&settings, v, &t, i < 5 ? 1 + (size_t)(run_random(&random) % 30) : 0, random);
    }
    run_assert_same(o, whole);
    size_t rows = 0;
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_int_equal(store_each_evaluation(s, 0, count_row, &rows), 0);
    assert_int_equal(rows, t.n);
    assert_int_equal(rows, run_result(whole).evaluations);
    store_close(s);
    nes_destroy(o);
    nes_destroy(whole);
}

static void interrupted_runs(void **state)
{
    for (size_t m = 0; m < nes_method_count(); m++) {
        folder_open(state);
        check_variant(nes_method_at(m), m % VARIANT_COUNT, m + 1);
        folder_close(state);
    }
}

/* Failures, mixing and restarts, with a method that can do everything. */
static void interrupted_variants(void **state)
{
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        folder_open(state);
        check_variant(run_find_method("xnes"), v, 100 + v);
        folder_close(state);
    }
}

/* ---- a single round -------------------------------------------------------------------------- */

/* Gives every point the same value, at once. */
typedef struct constant {
    double f;
    size_t n, evaluated;
    uint64_t id[SCRIPTED_PLACES];
} constant;

static size_t take(void *self, size_t n, const uint64_t *id, const double *x)
{
    constant *c = self;
    (void)x;
    assert_true(n <= SCRIPTED_PLACES);
    memcpy(c->id, id, n * sizeof *id);
    c->evaluated += n;
    return c->n = n;
}

static size_t give(void *self, double seconds, size_t room, eval_record *to)
{
    constant *c = self;
    const size_t n = c->n < room ? c->n : room;
    (void)seconds;
    for (size_t i = 0; i < n; i++) to[i] = records_make(c->id[i], c->f);
    c->n -= n;
    return n;
}

/* The first round of two points of one variable, the first at x: returns how many values came. */
static size_t one_round(store *s, constant *c, double x, bool keeps, double f[2], int *status)
{
    const double points[] = {x, 2};
    const uint64_t id[] = {4, 9};
    const nes_points p = {.n = 2, .dim = 1, .x = points, .id = id};
    const evaluator inner = {.submit = take, .collect = give, .self = c};
    uint64_t got[2];
    evaluator e;
    size_t n = 0;
    replay *r = replay_open(&e, p.dim, &inner, s, 0, keeps);
    const observer w = replay_observer(r);
    if (!w.asked(w.data, NULL, &p)) {
        assert_int_equal(e.submit(e.self, 2, id, points), 2);
        n = records_collect(&e, 0.1, 2, got, f);
        if (n == 1) n += records_collect(&e, 0.1, 1, got + 1, f + 1);
        assert_int_equal(w.values(w.data, &(arrivals){.n = n, .record = records_last}),
                         r->status != 0);
        assert_true(isnan((&records_last[0])->seconds) || n == 0);
    }
    *status = r->status;
    e.close(e.self);
    return n;
}

static void nothing_is_kept_unless_wanted(void **state)
{
    (void)state;
    store *s;
    uint64_t last;
    double f[2];
    int status;
    constant c = {.f = 5};
    assert_int_equal(store_create(&s, "run"), 0);
    assert_int_equal(one_round(s, &c, 1, false, f, &status), 2);
    assert_int_equal(store_last_round(s, &last), 0);
    assert_int_equal(last, 0);
    assert_int_equal(one_round(s, &c, 1, true, f, &status), 2);
    assert_int_equal(c.evaluated, 4);
    c.f = 6;
    assert_int_equal(one_round(s, &c, 1, false, f, &status), 2); /* but it answers */
    assert_int_equal(c.evaluated, 4);
    assert_true(f[0] == 5 && f[1] == 5);
    store_close(s);
}

/* What comes back the second time is what was told the first time, to the last bit. */
static void any_value_comes_back(void **state)
{
    (void)state;
    const double values[] = {-NAN, NAN, INFINITY, -INFINITY, -0.0, 5e-324, MARKED_FAILED};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char name[16];
        store *s;
        double first[2], again[2];
        int status;
        constant c = {.f = values[i]};
        snprintf(name, sizeof name, "run%zu", i);
        assert_int_equal(store_create(&s, name), 0);
        assert_int_equal(one_round(s, &c, 1, true, first, &status), 2);
        assert_int_equal(one_round(s, &c, 1, true, again, &status), 2);
        assert_int_equal(c.evaluated, 2);
        assert_memory_equal(first, again, sizeof first);
        assert_int_equal(marked_fate(first[0]), marked_fate(values[i]));
        store_close(s);
    }
}

/* A point that differs in the last bit belongs to another course. */
static void another_course_is_refused(void **state)
{
    (void)state;
    store *s;
    double f[2];
    int status;
    constant c = {.f = 5};
    assert_int_equal(store_create(&s, "run"), 0);
    assert_int_equal(one_round(s, &c, 1, true, f, &status), 2);
    said_begin(2);
    assert_int_equal(one_round(s, &c, nextafter(1, 2), true, f, &status), 0);
    run_assert_has(said_end(), "point 4 of round 1 is not the one in run/run.db");
    assert_int_equal(status, 4);
    assert_int_equal(c.evaluated, 2);
    store_close(s);
}

/* A value that cannot be written is not told. */
static void unwritten_values_are_kept_back(void **state)
{
    (void)state;
    store *s;
    double f[2];
    int status;
    constant c = {.f = 5};
    assert_int_equal(store_create(&s, "run"), 0);
    sqlite3 *db; /* somebody has made the table unusable */
    assert_int_equal(sqlite3_open("run/run.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET "
                                  "sql = replace(sql, '''asked'', ''ok''', '''asked'''); "
                                  "PRAGMA schema_version = 1000",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    said_begin(2);
    assert_int_equal(one_round(s, &c, 1, true, f, &status), 0);
    run_assert_has(said_end(), "run/run.db cannot be written: CHECK constraint failed");
    assert_int_equal(status, 4);
    store_close(s);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_open, folder_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interrupted_runs),       cmocka_unit_test(interrupted_variants),
        IN_FOLDER(nothing_is_kept_unless_wanted), IN_FOLDER(any_value_comes_back),
        IN_FOLDER(another_course_is_refused),     IN_FOLDER(unwritten_values_are_kept_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
