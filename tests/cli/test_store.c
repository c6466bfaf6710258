/* SPDX-License-Identifier: MIT
 *
 * The database of a run: everything reads back as it was written, to the last bit, and in order. */
#include "store/store.h"

#include <float.h>
#include <sqlite3.h>
#include <stdio.h>

#include "support/folder.h"
#include "support/runs.h"
#include "support/said.h"

static store *create(const char *folder)
{
    store *s;
    assert_int_equal(store_create(&s, folder), 0);
    return s;
}

static store *open_again(store *s, store_access access)
{
    char folder[64];
    snprintf(folder, sizeof folder, "%s", store_folder(s));
    store_close(s);
    assert_int_equal(store_open(&s, folder, access), 0);
    return s;
}

static void facts(void **state)
{
    (void)state;
    buffer b;
    store *s = create("a/b/run");
    assert_int_equal(store_get_fact(s, "seed", &b), 0);
    assert_int_equal(b.n, 0);
    assert_int_equal(store_set_fact(s, "seed", "1"), 0);
    assert_int_equal(store_set_fact(s, "seed", "a'b\"\n\xc3\xa4"), 0);
    s = open_again(s, STORE_READ);
    assert_int_equal(store_get_fact(s, "seed", &b), 0);
    assert_string_equal(b.text, "a'b\"\n\xc3\xa4");
    buffer_free(&b);
    store_close(s);
}

/* Numbers that are lost easily. */
static const double AWKWARD[] = {0.0,
                                 -0.0,
                                 1.0,
                                 -1.0,
                                 0.1,
                                 1.0 / 3,
                                 DBL_MIN,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 5e-324,
                                 -5e-324,
                                 2.5e-310,
                                 1e15,
                                 1e16,
                                 1e17,
                                 9007199254740993.0,
                                 1e300,
                                 123456789012345678.0,
                                 0x1.fffffffffffffp-1,
                                 4.35,
                                 1e22,
                                 1e23};
enum { N_AWKWARD = sizeof AWKWARD / sizeof *AWKWARD, DIM = N_AWKWARD };

static void assert_same_bits(double a, double b)
{
    if (memcmp(&a, &b, sizeof a) != 0) fail_msg("%a is not %a", a, b);
}

typedef struct expected {
    size_t n;
    const double *x, *f;
    const uint64_t *id;
} expected;

static int check_row(const store_evaluation *e, void *data)
{
    expected *w = data;
    assert_int_equal(e->round, 3);
    assert_int_equal(e->id, w->id[w->n]);
    assert_int_equal(e->generation, 2);
    assert_int_equal(e->dim, DIM);
    for (size_t i = 0; i < DIM; i++) assert_same_bits(e->x[i], w->x[w->n * DIM + i]);
    assert_true(e->valued);
    if (isnan(w->f[w->n]))
        assert_true(isnan(e->f) && nes_is_eval_failed(e->f) == nes_is_eval_failed(w->f[w->n]));
    else
        assert_same_bits(e->f, w->f[w->n]);
    w->n++;
    return 0;
}

/* Each awkward number is a value, and is in each place of a point. */
static void numbers_are_exact(void **state)
{
    (void)state;
    enum { N = N_AWKWARD + 4 };
    double x[N * DIM], f[N];
    uint64_t id[N];
    for (size_t k = 0; k < N; k++) {
        id[k] = 7 + k;
        for (size_t i = 0; i < DIM; i++) x[k * DIM + i] = AWKWARD[(k + i) % N_AWKWARD];
        f[k] = k < N_AWKWARD ? AWKWARD[k] : 0;
    }
    f[N_AWKWARD] = NAN;
    f[N_AWKWARD + 1] = INFINITY;
    f[N_AWKWARD + 2] = -INFINITY;
    f[N_AWKWARD + 3] = NES_EVAL_FAILED;
    const nes_points p = {.n = N, .dim = DIM, .x = x, .id = id};
    store *s = create("run");
    assert_int_equal(store_add_points(s, 3, 2, &p), 0);
    for (size_t k = N; k-- > 0;) assert_int_equal(store_set_value(s, 3, id[k], f[k], NULL), 0);
    s = open_again(s, STORE_READ);
    expected w = {.x = x, .f = f, .id = id};
    assert_int_equal(store_each_evaluation(s, 0, check_row, &w), 0);
    assert_int_equal(w.n, N);
    for (size_t k = 0; k < N; k++) {
        double v = 5;
        assert_true(store_find_value(s, 3, id[k], &v));
        if (!isnan(f[k])) assert_same_bits(v, f[k]);
    }
    store_close(s);
}

/* ---- evaluations ---------------------------------------------------------------------------- */

static nes_points two_points(void)
{
    static const double x[] = {1, 2, 3, 4};
    static const uint64_t id[] = {5, 3};
    return (nes_points){.n = 2, .dim = 2, .x = x, .id = id};
}

