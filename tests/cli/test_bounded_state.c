/* SPDX-License-Identifier: MIT
 *
 * States that are only looked at: they get as much memory as a run of their size may need, and no
 * gigabytes because their settings say so. */
#include "store/bounded_state.h"
#include "store/standing.h"
#include "store_rig.h"
#include "support/hostile.h"

static hostile saved;

static void a_usual_state_is_loaded(void **state)
{
    (void)state;
    bounded_state b;
    nes_settings s = run_settings("xnes");
    nes_opt *o = run_start(RIG_DIM, NULL, &s);
    run_steps(o, 3, run_sphere, NULL);
    run_saved bytes = run_save(o);
    assert_int_equal(bounded_state_load(&b, bytes.data, bytes.size), NES_OK);
    run_assert_same(b.opt, o);
    assert_false(b.exceeded);
    assert_true(b.left < b.most);
    bounded_state_close(&b);
    assert_null(b.opt);
    free(bytes.data);
    nes_destroy(o);
}

/* A damaged one is another matter. */
static void a_damaged_state_asks_for_nothing(void **state)
{
    (void)state;
    bounded_state b;
    assert_int_equal(bounded_state_load(&b, "libnes", 6), NES_ERR_FOREIGN);
    assert_false(b.exceeded);
    assert_null(b.opt);
    bounded_state_close(&b);
}

static void a_greedy_state_is_refused(void **state)
{
    (void)state;
    bounded_state b;
    hostile_greedy(&saved, RIG_DIM, 1000 * 1000 * 1000);
    assert_int_equal(bounded_state_load(&b, saved.data, saved.size), NES_ERR_MEMORY);
    assert_true(b.exceeded);
    assert_null(b.opt);
    bounded_state_close(&b);
    hostile_greedy(&saved, RIG_DIM, 1000); /* nothing else is wrong with it */
    assert_int_equal(bounded_state_load(&b, saved.data, saved.size), NES_OK);
    bounded_state_close(&b);
}

/* The rest of the run is shown all the same. */
static void a_greedy_run_is_shown(void **state)
{
    (void)state;
    standing t;
    variables v = {.n = RIG_DIM};
    nes_settings settings = run_settings("snes");
    nes_opt *o = run_start(RIG_DIM, NULL, &settings);
    store *s = rig_create("run");
    assert_int_equal(store_set_variables(s, &v, &settings), 0);
    assert_int_equal(store_set_fact(s, "objective", "sphere"), 0);
    assert_int_equal(store_set_state(s, 1, o), 0);
    nes_destroy(o);
    hostile_greedy(&saved, RIG_DIM, 1000 * 1000 * 1000);
    s = rig_open_again(s, STORE_READ);
    rig_put_state(saved.data, saved.size);
    said_begin(2);
    assert_int_equal(standing_open(&t, s), 0);
    run_assert_has(said_end(), "nes: the state in run asks for more than 256 MB of memory");
    assert_string_equal(t.fact[FACT_OBJECTIVE], "sphere");
    standing_close(&t);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_usual_state_is_loaded),
        cmocka_unit_test(a_damaged_state_asks_for_nothing),
        cmocka_unit_test(a_greedy_state_is_refused),
        cmocka_unit_test_setup_teardown(a_greedy_run_is_shown, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
