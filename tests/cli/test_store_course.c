/* SPDX-License-Identifier: MIT
 *
 * The database of a run: its course, the state of the optimiser, orders, and what is committed
 * together. */
#include "store_rig.h"

typedef struct course {
    size_t n;
    const course_row *g;
} course;

static int check_generation(const course_row *g, void *data)
{
    course *c = data;
    const course_row *w = &c->g[c->n++];
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
    double std[] = {INFINITY, -INFINITY}, awkward[N_AWKWARD];
    memcpy(awkward, AWKWARD, sizeof awkward);
    const course_row rows[] = {
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
         .mean = awkward,
         .std = std,
         .n_axes = N_AWKWARD,
         .axes = awkward},
        {.generation = 2, .evaluations = UINT64_C(1) << 62, .run = 2, .popsize = 7, .best = NAN},
    };
    store *s = rig_create("run");
    assert_int_equal(store_add_generation(s, &rows[1]), 0);
    assert_int_equal(store_add_generation(s, &rows[1]), 0); /* the same row */
    assert_int_equal(store_add_generation(s, &rows[0]), 0);
    s = rig_open_again(s, STORE_READ);
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
        if (g <= 128) assert_int_equal(n, g);
    }
    assert_true(n > 450 && n < 600);
}

static void the_state_is_the_run(void **state)
{
    (void)state;
    uint64_t round = 9;
    buffer b;
    store *s = rig_create("run");
    assert_int_equal(store_get_state(s, &round, &b), 0);
    assert_int_equal(b.n, 0);
    assert_int_equal(round, 0);
    nes_settings settings = run_settings("xnes");
    nes_opt *o = run_start(3, NULL, &settings), *again;
    for (uint64_t k = 1; k <= 3; k++) { /* the last one counts */
        run_step(o, run_sphere, NULL);
        assert_int_equal(store_set_state(s, k, o), 0);
    }
    s = rig_open_again(s, STORE_READ);
    assert_int_equal(store_get_state(s, &round, &b), 0);
    assert_int_equal(round, 3);
    assert_int_equal(nes_load(&again, b.text, b.n, NULL, NULL, 0), NES_OK);
    run_assert_same(o, again);
    char digest[20];
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)nes_fingerprint(o));
    assert_string_equal(rig_ask("SELECT fingerprint FROM state"), digest);
    assert_string_equal(rig_ask("SELECT generation FROM state"), "3");
    buffer_free(&b);
    nes_destroy(o);
    nes_destroy(again);
    store_close(s);
}

static void take(store *s, const char *order)
{
    char *text;
    assert_int_equal(store_take_order(s, &text), 0);
    assert_string_equal(text == NULL ? "" : text, order);
    free(text);
}

static void orders_are_taken_once(void **state)
{
    (void)state;
    store *s = rig_create("run");
    take(s, "");
    assert_int_equal(store_add_order("run", "pause"), 0);
    assert_int_equal(store_add_order("run", "set max_evals=100"), 0);
    take(s, "pause");
    take(s, "set max_evals=100");
    take(s, "");
    take(s, "");
    assert_int_equal(store_add_order("run", "stop"), 0);
    s = rig_open_again(s, STORE_WRITE); /* it waits for whoever goes on */
    take(s, "stop");
    take(s, "");
    store_close(s);
}

static void commits_together(void **state)
{
    (void)state;
    store *s = rig_create("run");
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_begin(s), 0);
    assert_int_equal(store_set_fact(s, "a", "1"), 0);
    assert_int_equal(store_commit(s, true), 0);
    assert_string_equal(rig_ask("SELECT count(*) FROM facts"), "0");
    assert_int_equal(store_set_fact(s, "b", "2"), 0);
    assert_int_equal(store_commit(s, true), 0);
    assert_string_equal(rig_ask("SELECT count(*) FROM facts"), "2");
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(generations_are_exact), IN_FOLDER(few_generations_are_wanted),
        IN_FOLDER(the_state_is_the_run),  IN_FOLDER(orders_are_taken_once),
        IN_FOLDER(commits_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