/* Writes what it is given, so that an order can be compared. */
static int write_row(const store_evaluation *e, void *data)
{
    char *text = data;
    const size_t n = strlen(text);
    snprintf(text + n, 200 - n, "%d.%d:%d%s%s%s ", (int)e->round, (int)e->id, (int)e->x[0],
             e->valued ? "=" : "?", e->failure == NULL ? "" : e->failure, e->handed ? "!" : "");
    return strlen(text) > 150;
}

static void rows_are_in_order(void **state)
{
    (void)state;
    char text[200] = "";
    uint64_t last = 9;
    double f;
    const nes_points p = two_points();
    const eval_outcome failed = {.seconds = 1.5, .failure = "exit status 3", .said = "no mesh"};
    store *s = create("run");
    assert_int_equal(store_last_round(s, &last), 0);
    assert_int_equal(last, 0);
    assert_int_equal(store_add_points(s, 2, 1, &p), 0);
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    assert_int_equal(store_set_value(s, 2, 3, NES_EVAL_FAILED, &failed), 0);
    assert_int_equal(store_set_handed(s, 1, 5), 0);
    assert_int_equal(store_add_points(s, 2, 1, &p), 0); /* changes nothing */
    assert_int_equal(store_each_evaluation(s, 0, write_row, text), 0);
    assert_string_equal(text, "1.3:3? 1.5:1?! 2.3:3=exit status 3 2.5:1? ");
    text[0] = '\0';
    assert_int_equal(store_each_evaluation(s, 2, write_row, text), 0);
    assert_string_equal(text, "2.3:3=exit status 3 2.5:1? ");
    assert_int_equal(store_last_round(s, &last), 0);
    assert_int_equal(last, 2);
    assert_false(store_find_value(s, 1, 3, &f)); /* not yet, and never: */
    assert_false(store_find_value(s, 7, 3, &f));
    assert_true(store_find_value(s, 2, 3, &f) && nes_is_eval_failed(f));
    said_begin(2);
    assert_int_equal(store_set_value(s, 7, 3, 1, NULL), 2);
    run_assert_has(said_end(), "no point 3 of round 7");
    store_close(s);
}

static int answer_seven(const store_evaluation *e, void *data)
{
    size_t *n = data;
    (void)e;
    return ++*n == 2 ? 7 : 0;
}

static void a_visit_can_be_ended(void **state)
{
    (void)state;
    size_t n = 0;
    const nes_points p = two_points();
    store *s = create("run");
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    assert_int_equal(store_add_points(s, 2, 1, &p), 0);
    assert_int_equal(store_each_evaluation(s, 0, answer_seven, &n), 7);
    assert_int_equal(n, 2);
    store_close(s);
}

