/* SPDX-License-Identifier: MIT
 *
 * nes show: where a run stands, at every stage of its life, as text, as JSON and as a table. */
#include <sqlite3.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/records.h"
#include "command.h"
#include "store/store.h"
#include "support/folder.h"
#include "support/runs.h"
#include "support/said.h"

enum { DIM = 2 };

static void check(int status)
{
    assert_int_equal(status, 0);
}

/* What `nes show` prints with these words behind it. */
static const char *show(const char *folder, const char *option)
{
    char words[3][64];
    snprintf(words[0], 64, "show");
    snprintf(words[1], 64, "%s", folder);
    snprintf(words[2], 64, "%s", option == NULL ? "" : option);
    char *argv[] = {words[0], words[1], option == NULL ? NULL : words[2], NULL};
    said_begin(1);
    const int status = command_show(option == NULL ? 2 : 3, argv);
    const char *text = said_end();
    check(status);
    return text;
}

/* The value of a point of the first round, with what else is known of it. */
static int set_record(store *s, uint64_t id, double f, const eval_record *what)
{
    const eval_record made = records_make(id, f);
    eval_record r = *what;
    r.id = id;
    r.fate = made.fate;
    r.f = made.f;
    return store_set_record(s, 1, &r);
}

/* A run of a program with named variables, in its second round. */
static store *make_run(void)
{
    static const double x[] = {1.5, 2, 3, 4, 5, 6, 7, 8};
    static const uint64_t id[] = {0, 1, 2, 3};
    const nes_points p = {.n = 4, .dim = DIM, .x = x, .id = id};
    const nes_points q = {.n = 2, .dim = DIM, .x = x, .id = id + 1};
    const eval_record bad = {
        .seconds = 2, .failure = "exit status 3", .said = "in line 3\nno mesh\n\n"};
    const eval_record good = {.seconds = 0.25, .said = ""};
    store *s;
    variables v;
    nes_settings settings;
    nes_settings_default(&settings);
    check(variables_open(&v, DIM, "width,height"));
    check(store_create(&s, "my run"));
    check(store_set_variables(s, &v, &settings));
    check(store_set_fact(s, "objective", "./sim.py"));
    check(
        store_set_fact(s, "command", "[\"run\",\"--out\",\"my run\",\"--\",\"./sim.py\",\"{x}\"]"));
    check(store_set_fact(s, "started", "2026-11-16T05:00:00Z"));
    check(store_set_fact(s, "version", "0.2.0"));
    check(store_set_fact(s, "status", "running"));
    check(store_add_points(s, 1, 1, &p));
    check(set_record(s, 0, 4.5, &good));
    check(set_record(s, 1, MARKED_FAILED, &bad));
    check(set_record(s, 2, -0.25, &good));
    check(set_record(s, 3, INFINITY, &good));
    check(store_add_points(s, 2, 1, &q));
    const course_row g = {.generation = 1,
                          .evaluations = 4,
                          .run = 2,
                          .popsize = 4,
                          .best = -0.25,
                          .sigma = 0.125,
                          .seconds = 3};
    check(store_add_generation(s, &g));
    variables_close(&v);
    return s;
}

/* Its process has gone. */
static void a_lost_run(void **state)
{
    (void)state;
    store_close(make_run());
    const char *text = show("my run", NULL);
    run_assert_has(text, "objective       ./sim.py\n");
    run_assert_has(text, "command         nes run --out 'my run' -- ./sim.py '{x}'\n");
    run_assert_has(text, "started         2026-11-16T05:00:00Z by nes 0.2.0\n");
    run_assert_has(text, "status          not running");
    run_assert_has(text, "evaluations     4; 1 failed; 1 without a finite value\n");
    run_assert_has(text, "generations     1, in run 2\n");
    run_assert_has(text, "step size       0.125\n");
    run_assert_has(text, "without a value 2 points of round 2\n");
    run_assert_has(text, "best value      -0.25\n");
    run_assert_has(text, "best point      width=5 height=6\n");
    run_assert_has(text, "failures        1 x exit status 3, first at point 1: no mesh\n");
    run_assert_has(text, "`nes resume 'my run'`");
}

static void a_run_to_be_maximised(void **state)
{
    (void)state;
    store *s = make_run();
    check(store_set_fact(s, "maximize", "yes"));
    store_close(s);
    run_assert_has(show("my run", NULL), "best value      4.5\n");
}

static void a_stopped_run(void **state)
{
    (void)state;
    store *s = make_run();
    check(store_set_fact(s, "status", "stopped"));
    check(store_set_fact(s, "stop_text", "max_evals: 4 of 4"));
    check(store_set_fact(s, "trust_text", "it was still improving"));
    store_close(s);
    const char *text = show("my run", NULL);
    run_assert_has(text, "status          stopped; 3 seconds used\n");
    run_assert_has(text, "stopped         max_evals: 4 of 4\n");
    run_assert_has(text, "trust           it was still improving\n");
    run_assert_has(text, "nes resume 'my run' --max-evals N");
}

static void a_run_by_hand(void **state)
{
    (void)state;
    store *s = make_run();
    check(store_set_fact(s, "objective", "by hand"));
    store_close(s);
    run_assert_has(show("my run", NULL), "status          waiting for somebody");
    check(store_open(&s, "my run", STORE_WRITE));
    check(store_set_handed(s, 2, 1));
    store_close(s);
    const char *text = show("my run", NULL);
    run_assert_has(text, "status          waiting for values of 1 point;");
    run_assert_has(text, "2 points of round 2, 1 of them handed out");
    run_assert_has(text, "nes tell 'my run'");
}

