/* SPDX-License-Identifier: MIT
 *
 * The database of a run: everything reads back as it was written, to the last bit, and in order. */
#include "cli/records.h"
#include "store_rig.h"

static void facts(void **state)
{
    (void)state;
    store *s = rig_create("a/b/run");
    assert_null(store_get_fact(s, "seed"));
    assert_int_equal(store_set_fact(s, "seed", "1"), 0);
    assert_int_equal(store_set_fact(s, "seed", "a'b\"\n\xc3\xa4"), 0);
    s = rig_open_again(s, STORE_READ);
    char *fact = store_get_fact(s, "seed");
    assert_string_equal(fact, "a'b\"\n\xc3\xa4");
    assert_true(store_fact_is(s, "seed", fact));
    free(fact);
    store_close(s);
}

enum { DIM = N_AWKWARD };

typedef struct expected {
    size_t n;
    const double *x, *f;
    const uint64_t *id;
} expected;

static int set_value(store *s, uint64_t round, uint64_t id, double f)
{
    const eval_record r = records_make(id, f);
    return store_set_record(s, round, &r);
}

static int check_row(const store_evaluation *e, void *data)
{
    expected *w = data;
    assert_int_equal(e->round, 3);
    assert_int_equal(e->record.id, w->id[w->n]);
    assert_int_equal(e->generation, 2);
    assert_int_equal(e->dim, DIM);
    for (size_t i = 0; i < DIM; i++) assert_same_bits(e->x[i], w->x[w->n * DIM + i]);
    assert_true(e->record.fate != NES_WAITING);
    assert_int_equal(e->record.fate, marked_fate(w->f[w->n]));
    if (isnan(w->f[w->n]) || e->record.fate == NES_FAILED)
        assert_true(isnan(e->record.f));
    else
        assert_same_bits(e->record.f, w->f[w->n]);
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
    f[N_AWKWARD + 3] = MARKED_FAILED;
    const nes_points p = {.n = N, .dim = DIM, .x = x, .id = id};
    store *s = rig_create("run");
    assert_int_equal(store_add_points(s, 3, 2, &p), 0);
    for (size_t k = N; k-- > 0;) assert_int_equal(set_value(s, 3, id[k], f[k]), 0);
    s = rig_open_again(s, STORE_READ);
    expected w = {.x = x, .f = f, .id = id};
    assert_int_equal(store_each_evaluation(s, 0, check_row, &w), 0);
    assert_int_equal(w.n, N);
    for (size_t k = 0; k < N; k++) {
        eval_record v;
        assert_true(store_find_record(s, 3, id[k], &v));
        assert_int_equal(v.fate, marked_fate(f[k]));
        if (!isnan(f[k]) && v.fate == NES_MEASURED) assert_same_bits(v.f, f[k]);
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
    snprintf(text + n, 200 - n, "%d.%d:%d%s%s%s ", (int)e->round, (int)e->record.id, (int)e->x[0],
             e->record.fate != NES_WAITING ? "=" : "?",
             e->record.failure == NULL ? "" : e->record.failure, e->handed ? "!" : "");
    return strlen(text) > 150;
}

static void rows_are_in_order(void **state)
{
    (void)state;
    char text[200] = "";
    uint64_t last = 9;
    eval_record f;
    const nes_points p = two_points();
    const eval_record failed = {.id = 3,
                                .fate = NES_FAILED,
                                .f = NAN,
                                .seconds = 1.5,
                                .failure = "exit status 3",
                                .said = "no mesh"};
    store *s = rig_create("run");
    assert_int_equal(store_last_round(s, &last), 0);
    assert_int_equal(last, 0);
    assert_int_equal(store_add_points(s, 2, 1, &p), 0);
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    assert_int_equal(store_set_record(s, 2, &failed), 0);
    assert_int_equal(store_set_handed(s, 1, 5), 0);
    assert_int_equal(store_add_points(s, 2, 1, &p), 0); /* changes nothing */
    assert_int_equal(store_each_evaluation(s, 0, write_row, text), 0);
    assert_string_equal(text, "1.3:3? 1.5:1?! 2.3:3=exit status 3 2.5:1? ");
    text[0] = '\0';
    assert_int_equal(store_each_evaluation(s, 2, write_row, text), 0);
    assert_string_equal(text, "2.3:3=exit status 3 2.5:1? ");
    assert_int_equal(store_last_round(s, &last), 0);
    assert_int_equal(last, 2);
    assert_true(store_find_record(s, 1, 3, &f) && f.fate == NES_WAITING);
    assert_false(store_find_record(s, 7, 3, &f));
    assert_true(store_find_record(s, 2, 3, &f) && f.fate == NES_FAILED);
    said_begin(2);
    assert_int_equal(set_value(s, 7, 3, 1), 2);
    run_assert_has(said_end(), "no point 3 of round 7");
    store_close(s);
}

/* The outputs of a row are those that were set, NaN and infinities among them. */
static int check_outputs(const store_evaluation *e, void *data)
{
    const double *want = data;
    assert_int_equal(e->record.fate, e->record.id == 3 ? NES_MEASURED : NES_WAITING);
    if (e->record.id != 3) return 0;
    assert_same_bits(e->record.outputs[0], want[0]);
    assert_true(isnan(e->record.outputs[1]) && e->record.outputs[2] == INFINITY);
    return 0;
}

static void outputs_are_kept(void **state)
{
    (void)state;
    const nes_points p = two_points();
    const double outputs[] = {-0.0, NAN, INFINITY};
    eval_record r = eval_measured(3, 1.5);
    r.outputs = outputs;
    store *s = rig_create("run");
    assert_int_equal(store_set_outputs(s, 3), 0);
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    assert_int_equal(store_set_record(s, 1, &r), 0);
    s = rig_open_again(s, STORE_WRITE);
    assert_int_equal(store_outputs(s), 0); /* it has to be told */
    assert_int_equal(store_set_outputs(s, 3), 0);
    assert_int_equal(store_each_evaluation(s, 0, check_outputs, (void *)outputs), 0);
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
    store *s = rig_create("run");
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
    store *s = rig_create("run");
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
    store *s = rig_create("run");
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    for (size_t k = 6; k-- > 0;) {
        char said[20];
        snprintf(said, sizeof said, "line %d", (int)k);
        const eval_record what = {.id = id[k],
                                  .fate = k == 0 ? NES_MEASURED : NES_FAILED,
                                  .f = k == 0 ? 1.0 : NAN,
                                  .seconds = NAN,
                                  .said = said,
                                  .failure = k == 0       ? NULL
                                             : k % 2 == 1 ? "timeout"
                                                          : "killed"};
        assert_int_equal(store_set_record(s, 1, &what), 0);
    }
    assert_int_equal(store_each_failure(s, write_failure, text), 0);
    assert_string_equal(text, "3 timeout (11: line 1); 2 killed (12: line 2); ");
    store_close(s);
}

/* ---- variables ------------------------------------------------------------------------------ */

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
    store *s = rig_create("run");
    assert_int_equal(store_set_variables(s, &v, &settings), 0);
    assert_int_equal(store_set_variables(s, &v, &settings), 0); /* again */
    assert_int_equal(store_add_points(s, 1, 1, &p), 0);
    variables_close(&v);
    s = rig_open_again(s, STORE_READ);
    assert_int_equal(store_get_variables(s, &v), 0);
    assert_int_equal(v.n, 4);
    assert_true(variables_have_names(&v));
    assert_string_equal(variables_name(&v, 1, text), "Round");
    /* Names that mean something else in the view go by their number. */
    assert_string_equal(rig_ask("SELECT width || x2 || \"select\" || x4 || round FROM points"),
                        "1.52.03.04.01");
    assert_string_equal(rig_ask("SELECT lower FROM variables WHERE name = 'select'"), "0.0");
    assert_string_equal(rig_ask("SELECT group_concat(kind) FROM variables"),
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
    store *s = rig_create("run");
    assert_int_equal(store_set_variables(s, &v, &settings), 0);
    variables_close(&v);
    assert_int_equal(store_get_variables(s, &v), 0);
    assert_int_equal(v.n, N);
    assert_false(variables_have_names(&v));
    assert_string_equal(rig_ask("SELECT count(*) FROM pragma_table_info('points')"), "1010");
    variables_close(&v);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(facts),
        IN_FOLDER(numbers_are_exact),
        IN_FOLDER(rows_are_in_order),
        IN_FOLDER(outputs_are_kept),
        IN_FOLDER(a_visit_can_be_ended),
        IN_FOLDER(runs_are_numbered),
        IN_FOLDER(failures_are_counted),
        IN_FOLDER(variables_by_name),
        IN_FOLDER(variables_without_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
