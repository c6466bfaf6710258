/* SPDX-License-Identifier: MIT
 *
 * Options that are words: every one is the one that runs, a null one is the default, and what the
 * word of ties means. */
#include "support/runs.h"

static const char *const WORDS[] = {"eval_start", "shaping",  "ties",
                                    "bounds",     "failures", "restarts"};
enum { KINDS = sizeof WORDS / sizeof *WORDS, N = 6 };

static const double LOWER[2] = {-1, -1}, CHOICES[2] = {0, 3};
static const double UTILITIES[N] = {0.5, 0.3, 0.2, -0.2, -0.3, -0.5};

static const nes_option *option(const char *name)
{
    for (size_t i = 0; i < nes_option_count(); i++)
        if (strcmp(nes_option_at(i)->name, name) == 0) return nes_option_at(i);
    fail_msg("there is no option %s", name);
    return NULL;
}

/* What a run with these settings says of that option. */
static void in_force(const nes_settings *s, const char *name, char text[64])
{
    nes_opt *o = run_start(2, NULL, s);
    assert_int_equal(nes_get(nes_get_settings(o), name, text, 64), NES_OK);
    nes_destroy(o);
}

static void every_word_is_kept(void **state)
{
    (void)state;
    char text[64];
    for (size_t i = 0; i < KINDS; i++) {
        const char *word;
        size_t j = 0;
        for (; (word = nes_option_word(option(WORDS[i]), j)) != NULL; j++) {
            nes_settings s = run_settings("snes");
            s.popsize = N;
            s.utilities = strcmp(word, "table") == 0 ? UTILITIES : NULL;
            s.lower = strcmp(WORDS[i], "bounds") == 0 ? LOWER : NULL;
            s.choices = strcmp(word, "values") == 0 ? CHOICES : NULL;
            assert_int_equal(nes_set(&s, WORDS[i], word), NES_OK);
            in_force(&s, WORDS[i], text);
            if (strcmp(word, "auto") == 0) word = strcmp(WORDS[i], "restarts") == 0 ? "none" : "no";
            assert_string_equal(text, word);
        }
        assert_true(j > 1);
    }
}

/* The run is the same as with the default, to the last bit. */
static void no_word_is_the_default(void **state)
{
    (void)state;
    const nes_settings usual = run_settings("auto");
    nes_settings s = usual;
    s.method = s.eval_start = s.shaping = s.ties = s.bounds = s.failures = s.restarts = NULL;
    nes_opt *a = run_start(3, NULL, &usual), *b = run_start(3, NULL, &s);
    run_steps(a, 5, run_sphere, NULL);
    run_steps(b, 5, run_sphere, NULL);
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

/* Where the mean goes with these weights of the points: sum u_k x_k, since the weights add up to 0.
 */
static void check_weights(const char *ties, const double *weight)
{
    static const double f[N] = {4, 1, 4, 2, 4, 1}; /* best first: 1, 5; 3; 0, 2, 4 */
    nes_settings s = run_settings("snes");
    nes_points p;
    double want = 10;
    const double x0 = 10;
    s.popsize = N;
    s.shaping = "table";
    s.utilities = UTILITIES;
    s.ties = ties;
    s.eta_mu = 1;
    nes_opt *o = run_start(1, &x0, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < N; k++) want += weight[k] * (p.x[k] - x0);
    assert_int_equal(nes_tell(o, N, f), NES_OK);
    assert_within(run_result(o).mean_x[0], want, 1e-14);
    nes_destroy(o);
}

static void equal_values(void **state)
{
    (void)state;
    const double third = -1.0 / 3;
    check_weights("index", (const double[N]){-0.2, 0.5, -0.3, 0.2, -0.5, 0.3});
    check_weights("average", (const double[N]){third, 0.4, third, 0.2, third, 0.4});
}

/* What was once wrong with the caller's settings is no message of the run's. */
static void old_message(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    assert_int_equal(nes_set(&s, "ties", "often"), NES_ERR_VALUE);
    assert_true(strlen(s.message) > 0);
    nes_opt *o = run_start(2, NULL, &s);
    assert_string_equal(nes_get_settings(o)->message, "");
    assert_string_equal(nes_message(o), "");
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_is_kept),
        cmocka_unit_test(no_word_is_the_default),
        cmocka_unit_test(equal_values),
        cmocka_unit_test(old_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
