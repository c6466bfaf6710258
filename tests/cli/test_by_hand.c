/* SPDX-License-Identifier: MIT
 *
 * Runs by hand, with the folder opened anew for every few values, which are told in random order:
 * with retries, resampled failures, restarts and windows they are the runs that a loop makes, to
 * the last bit. New limits hold, and refused values leave no trace. */
#include "session/by_hand.h"

#include "cli/records.h"
#include "cli/store_rig.h"
#include "support/variants.h"

static const acceptance from_ask = {.command = "ask"};

enum { EVALS = 60, MOST = 400 };

/* Points that wait for values. */
typedef struct waiting {
    size_t n;
    uint64_t id[MOST];
    double x[MOST][VARIANT_DIM];
} waiting;

static int take(const store_evaluation *e, void *data)
{
    waiting *w = data;
    if (e->record.fate != NES_WAITING) return 0;
    assert_true(w->n < MOST && e->dim == VARIANT_DIM);
    w->id[w->n] = e->record.id;
    memcpy(w->x[w->n++], e->x, sizeof *w->x);
    return 0;
}

/* Finds the points of the open round that wait for a value. */
static void find_waiting(by_hand *h, waiting *w)
{
    w->n = 0;
    if (nes_stopped(h->opt) == NES_RUNNING)
        assert_int_equal(store_each_evaluation(h->store, h->round, take, w), 0);
}

static void start_folder(const nes_settings *settings)
{
    const variables none = {.n = VARIANT_DIM};
    store *s = rig_create("run");
    nes_opt *o = run_start(VARIANT_DIM, variant_start(settings), settings);
    assert_int_equal(store_set_variables(s, &none, settings), 0);
    assert_int_equal(store_set_state(s, 0, o), 0);
    nes_destroy(o);
    store_close(s);
}

static void open_hand(by_hand *h, const char *set)
{
    assert_int_equal(by_hand_open(h, "run", set, &from_ask), 0);
}

static int tell(by_hand *h, uint64_t id, double f)
{
    const eval_record r = records_make(id, f);
    return by_hand_tell(h, &r, NULL);
}

/* Tells up to `most` of the points that wait, in random order; false: none waits. */
static bool tell_some(nes_objective f, size_t most, uint64_t *random)
{
    by_hand h;
    waiting w;
    open_hand(&h, NULL);
    find_waiting(&h, &w);
    for (size_t i = 0; i < most && w.n > 0; i++) {
        const size_t k = (size_t)(run_random(random) % w.n);
        assert_int_equal(tell(&h, w.id[k], f(VARIANT_DIM, w.x[k], NULL)), 0);
        w.id[k] = w.id[--w.n];
        memcpy(w.x[k], w.x[w.n], sizeof *w.x);
    }
    const bool any = w.n > 0 || nes_stopped(h.opt) == NES_RUNNING;
    assert_int_equal(by_hand_keep(&h), 0);
    by_hand_close(&h);
    return any;
}

static void assert_folder_has(const nes_opt *whole)
{
    store *s;
    uint64_t round;
    buffer state;
    nes_opt *o = NULL;
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_int_equal(store_get_state(s, &round, &state), 0);
    assert_int_equal(nes_load(&o, state.text, state.n, NULL, NULL, 0), NES_OK);
    run_assert_same(o, whole);
    nes_destroy(o);
    buffer_free(&state);
    store_close(s);
}

static void variants_are_as_in_a_loop(void **state)
{
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        uint64_t random = v + 1;
        nes_settings settings = variant_settings(v, run_find_method("xnes"));
        if (settings.max_evals == 0 || settings.max_evals > EVALS) settings.max_evals = EVALS;
        nes_opt *whole = run_start(VARIANT_DIM, variant_start(&settings), &settings);
        run_to_end(whole, variant_objective(v), NULL);
        folder_open(state);
        start_folder(&settings);
        while (tell_some(variant_objective(v), 1 + (size_t)(run_random(&random) % 30), &random))
            ;
        assert_folder_has(whole);
        folder_close(state);
        nes_destroy(whole);
    }
}

static nes_settings plain_settings(uint64_t max_evals)
{
    nes_settings s = run_settings("xnes");
    s.popsize = 6;
    s.max_evals = max_evals;
    return s;
}

/* Limits that came with an ask are there at the next tell, and later. */
static void new_limits_hold(void **state)
{
    (void)state;
    nes_settings settings = plain_settings(8);
    uint64_t random = 1;
    by_hand h;
    start_folder(&settings);
    while (tell_some(run_sphere, 100, &random))
        ;
    open_hand(&h, "max_evals=20\n");
    assert_int_equal(nes_stopped(h.opt), NES_RUNNING);
    assert_int_equal(by_hand_keep(&h), 0);
    by_hand_close(&h);
    while (tell_some(run_sphere, 4, &random))
        ;
    settings.max_evals = 20;
    nes_opt *whole = run_start(VARIANT_DIM, variant_start(&settings), &settings);
    run_to_end(whole, run_sphere, NULL);
    open_hand(&h, NULL);
    assert_int_equal(run_result(h.opt).evaluations, 20);
    run_assert_real(run_result(h.opt).best_f, run_result(whole).best_f);
    by_hand_close(&h);
    nes_destroy(whole);
    said_begin(2);
    assert_int_equal(by_hand_open(&h, "run", "max_evals=20\npopsize=20\n", &from_ask), 2);
    run_assert_has(said_end(), "popsize");
    by_hand_close(&h);
}

static size_t count_waiting(by_hand *h)
{
    waiting w;
    find_waiting(h, &w);
    return w.n;
}

static void refuses(by_hand *h, uint64_t id, const char *word)
{
    said_begin(2);
    assert_int_equal(tell(h, id, 1), 2);
    run_assert_has(said_end(), word);
}

static void wrong_values_are_refused(void **state)
{
    (void)state;
    const nes_settings settings = plain_settings(50);
    by_hand h;
    start_folder(&settings);
    open_hand(&h, NULL);
    assert_int_equal(count_waiting(&h), 6);
    assert_int_equal(tell(&h, 2, 1.5), 0);
    assert_int_equal(count_waiting(&h), 5);
    refuses(&h, 2, "point 2 has a value already");
    refuses(&h, 77, "point 77 is not open");
    by_hand_close(&h); /* nothing was kept */
    open_hand(&h, NULL);
    assert_int_equal(count_waiting(&h), 6);
    by_hand_close(&h);
}

static void a_folder_without_a_start_is_refused(void **state)
{
    (void)state;
    by_hand h;
    store_close(rig_create("run"));
    said_begin(2);
    assert_int_equal(by_hand_open(&h, "run", NULL, &from_ask), 2);
    run_assert_has(said_end(), "has not begun");
    by_hand_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_are_as_in_a_loop),
        IN_FOLDER(new_limits_hold),
        IN_FOLDER(wrong_values_are_refused),
        IN_FOLDER(a_folder_without_a_start_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
