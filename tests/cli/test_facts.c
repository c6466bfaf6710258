/* SPDX-License-Identifier: MIT
 *
 * What a folder says of the origin of its run comes back exactly: every byte of the command line
 * and of the problem file, seconds, and what the judge of a run with noise knows. */
#include "session/facts.h"

#include <unistd.h>

#include "cli/store_rig.h"

static run_setup make_setup(const nes_settings *s)
{
    return (run_setup){.settings = *s, .name = "./sim", .objective = {.dim = 1}};
}

static void begin(store *s, int argc, char **argv, const char *job)
{
    nes_settings settings = run_settings("xnes");
    const run_setup setup = make_setup(&settings);
    facts_origin from = {.argc = argc, .argv = argv};
    if (job != NULL) buffer_add(&from.job, job, strlen(job));
    assert_int_equal(facts_begin(s, &from, &setup), 0);
    buffer_free(&from.job);
}

static void a_command_line_comes_back(void **state)
{
    (void)state;
    char *argv[] = {"run",       "",         "--expr",   "x1 + \"x2\" - 'x3' \\ \\n",
                    "a\nb\tc\r", "\x01\x7f", "für 20 €", "\xff\xfe",
                    "{x}",       "--",       NULL};
    const int argc = sizeof argv / sizeof *argv - 1;
    const char job[] = "# h\xc3\xb6he\nvariables:\n\tx: {range: [\"a\"]}\r\n\n";
    char *here = getcwd(NULL, 0);
    store *s = rig_create("run");
    facts_origin got;
    begin(s, argc, argv, job);
    store_close(s);
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_int_equal(facts_read(s, &got), 0);
    assert_int_equal(got.argc, argc);
    for (int i = 0; i < argc; i++) assert_string_equal(got.argv[i], argv[i]);
    assert_null(got.argv[argc]);
    assert_int_equal(got.job.n, strlen(job));
    assert_string_equal(got.job.text, job);
    assert_string_equal(got.folder, here);
    assert_true(got.seconds == 0 && isnan(got.exact) && isnan(got.target) && got.draws == 0);
    facts_free(&got);
    store_close(s);
    free(here);
}

static void a_run_without_a_file_has_none(void **state)
{
    (void)state;
    char *argv[] = {"run", NULL};
    store *s = rig_create("run");
    facts_origin got;
    begin(s, 1, argv, NULL);
    assert_int_equal(facts_read(s, &got), 0);
    assert_int_equal(got.job.n, 0);
    facts_free(&got);
    store_close(s);
}

static void what_goes_with_a_state_comes_back(void **state)
{
    (void)state;
    char *argv[] = {"run", NULL};
    store *s = rig_create("run");
    facts_origin got;
    judge j = {.best = 0.1 + 0.2, .noise = {.evaluation = UINT64_C(12345678901234567)}};
    begin(s, 1, argv, NULL);
    assert_int_equal(facts_so_far(s, 1.5, &j), 0); /* there is no noise: the judge knows nothing */
    assert_int_equal(facts_read(s, &got), 0);
    assert_true(got.seconds == 1.5 && isnan(got.exact) && got.draws == 0);
    facts_free(&got);
    char message[NES_MESSAGE_SIZE];
    nes_problem *problem;
    assert_int_equal(nes_problem_create(&problem, "sphere_d2", message, sizeof message), NES_OK);
    j.problem = problem;
    assert_int_equal(facts_so_far(s, 2.5, &j), 0);
    assert_int_equal(facts_target(s, -1e-300), 0);
    nes_result r = {.stop = NES_STOP_EVALS, .best_f = 3};
    assert_int_equal(facts_end(s, "stopped", "max_evals", &r, NAN, NAN), 0); /* leaves them alone */
    assert_int_equal(facts_read(s, &got), 0);
    assert_true(got.seconds == 2.5 && got.exact == 0.1 + 0.2 && got.target == -1e-300);
    assert_true(got.draws == j.noise.evaluation);
    facts_free(&got);
    nes_problem_destroy(problem);
    store_close(s);
}

static void refuses(store *s, const char *word, int status)
{
    facts_origin got;
    said_begin(2);
    assert_int_equal(facts_read(s, &got), status);
    run_assert_has(said_end(), word);
    facts_free(&got);
}

static void strange_commands_are_refused(void **state)
{
    (void)state;
    store *s = rig_create("run");
    refuses(s, "was interrupted before it began", 2);
    const char *const bad[] = {"[", "{}", "[]", "\"run\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(store_set_fact(s, "command", bad[i]), 0);
        refuses(s, "the command of the run cannot be read", 4);
    }
    assert_int_equal(store_set_fact(s, "command", "[\"run\",3]"), 0);
    refuses(s, "", 4);
    store_close(s);
}

/* The clock ends a reader that takes the square of the number of words. */
static void long_commands_are_read_at_once(void **state)
{
    (void)state;
    enum { WORDS = 400 * 1000 };
    store *s = rig_create("run");
    buffer text = {.text = NULL};
    facts_origin got;
    for (size_t i = 0; i < WORDS; i++) buffer_add(&text, i == 0 ? "[\"a\"" : ",\"a\"", 4);
    buffer_add(&text, "]", 1);
    assert_int_equal(store_set_fact(s, "command", text.text), 0);
    alarm(30);
    assert_int_equal(facts_read(s, &got), 0);
    alarm(0);
    assert_int_equal(got.argc, WORDS);
    assert_string_equal(got.argv[WORDS - 1], "a");
    facts_free(&got);
    buffer_free(&text);
    store_close(s);
}

/* All options of the run that are texts or numbers are in the settings. */
static void settings_are_kept(void **state)
{
    (void)state;
    nes_settings settings = run_settings("snes");
    settings.seed = 17;
    nes_opt *o = run_start(RIG_DIM, NULL, &settings);
    store *s = rig_create("run");
    assert_int_equal(facts_settings(s, o), 0);
    char *text = store_get_fact(s, "settings");
    run_assert_has(text, "\"seed\":\"17\"");
    run_assert_has(text, "\"method\":\"snes\"");
    free(text);
    nes_destroy(o);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_command_line_comes_back),         IN_FOLDER(a_run_without_a_file_has_none),
        IN_FOLDER(what_goes_with_a_state_comes_back), IN_FOLDER(strange_commands_are_refused),
        IN_FOLDER(long_commands_are_read_at_once),    IN_FOLDER(settings_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
