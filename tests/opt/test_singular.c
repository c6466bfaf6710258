/* SPDX-License-Identifier: MIT
 *
 * Sentences about one thing: one value, one evaluation, one generation, one run. */
#include "support/runs.h"

static nes_opt *opt_of(size_t dim, const char *name, const char *value)
{
    nes_settings s = run_settings("snes");
    s.popsize = 6;
    s.eval_start = "no";
    if (name != NULL) assert_int_equal(nes_set(&s, name, value), NES_OK);
    return run_start(dim, NULL, &s);
}

static void told(void **state)
{
    (void)state;
    nes_opt *o = opt_of(2, NULL, NULL);
    nes_points p;
    const double f = 1;
    const uint64_t ids[7] = {0};
    const double seven[7] = {0};
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(nes_tell(o, 1, &f), NES_ERR_COUNT);
    assert_string_equal(nes_message(o), "1 value was told, but the last ask handed out 6 points");
    nes_destroy(o);
    o = opt_of(2, "max_evals", "1");
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(nes_tell_some(o, 2, ids, seven), NES_ERR_COUNT);
    run_assert_has(nes_message(o), "2 values were told, but max_evals leaves 1");
    assert_int_equal(nes_tell(o, 2, seven), NES_ERR_COUNT);
    assert_string_equal(nes_message(o), "2 values were told, but the last ask handed out 1 point");
    nes_destroy(o);
}

/* What nes_continue says of a limit of 1. */
static void limited(const char *name, const char *sentence)
{
    nes_opt *o = opt_of(2, name, "1");
    run_steps(o, 100, run_sphere, NULL);
    assert_true(nes_stopped(o) != NES_RUNNING);
    assert_int_equal(nes_continue(o, NULL), NES_OK);
    run_assert_has(nes_message(o), sentence);
    nes_destroy(o);
}

static void limits(void **state)
{
    (void)state;
    limited("max_evals", "1 evaluation is used and max_evals is 1; raise max_evals");
    limited("max_gens", "1 generation is used and max_gens is 1; raise max_gens");
}

static void lengths(void **state)
{
    (void)state;
    const double three[] = {0, 0, 0};
    char message[NES_MESSAGE_SIZE];
    nes_settings s = run_settings("snes");
    double x[2];
    assert_int_equal(nes_set_array(&s, "lower", 3, three), NES_OK);
    assert_int_equal(nes_settings_check(&s, 1, NULL, message, sizeof message), NES_ERR_COUNT);
    run_assert_has(message, "'lower' has 3 numbers, but 1 is needed: one for each variable");
    assert_int_equal(nes_set_array(&s, "lower", 1, three), NES_OK);
    assert_int_equal(nes_settings_check(&s, 3, NULL, message, sizeof message), NES_ERR_COUNT);
    run_assert_has(message, "'lower' has 1 number, but 3 are needed: one for each variable");
    nes_opt *o = opt_of(1, NULL, NULL);
    assert_int_equal(nes_get_array(o, "mean_x", 2, x), NES_ERR_COUNT);
    assert_string_equal(nes_message(o), "result 'mean_x' has 1 number, not 2");
    nes_destroy(o);
}

static nes_fate fails(size_t dim, const double *x, double *values, void *user)
{
    (void)dim, (void)x, (void)user;
    values[0] = 0;
    return NES_FAILED;
}

static void trust(void **state)
{
    (void)state;
    nes_result r;
    nes_opt *o = opt_of(2, "max_gens", "1");
    run_steps(o, 2, run_sphere, NULL);
    assert_int_equal(nes_get_result(o, &r), NES_OK);
    assert_string_equal(r.trust_text, "1 generation is too few to tell");
    nes_destroy(o);
    o = opt_of(2, "max_evals", "1");
    assert_int_equal(nes_run_records(o, fails, NULL), NES_OK);
    assert_int_equal(nes_get_result(o, &r), NES_OK);
    assert_string_equal(r.trust_text, "there is no answer: the only evaluation has failed");
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(told),
        cmocka_unit_test(limits),
        cmocka_unit_test(lengths),
        cmocka_unit_test(trust),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
