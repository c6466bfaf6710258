/* SPDX-License-Identifier: MIT
 *
 * Programs as evaluators: what they are told and what is read, every way to fail, any number of
 * jobs with the same result, folders that come and go, and the ledger of failures. */
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/records.h"
#include "evaluate/failures.h"
#include "evaluate/loop.h"
#include "evaluate/processes.h"
#include "objective/program.h"
#include "process/folder.h"
#include "support/runs.h"

enum { D = 2, SAID = 2100 };

/* A folder for everything, which must be empty but for what a test makes; also TMPDIR. */
static char *folder;

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(folder_make(NULL, "nes-test", &folder), 0);
    return setenv("TMPDIR", folder, 1);
}

static int tear_down(void **state)
{
    (void)state;
    const int status = folder_remove(folder);
    free(folder);
    return status;
}

static size_t count_entries(const char *path)
{
    DIR *d = opendir(path);
    size_t n = 0;
    assert_non_null(d);
    while (readdir(d) != NULL) n++;
    closedir(d);
    return n - 2;
}

/* An objective: a shell script with some arguments behind it. */
typedef struct scene {
    objective_options g;
    char *command[8];
    objective o;
    evaluator e;
    size_t descriptors;
} scene;

static void open_scene(scene *s, const char *script, size_t jobs, bool maximize)
{
    char *given[] = {"sh", "-c", (char *)script, "script", "{x}", NULL};
    if (s->command[0] == NULL) memcpy(s->command, given, sizeof given);
    s->descriptors = count_entries("/dev/fd");
    s->g.command = s->command;
    s->o = (objective){.dim = D, .optimum = NAN, .variables = {.n = D}};
    assert_int_equal(program_open(&s->o.program, &s->g, &s->o.variables), 0);
    assert_int_equal(time_limit_read(&s->o.limit, s->g.timeout), 0);
    assert_int_equal(programs_open(&s->e, &s->o, jobs, maximize, NULL), 0);
}

