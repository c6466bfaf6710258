/* SPDX-License-Identifier: MIT
 *
 * The budget of evaluations is used to the last one and never exceeded: inside a generation, below
 * one generation, with failures that are tried again or replaced, whoever tells. */
#include "support/runs.h"

typedef struct tally {
    uint64_t calls, fail_every;
    double best;
} tally;

static double counted(size_t dim, const double *x, void *user)
{
    tally *t = user;
    t->calls++;
    if (t->fail_every > 0 && t->calls % t->fail_every == 0) return MARKED_FAILED;
    const double f = run_sphere(dim, x, NULL);
    t->best = fmin(t->best, f);
    return f;
}

static void exactly(void **state)
{
    (void)state;
    static const uint64_t budgets[] = {1, 3, 8, 9, 100};
    const double x0[4] = {1, 2, 3, 4};
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t i = 0; i < 15; i++) {
            if (run_is_binary(nes_method_at(m))) continue;
            nes_settings s = run_settings(nes_method_at(m)->name);
            tally t = {0, i / 5 == 0 ? 0 : 3, INFINITY};
            s.max_evals = budgets[i % 5];
            s.retries = 2;
            s.failures = i / 5 == 1 ? "worst" : "resample";
            s.sampling = "iid";
            nes_opt *o = run_start(4, x0, &s);
            run_to_end(o, counted, &t);
            const nes_result r = run_result(o);
            assert_int_equal(t.calls, s.max_evals);
            assert_int_equal(r.evaluations, s.max_evals);
            run_assert_real(r.best_f, t.best);
            assert_int_equal(r.stop, NES_STOP_EVALS);
            nes_destroy(o);
        }
}

/* Not even by telling ids that were never handed out. */
static void not_by_id(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    const uint64_t id[4] = {0, 1, 2, 3};
    const double f[4] = {1, 2, 3, 4};
    nes_points p;
    s.max_evals = 3;
    nes_opt *o = run_start(2, NULL, &s);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    assert_int_equal(p.n, 3);
    assert_int_equal(marked_tell_some(o, 4, id, f), NES_ERR_COUNT);
    run_assert_has(nes_message(o), "max_evals");
    assert_int_equal(marked_tell_some(o, 3, p.id, f), NES_OK);
    assert_int_equal(nes_stopped(o), NES_STOP_EVALS);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exactly),
        cmocka_unit_test(not_by_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
