/* SPDX-License-Identifier: MIT
 *
 * Saved and loaded after every single value: the run goes on bit for bit. One handle lives
 * through the run, the other is replaced by its own saved and loaded copy at every step. */
#include "support/runs.h"
#include "support/sanitizer.h"
#include "support/variants.h"

static size_t find(const nes_points *p, uint64_t id)
{
    for (size_t k = 0; k < p->n; k++)
        if (p->id[k] == id) return k;
    fail_msg("point %llu is not handed out", (unsigned long long)id);
    return 0;
}

/* Both hand out the same points, if not in the same order. */
static void assert_same_points(const nes_points *p, const nes_points *q)
{
    assert_int_equal(p->n, q->n);
    for (size_t k = 0; k < p->n; k++)
        assert_memory_equal(p->x + k * p->dim, q->x + find(q, p->id[k]) * p->dim,
                            p->dim * sizeof *p->x);
}

static void assert_same_results(nes_opt *a, nes_opt *b)
{
    const nes_result r = run_result(a), q = run_result(b);
    const size_t bytes = r.dim * sizeof(double);
    assert_true((r.best_x == NULL) == (q.best_x == NULL));
    if (r.best_x != NULL) assert_memory_equal(r.best_x, q.best_x, bytes);
    assert_memory_equal(r.mean_x, q.mean_x, bytes);
    assert_memory_equal(r.std_x, q.std_x, bytes);
    assert_int_equal(r.evaluations, q.evaluations);
    assert_int_equal(r.best_evaluation, q.best_evaluation);
    assert_int_equal(r.failed, q.failed);
    assert_int_equal(r.nonfinite, q.nonfinite);
    assert_int_equal(r.generations, q.generations);
    assert_string_equal(r.stop_text, q.stop_text);
    assert_string_equal(nes_choice_text(a), nes_choice_text(b));
}

/* At most portion values at a time; the reason of the stop, if there was one. */
static nes_stop follow(const nes_settings *s, nes_objective f, size_t portion, size_t steps)
{
    uint64_t random = 7;
    nes_opt *a = run_start(VARIANT_DIM, variant_start(s), s), *b = run_copy(a);
    for (size_t t = 0; t < steps && nes_stopped(a) == NES_RUNNING; t++) {
        nes_points p, q;
        uint64_t id[64];
        double value[64];
        size_t order[64];
        assert_int_equal(nes_ask(a, &p), NES_OK);
        assert_int_equal(nes_ask(b, &q), NES_OK);
        assert_same_points(&p, &q);
        run_shuffle(&random, p.n, order);
        const size_t n = p.n < portion ? p.n : portion;
        for (size_t i = 0; i < n; i++) {
            id[i] = p.id[order[i]];
            value[i] = f(p.dim, p.x + order[i] * p.dim, NULL);
        }
        assert_int_equal(nes_tell_some(a, n, id, value), NES_OK);
        assert_int_equal(nes_tell_some(b, n, id, value), NES_OK);
        run_assert_same(a, b);
        assert_same_results(a, b);
        nes_opt *copy = run_copy(b);
        run_assert_same(a, copy);
        assert_same_results(a, copy);
        nes_destroy(b);
        b = copy;
    }
    const nes_stop stop = nes_stopped(a);
    nes_destroy(a);
    nes_destroy(b);
    return stop;
}

static void at_every_value(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            const nes_settings s = variant_settings(v, nes_method_at(m));
            follow(&s, variant_objective(v), 1, 50 / SLOWER);
            follow(&s, variant_objective(v), 6, 20 / SLOWER);
        }
}

/* To the end: the stop is the same, by every kind of reason that these runs have. */
static void to_the_end(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        nes_settings s = variant_settings(0, nes_method_at(m));
        s.rates = "fixed"; /* the others take their time */
        s.target = 2;
        assert_int_equal(follow(&s, run_sphere, 6, 1000), NES_STOP_TARGET);
        s.target = NES_OFF;
        s.tolfun = 10;
        assert_int_equal(follow(&s, run_sphere, 4, 1000), NES_STOP_TOLFUN);
    }
}

/* Numbers near the ends of the range survive, too. */
static void extreme_numbers(void **state)
{
    (void)state;
    double low[VARIANT_DIM], high[VARIANT_DIM], small[VARIANT_DIM];
    for (size_t i = 0; i < VARIANT_DIM; i++) low[i] = -1e200, high[i] = 1e200, small[i] = 1e-100;
    nes_settings s = run_settings("xnes");
    s.popsize = 6;
    s.lower = low;
    s.upper = high;
    s.target = -DBL_MAX;
    follow(&s, run_sphere, 3, 20);
    s = run_settings("snes");
    s.popsize = 6;
    s.sigma = 1e-190;
    s.scale = small;
    s.seed = UINT64_MAX;
    s.noeffect = false;
    follow(&s, run_sphere, 3, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_every_value),
        cmocka_unit_test(to_the_end),
        cmocka_unit_test(extreme_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