static void close_scene(scene *s)
{
    s->e.close(s->e.self);
    objective_close(&s->o);
    assert_int_equal(count_entries("/dev/fd"), s->descriptors);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

typedef struct heard {
    char failure[256], said[SAID];
    bool stops;
} heard;

static bool hear(void *data, const arrivals *a)
{
    heard *h = data;
    for (size_t i = 0; i < a->n; i++) {
        const eval_record *o = &a->record[i];
        assert_int_equal(o->failure != NULL, (a->record[i].fate == NES_FAILED));
        snprintf(h->failure, sizeof h->failure, "%s", o->failure == NULL ? "" : o->failure);
        snprintf(h->said, sizeof h->said, "%s", o->said);
        h->stops = o->stops;
    }
    return false;
}

static double evaluate(scene *s, const double *x, heard *h)
{
    double f = 0;
    nes_fate fate;
    const uint64_t id = 7;
    const nes_points p = {.n = 1, .dim = D, .x = x, .id = &id, .f = &f, .fate = &fate};
    const observer watcher = {.values = hear, .data = h};
    assert_true(evaluate_points(&s->e, &p, &watcher, 1));
    return fate == NES_FAILED ? MARKED_FAILED : f;
}

/* One evaluation at (0.5, -3) by a script. */
static double run_script(objective_options g, const char *script, heard *h)
{
    scene s = {.g = g};
    const double x[D] = {0.5, -3};
    open_scene(&s, script, 1, false);
    const double f = evaluate(&s, x, h);
    close_scene(&s);
    assert_int_equal(count_entries(folder), 0);
    return f;
}

static void values(void **state)
{
    (void)state;
    heard h;
    const objective_options g = {.c = NULL};
    assert_true(run_script(g, "echo $#; echo ${2}1", &h) == -31);
    assert_true(run_script(g, "echo $1", &h) == 0.5);
    assert_true(run_script(g, "echo $NES_ID", &h) == 7);
    assert_true(run_script(g, "echo nonsense >&2; echo 2", &h) == 2);
    assert_string_equal(h.failure, "");
    assert_true(isnan(run_script(g, "echo nan", &h)));
    assert_string_equal(h.failure, "");
    assert_true(
        run_script(g, "[ \"$NES_NAMES\" = x1,x2 ] && [ -d \"$NES_START\" ] && echo 1", &h) == 1);
}

static void assert_fails(objective_options g, const char *script, const char *failure,
                         const char *said)
{
    heard h;
    assert_true(run_script(g, script, &h) == MARKED_FAILED);
    assert_string_equal(h.failure, failure);
    assert_string_equal(h.said, said);
}

/* What a program has said before its time was over. On a busy machine it needs more time for that.
 */
static void too_long(void **state)
{
    (void)state;
    static char *const times[] = {"0.2", "2", "20"};
    heard h = {.failure = ""};
    for (size_t i = 0; i < 3 && strcmp(h.said, "waiting") != 0; i++) {
        char failure[64];
        const objective_options g = {.timeout = times[i]};
        assert_true(run_script(g, "echo waiting >&2; sleep 1000", &h) == MARKED_FAILED);
        snprintf(failure, sizeof failure, "timed out after %s s", times[i]);
        assert_string_equal(h.failure, failure);
    }
    assert_string_equal(h.said, "waiting");
}

static void failures_of_all_kinds(void **state)
{
    (void)state;
    objective_options g = {.c = NULL};
    assert_fails(g, "echo 'no file' >&2; echo 1; exit 3", "exit status 3", "no file");
    assert_fails(g, "echo 1; echo 'last line'; exit 3", "exit status 3", "last line");
    assert_fails(g, "kill -SEGV $$", "killed by signal 11 (segmentation fault)", "");
    assert_fails(g, "exit 0", "printed no value", "");
    assert_fails(g, "echo why >&2", "printed no value", "why");
    assert_fails(g, "printf 'a \\033[31mred\\033[0m line\\n'", "printed no number",
                 "a  [31mred [0m line");
    assert_fails(g, "echo failed", "said failed", "");
    g = (objective_options){.value_file = "out.txt"};
    assert_fails(g, "echo 3", "wrote no value file", "3");
    assert_fails(g, "echo x > out.txt", "wrote no number", "x");
    assert_fails(g, "mkfifo out.txt", "wrote an unreadable value file", "");
}

static void exit_statuses(void **state)
{
    (void)state;
    const objective_options g = {.exit_codes = "3=ok,4=worst,5=stop"};
    const double x[D] = {1, 2};
    heard h;
    assert_true(run_script(g, "echo 8; exit 3", &h) == 8);
    assert_true(run_script(g, "echo 8; exit 4", &h) == INFINITY);
    assert_fails(g, "exit 6", "exit status 6", "");
    assert_fails(g, "exit 5", "exit status 5", "");
    run_script(g, "exit 5", &h);
    assert_true(h.stops);
    scene s = {.g = g};
    open_scene(&s, "exit 4", 1, true);
    assert_true(evaluate(&s, x, &h) == -INFINITY);
    close_scene(&s);
}

/* Files of an evaluation, seen by the program from its own folder. */
static void files(void **state)
{
    (void)state;
    heard h;
    const double x[D] = {0.5, -3};
    char *path = file_path(folder, "model.in");
    const char *text = "{\"a\": {\"b\": {x2}}, \"t\": \"{{x1}}\"}\n";
    assert_int_equal(file_create(path, 0644, text, strlen(text)), 0);
    scene s = {
        .g = {.templates = path},
        .command = {"sh", "-c",
                    "[ \"$PWD\" = \"$1\" ] && [ \"$NES_DIR\" = \"$1\" ] || exit 9\n"
                    "grep -q '^{\"a\": {\"b\": -3}, \"t\": \"{{x1}}\"}$' model.in || exit 8\n"
                    "[ \"$(cat $2)\" = \"$(printf '0.5\\n-3')\" ] || exit 7\n"
                    "touch left; mkdir -p deep/er; echo 5",
                    "script", "{dir}", "{file}", NULL}};
    open_scene(&s, NULL, 1, false);
    for (int i = 0; i < 2; i++)
        if (evaluate(&s, x, &h) != 5) fail_msg("%s: %s", h.failure, h.said);
    close_scene(&s);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(count_entries(folder), 0);
    free(path);
}

/* Without a folder of its own the file with the point lies beside others. */
static void point_file(void **state)
{
    (void)state;
    heard h;
    const double x[D] = {0.25, 4};
    scene s = {.command = {"tail", "-n", "1", "{file}", NULL}};
    open_scene(&s, NULL, 1, false);
    assert_true(evaluate(&s, x, &h) == 4);
    close_scene(&s);
    assert_int_equal(count_entries(folder), 0);
}

static void kept_folders(void **state)
{
    (void)state;
    heard h;
    const double x[D] = {1, 2};
    scene s = {.g = {.keep_scratch = "failed"}};
    open_scene(&s, "echo $1 | tee said; exit $(($1 - 1))", 1, false);
    evaluate(&s, x, &h);
    assert_null(programs_kept(&s.e));
    const double y[D] = {3, 2};
    evaluate(&s, y, &h);
    evaluate(&s, y, &h);
    const char *kept = programs_kept(&s.e);
    assert_non_null(kept);
    assert_int_equal(count_entries(kept), 2);
    char *first = file_path(kept, "7/said"), *second = file_path(kept, "7-2/said");
    close_scene(&s);
    assert_int_equal(access(first, R_OK), 0);
    assert_int_equal(access(second, R_OK), 0);
    assert_int_equal(count_entries(folder), 1);
    free(first);
    free(second);
    assert_int_equal(folder_remove(folder), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
}

/* ---- runs ----------------------------------------------------------------------------------- */

static nes_opt *start_run(uint64_t retries, uint64_t max_evals)
{
    static const double start[D] = {1, -2};
    nes_settings s = run_settings("snes");
    s.popsize = 6;
    s.retries = retries;
    s.max_evals = max_evals;
    return run_start(D, start, &s);
}

/* The first number decides whether it fails; slow ones and quick ones take turns. */
static const char UNEVEN[] =
    "case $1 in *3|*8) exit 4;; *1|*6) sleep 0.03;; esac; echo ${1%%.*}.${2##*.}";

static void any_number_of_jobs(void **state)
{
    (void)state;
    nes_opt *want = NULL;
    uint64_t failed = 0;
    static const size_t jobs[] = {1, 2, 7};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        scene s = {.g = {.c = NULL}};
        failures f = {.retries = 1};
        const observer watcher = failures_observer(&f);
        nes_opt *got = start_run(1, 60);
        open_scene(&s, UNEVEN, jobs[i], false);
        assert_int_equal(evaluate_loop(got, NULL, &s.e, &watcher, 1), NES_OK);
        close_scene(&s);
        assert_int_equal(f.total, run_result(got).failed);
        if (want != NULL) {
            run_assert_same(got, want);
            assert_int_equal(f.total, failed);
            nes_destroy(got);
        } else {
            want = got;
            failed = f.total;
        }
        failures_close(&f);
    }
    assert_true(failed > 0);
    nes_destroy(want);
}

/* The run is left in the middle: nothing of it stays. */
static bool stop_at_first(void *data, const arrivals *a)
{
    (void)data;
    return a->n > 0;
}

static void abandoned(void **state)
{
    (void)state;
    scene s = {.g = {.scratch = true}};
    const observer watcher = {.values = stop_at_first};
    nes_opt *o = start_run(0, 60);
    open_scene(&s, "mkdir $1; [ $NES_ID = 0 ] || sleep 1000 & wait; echo 1", 4, false);
    assert_int_equal(evaluate_loop(o, NULL, &s.e, &watcher, 1), NES_OK);
    close_scene(&s);
    assert_int_equal(count_entries(folder), 0);
    nes_destroy(o);
}

static void ledger(void **state)
{
    (void)state;
    failures f = {.retries = 0};
    failure_kind kinds[FAILURES_KINDS];
    failures_count(&f, 3, "rare", "a");
    for (uint64_t i = 4; i < 9; i++) failures_count(&f, i, "frequent", i == 4 ? "first" : "later");
    assert_int_equal(f.total, 6);
    assert_int_equal(failures_by_count(&f, kinds), 2);
    assert_string_equal(kinds[0].failure, "frequent");
    assert_string_equal(kinds[0].said, "first");
    assert_int_equal(kinds[0].count, 5);
    assert_int_equal(kinds[0].id, 4);
    for (int i = 0; i < 2 * FAILURES_KINDS; i++) {
        char text[32];
        snprintf(text, sizeof text, "kind %d", i);
        failures_count(&f, 1, text, "");
    }
    assert_int_equal(failures_by_count(&f, kinds), FAILURES_KINDS);
    assert_int_equal(f.total, 6 + 2 * FAILURES_KINDS);
    failures_close(&f);
}

/* Fails at point 2 always, and at point 1 the first time. */
static const char STUBBORN[] =
    "case $NES_ID in 2) exit 3;; 1) [ -e $0.1 ] || { : > $0.1; exit 3; };; "
    "esac; echo 1";

/* The run ends when a point has failed for good, and has not heard of it. */
static void ends_the_run(void **state)
{
    (void)state;
    for (uint64_t retries = 1; retries < 3; retries++) {
        char *mark = file_path(folder, "mark"), *made = file_path(folder, "mark.1");
        scene s = {.command = {"sh", "-c", (char *)STUBBORN, mark, "{x}", NULL}};
        failures f = {.stops = true, .retries = retries};
        evaluator guard;
        nes_opt *o = start_run(retries, 60);
        open_scene(&s, NULL, 2, false);
        failures_open_guard(&guard, &f, &s.e);
        const observer watcher = failures_observer(&f);
        assert_int_equal(evaluate_loop(o, NULL, &guard, &watcher, 1), NES_OK);
        assert_int_equal(nes_stopped(o), NES_STOP_USER);
        assert_true(f.stopped);
        assert_int_equal(f.stopped_id, 2);
        assert_int_equal(f.total, retries + 2); /* all tries of point 2, and one of point 1 */
        assert_int_equal(run_result(o).failed, retries + 1);
        assert_int_equal(run_result(o).generations, 0);
        guard.close(guard.self);
        close_scene(&s);
        failures_close(&f);
        nes_destroy(o);
        unlink(made);
        free(mark);
        free(made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(too_long),
        cmocka_unit_test(failures_of_all_kinds),
        cmocka_unit_test(exit_statuses),
        cmocka_unit_test(files),
        cmocka_unit_test(point_file),
        cmocka_unit_test(kept_folders),
        cmocka_unit_test(any_number_of_jobs),
        cmocka_unit_test(abandoned),
        cmocka_unit_test(ledger),
        cmocka_unit_test(ends_the_run),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