/* A run with restarts: the column has the number of the run that asked. */
static void runs_are_numbered(void **state)
{
    (void)state;
    nes_settings settings = run_settings("xnes");
    settings.restarts = "ipop";
    settings.max_evals = 3000;
    nes_opt *o = run_start(3, NULL, &settings);
    store *s = create("run");
    uint64_t round = 0, runs = 0;
    double f[1000];
    for (nes_points p; nes_stopped(o) == NES_RUNNING;) {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_true(p.n <= 1000);
        assert_int_equal(store_add_points(s, ++round, 1, &p), 0);
        for (size_t k = 0; k < p.n; k++) f[k] = 1; /* flat: runs end at once */
        assert_int_equal(nes_tell(o, p.n, f), NES_OK);
    }
    assert_int_equal(nes_get_count(o, "restarts", &runs), NES_OK);
    assert_true(runs > 1);
    sqlite3 *db;
    sqlite3_stmt *q;
    store_close(s);
    assert_int_equal(sqlite3_open("run/run.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT count(DISTINCT run), min(run), max(run) FROM "
                                        "evaluations",
                                        -1, &q, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(q, 0), runs + 1);
    assert_int_equal(sqlite3_column_int(q, 1), 1);
    assert_int_equal(sqlite3_column_int(q, 2), runs + 1);
    sqlite3_finalize(q);
    sqlite3_close(db);
    nes_destroy(o);
}

static int write_failure(const failure_kind *f, void *data)
{
    char *text = data;
    const size_t n = strlen(text);
    snprintf(text + n, 200 - n, "%d %s (%d: %s); ", (int)f->count, f->failure, (int)f->id, f->said);
    return 0;
}

static void failures_are_counted(void **state)
{
    (void)state;
    char text[200] = "";
    static const double x[6] = {0};
    static const uint64_t id[6] = {10, 11, 12, 13, 14, 15};
    const nes_points p = {.n = 6, .dim = 1, .x = x, .id = id};
    store *s = create("run");
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    for (size_t k = 6; k-- > 0;) {
        char said[20];
        snprintf(said, sizeof said, "line %d", (int)k);
        const eval_outcome what = {.seconds = NAN,
                                   .said = said,
                                   .failure = k == 0       ? NULL
                                              : k % 2 == 1 ? "timeout"
                                                           : "killed"};
        assert_int_equal(store_set_value(s, 1, id[k], k == 0 ? 1.0 : NES_EVAL_FAILED, &what), 0);
    }
    assert_int_equal(store_each_failure(s, write_failure, text), 0);
    assert_string_equal(text, "3 timeout (11: line 1); 2 killed (12: line 2); ");
    store_close(s);
}

/* ---- variables ------------------------------------------------------------------------------ */

/* The only text that a query of the database gives, as another program would get it. */
static const char *ask_sql(const char *sql)
{
    static char text[200];
    sqlite3 *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open_v2("run/run.db", &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    snprintf(text, sizeof text, "%s", (const char *)sqlite3_column_text(q, 0));
    sqlite3_finalize(q);
    sqlite3_close(db);
    return text;
}

static void variables_by_name(void **state)
{
    (void)state;
    char text[VARIABLES_NAME_SIZE];
    const double lower[] = {-INFINITY, 0, 0, 0}, x[] = {1.5, 2, 3, 4};
    const double log[] = {0, 0, 1, 1}, integer[] = {0, 1, 0, 1};
    const uint64_t id[] = {0};
    const nes_points p = {.n = 1, .dim = 4, .x = x, .id = id};
    variables v;
    nes_settings settings;
    nes_settings_default(&settings);
    settings.lower = lower;
    settings.log = log;
    settings.integer = integer;
    assert_int_equal(variables_open(&v, 4, "width,Round,select,Width"), 0);
    store *s = create("run");
    assert_int_equal(store_set_variables(s, &v, &settings), 0);
    assert_int_equal(store_set_variables(s, &v, &settings), 0); /* again */
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    variables_close(&v);
    s = open_again(s, STORE_READ);
    assert_int_equal(store_get_variables(s, &v), 0);
    assert_int_equal(v.n, 4);
    assert_true(variables_have_names(&v));
    assert_string_equal(variables_name(&v, 1, text), "Round");
    /* Names that mean something else in the view go by their number. */
    assert_string_equal(ask_sql("SELECT width || x2 || \"select\" || x4 || round FROM points"),
                        "1.52.03.04.01");
    assert_string_equal(ask_sql("SELECT lower FROM variables WHERE name = 'select'"), "0.0");
    assert_string_equal(ask_sql("SELECT group_concat(kind) FROM variables"),
                        "real,integer,log,log integer");
    variables_close(&v);
    store_close(s);
}

static void variables_without_names(void **state)
{
    (void)state;
    enum { N = 1000 };
    variables v;
    nes_settings settings;
    nes_settings_default(&settings);
    assert_int_equal(variables_open(&v, N, NULL), 0);
    store *s = create("run");
    assert_int_equal(store_set_variables(s, &v, &settings), 0);
    variables_close(&v);
    assert_int_equal(store_get_variables(s, &v), 0);
    assert_int_equal(v.n, N);
    assert_false(variables_have_names(&v));
    assert_string_equal(ask_sql("SELECT count(*) FROM pragma_table_info('points')"), "1010");
    variables_close(&v);
    store_close(s);
}

/* ---- generations, state, orders ------------------------------------------------------------- */

typedef struct course {
    size_t n;
    const store_generation *g;
} course;

static int check_generation(const store_generation *g, void *data)
{
    course *c = data;
    const store_generation *w = &c->g[c->n++];
    assert_int_equal(g->generation, w->generation);
    assert_int_equal(g->evaluations, w->evaluations);
    assert_int_equal(g->run, w->run);
    assert_int_equal(g->popsize, w->popsize);
    const double got[] = {g->best,  g->generation_best, g->generation_median,
                          g->sigma, g->condition,       g->seconds};
    const double want[] = {w->best,  w->generation_best, w->generation_median,
                           w->sigma, w->condition,       w->seconds};
    for (size_t i = 0; i < 6; i++) {
        assert_true(isnan(got[i]) == isnan(want[i]));
        if (!isnan(got[i])) assert_same_bits(got[i], want[i]);
        assert_true(isnan(g->rates[i]) == isnan(w->rates[i]));
        if (!isnan(w->rates[i])) assert_same_bits(g->rates[i], w->rates[i]);
    }
    assert_int_equal(g->dim, w->dim);
    assert_int_equal(g->n_axes, w->n_axes);
    for (size_t i = 0; i < w->dim; i++) assert_same_bits(g->mean[i], w->mean[i]);
    for (size_t i = 0; i < w->dim; i++) assert_same_bits(g->std[i], w->std[i]);
    for (size_t i = 0; i < w->n_axes; i++) assert_same_bits(g->axes[i], w->axes[i]);
    return 0;
}

static void generations_are_exact(void **state)
{
    (void)state;
    const double std[] = {INFINITY, -INFINITY};
    const store_generation rows[] = {
        {.generation = 1,
         .evaluations = 6,
         .run = 1,
         .popsize = 6,
         .best = -0.0,
         .generation_best = INFINITY,
         .generation_median = NAN,
         .sigma = 5e-324,
         .condition = 1,
         .seconds = 0.1,
         .rates = {1, NAN, 0.3, -INFINITY, 1e-300, 4},
         .dim = 2,
         .mean = AWKWARD,
         .std = std,
         .n_axes = N_AWKWARD,
         .axes = AWKWARD},
        {.generation = 2, .evaluations = UINT64_C(1) << 62, .run = 2, .popsize = 7, .best = NAN},
    };
    store *s = create("run");
    assert_int_equal(store_add_generation(s, &rows[1]), 0);
    assert_int_equal(store_add_generation(s, &rows[1]), 0); /* the same row */
    assert_int_equal(store_add_generation(s, &rows[0]), 0);
    s = open_again(s, STORE_READ);
    course c = {.g = rows};
    assert_int_equal(store_each_generation(s, check_generation, &c), 0);
    assert_int_equal(c.n, 2);
    store_close(s);
}

static void few_generations_are_wanted(void **state)
{
    (void)state;
    size_t n = 0;
    for (uint64_t g = 1; g <= 1000000; g++) {
        if (store_wants_generation(g)) n++;
        if (g <= 250) assert_int_equal(n, g);
    }
    assert_true(n > 900 && n < 1200);
}

static void the_state_is_the_run(void **state)
{
    (void)state;
    uint64_t round = 9;
    buffer b;
    store *s = create("run");
    assert_int_equal(store_get_state(s, &round, &b), 0);
    assert_int_equal(b.n, 0);
    assert_int_equal(round, 0);
    nes_settings settings = run_settings("xnes");
    nes_opt *o = run_start(3, NULL, &settings), *again;
    for (uint64_t k = 1; k <= 3; k++) { /* the last one counts */
        run_step(o, run_sphere, NULL);
        assert_int_equal(store_set_state(s, k, o), 0);
    }
    s = open_again(s, STORE_READ);
    assert_int_equal(store_get_state(s, &round, &b), 0);
    assert_int_equal(round, 3);
    assert_int_equal(nes_load(&again, b.text, b.n, NULL, NULL, 0), NES_OK);
    run_assert_same(o, again);
    char digest[20];
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)nes_fingerprint(o));
    assert_string_equal(ask_sql("SELECT fingerprint FROM state"), digest);
    assert_string_equal(ask_sql("SELECT generation FROM state"), "3");
    buffer_free(&b);
    nes_destroy(o);
    nes_destroy(again);
    store_close(s);
}