static void an_interrupted_run(void **state)
{
    (void)state;
    store *s = make_run();
    check(store_set_fact(s, "status", "interrupted"));
    store_close(s);
    run_assert_has(show("my run", NULL), "status          interrupted; 3 seconds used\n");
}

/* Seen from another process while the first one has it open. */
static void a_live_run(void **state)
{
    (void)state;
    char number[40];
    store *s = make_run();
    int status;
    snprintf(number, sizeof number, "running, process %ld", (long)getpid());
    const pid_t reader = fork();
    assert_true(reader >= 0);
    if (reader == 0) {
        const char *text = show("my run", NULL);
        _exit(strstr(text, number) == NULL || strstr(text, "nes ctl 'my run' stop") == NULL);
    }
    assert_int_equal(waitpid(reader, &status, 0), reader);
    assert_int_equal(status, 0);
    store_close(s);
}

/* Evaluations of a quick objective are not kept: the state knows. */
static void a_run_without_evaluations(void **state)
{
    (void)state;
    store *s;
    variables v = {.n = 3};
    nes_settings settings = run_settings("xnes");
    nes_opt *o = run_start(3, NULL, &settings);
    run_steps(o, 5, run_sphere, NULL);
    check(store_create(&s, "run"));
    check(store_set_variables(s, &v, &settings));
    check(store_set_state(s, 5, o));
    store_close(s);
    const nes_result r = run_result(o);
    char line[64];
    const char *text = show("run", NULL);
    snprintf(line, sizeof line, "evaluations     %d\n", (int)r.evaluations);
    run_assert_has(text, line);
    snprintf(line, sizeof line, "best point      x1=%.7g x2=%.7g", r.best_x[0], r.best_x[1]);
    run_assert_has(text, line);
    run_assert_has(text, "generations     5\n");
    nes_destroy(o);
}

/* A folder in which nothing has happened yet. */
static void an_empty_run(void **state)
{
    (void)state;
    store *s;
    check(store_create(&s, "run"));
    store_close(s);
    run_assert_has(show("run", NULL), "best value      none yet\n");
    run_assert_has(show("run", "--json"), "\"best_f\":null");
}

static void as_json(void **state)
{
    (void)state;
    store_close(make_run());
    const char *text = show("my run", "--json");
    run_assert_has(text, "\"status\":\"lost\"");
    run_assert_has(text, "\"command\":[\"run\",\"--out\",\"my run\",\"--\",\"./sim.py\",\"{x}\"]");
    run_assert_has(text, "\"names\":[\"width\",\"height\"],\"best_f\":-0.25,\"best_x\":[5,6]");
    run_assert_has(text, "\"failures\":[{\"kind\":\"exit status 3\",\"count\":1,\"id\":1,");
    run_assert_has(text, "\"under_way\":2");
    assert_string_equal(strchr(text, '\n'), "\n"); /* one line */
}

static void as_a_table(void **state)
{
    (void)state;
    store_close(make_run());
    assert_string_equal(show("my run", "--evaluations"),
                        "id,round,run,generation,width,height,f,status,seconds\n"
                        "0,1,1,1,1.5,2,4.5,ok,0.25\n"
                        "1,1,1,1,3,4,,failed,2\n"
                        "2,1,1,1,5,6,-0.25,ok,0.25\n"
                        "3,1,1,1,7,8,inf,inf,0.25\n"
                        "1,2,1,1,1.5,2,,asked,\n"
                        "2,2,1,1,3,4,,asked,\n");
}

/* The text of the documentation between two marks, from *text on, which is moved behind it. */
static char *next_query(char **text)
{
    static const char begin[] = "```sql\n";
    char *from = strstr(*text, begin), *end = from == NULL ? NULL : strstr(from + 1, "```");
    if (end == NULL) return NULL;
    *end = '\0';
    *text = end + 1;
    return from + sizeof begin - 1;
}

/* Every question of docs/run-folder.md can be asked, and has an answer. */
static void documented_questions(void **state)
{
    (void)state;
    char *text = folder_read(NES_TEST_DATA "/../../docs/run-folder.md"), *rest = text, *sql;
    size_t n = 0;
    sqlite3 *db;
    store *s = make_run();
    nes_opt *o = run_start(DIM, NULL, NULL);
    double std[] = {1, 2};
    check(store_set_state(s, 1, o));
    check(store_add_generation(
        s, &(course_row){.generation = 2, .run = 1, .dim = DIM, .mean = std, .std = std}));
    assert_int_equal(sqlite3_open_v2("my run/run.db", &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    while ((sql = next_query(&rest)) != NULL) {
        sqlite3_stmt *q;
        if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK || sqlite3_step(q) != SQLITE_ROW)
            fail_msg("%s: %s", sql, sqlite3_errmsg(db));
        sqlite3_finalize(q);
        n++;
    }
    assert_true(n >= 8);
    sqlite3_close(db);
    nes_destroy(o);
    store_close(s);
    free(text);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_open, folder_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_lost_run),
        IN_FOLDER(a_run_to_be_maximised),
        IN_FOLDER(a_stopped_run),
        IN_FOLDER(a_run_by_hand),
        IN_FOLDER(an_interrupted_run),
        IN_FOLDER(a_live_run),
        IN_FOLDER(a_run_without_evaluations),
        IN_FOLDER(an_empty_run),
        IN_FOLDER(as_json),
        IN_FOLDER(as_a_table),
        IN_FOLDER(documented_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