static void take(store *s, const char *order)
{
    buffer b;
    assert_int_equal(store_take_order(s, &b), 0);
    assert_string_equal(b.n == 0 ? "" : b.text, order);
    buffer_free(&b);
}

static void orders_are_taken_once(void **state)
{
    (void)state;
    store *s = create("run");
    take(s, "");
    assert_int_equal(store_add_order("run", "pause"), 0);
    assert_int_equal(store_add_order("run", "set max_evals=100"), 0);
    take(s, "pause");
    take(s, "set max_evals=100");
    take(s, "");
    take(s, "");
    assert_int_equal(store_add_order("run", "stop"), 0);
    s = open_again(s, STORE_WRITE); /* it waits for whoever goes on */
    take(s, "stop");
    take(s, "");
    store_close(s);
}

static void commits_together(void **state)
{
    (void)state;
    store *s = create("run");
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_set_fact(s, "a", "1"), 0);
    assert_int_equal(store_commit(s, true), 0);
    assert_string_equal(ask_sql("SELECT count(*) FROM facts"), "0");
    assert_int_equal(store_set_fact(s, "b", "2"), 0);
    assert_int_equal(store_commit(s, true), 0);
    assert_string_equal(ask_sql("SELECT count(*) FROM facts"), "2");
    store_close(s);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_open, folder_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(facts),
        IN_FOLDER(numbers_are_exact),
        IN_FOLDER(rows_are_in_order),
        IN_FOLDER(a_visit_can_be_ended),
        IN_FOLDER(runs_are_numbered),
        IN_FOLDER(failures_are_counted),
        IN_FOLDER(variables_by_name),
        IN_FOLDER(variables_without_names),
        IN_FOLDER(generations_are_exact),
        IN_FOLDER(few_generations_are_wanted),
        IN_FOLDER(the_state_is_the_run),
        IN_FOLDER(orders_are_taken_once),
        IN_FOLDER(commits_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
