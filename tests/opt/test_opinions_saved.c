/* SPDX-License-Identifier: MIT
 *
 * Ways to the best end go through all that can happen to a run: told one by one in any order, saved
 * and loaded at every value, in parts, with failures, with values that come late, with budgets that
 * are given later. */
#include "support/runs.h"

enum { D = 2, MOST = 64 };

static double ripples(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i] + 1 - cos(3 * x[i]);
    return sum;
}

/* Every 29th evaluation fails, by id. */
static double outcome(uint64_t id, size_t dim, const double *x)
{
    return id % 29 == 3 ? MARKED_FAILED : ripples(dim, x, NULL);
}

typedef struct plan {
    bool failures, saves, shuffles;
    uint64_t late; /* one in so many asks is closed before its last value; 0: none */
} plan;

static nes_opt *finish(const nes_settings *s, plan how)
{
    static const double X0[D] = {2.5, -1.5};
    uint64_t random = 3, asks = 0;
    nes_opt *o = run_start(D, X0, s);
    while (nes_stopped(o) == NES_RUNNING) {
        nes_points p;
        uint64_t id[MOST];
        double f[MOST];
        size_t order[MOST];
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const size_t n = p.n;
        assert_in_range(n, 1, MOST);
        for (size_t k = 0; k < n; k++) order[k] = k;
        if (how.shuffles) run_shuffle(&random, n, order);
        for (size_t i = 0; i < n; i++) {
            id[i] = p.id[order[i]];
            f[i] = how.failures ? outcome(id[i], D, p.x + order[i] * D)
                                : ripples(D, p.x + order[i] * D, NULL);
        }
        const bool late = how.late > 0 && ++asks % how.late == 0 && n > 3;
        for (size_t i = 0; i + late < n && nes_stopped(o) == NES_RUNNING; i++) {
            assert_int_equal(marked_tell_some(o, 1, &id[i], &f[i]), NES_OK);
            if (!how.saves) continue;
            nes_opt *copy = run_copy(o);
            run_assert_same(o, copy);
            nes_destroy(o);
            o = copy;
        }
        if (late && nes_stopped(o) == NES_RUNNING) assert_int_equal(nes_close(o), NES_OK);
    }
    return o;
}

static nes_settings settings(const char *method, uint64_t seed)
{
    nes_settings s = run_settings(method);
    s.restarts = "opinions";
    s.seed = seed;
    return s;
}

/* The same search, however it is told. */
static void compare(const nes_settings *s, plan a, plan b)
{
    nes_opt *first = finish(s, a), *second = finish(s, b);
    assert_true(run_result(first).restarts > 0);
    run_assert_same(first, second);
    nes_destroy(first);
    nes_destroy(second);
}

static const char *const METHODS[] = {"dd-xnes", "xnes",    "snes",    "cr-fm-nes",
                                      "xnes-as", "xnes-im", "1+1-xnes"};

static void at_every_value(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof METHODS / sizeof *METHODS; m++) {
        nes_settings s = settings(METHODS[m], m + 1);
        s.max_evals = 4000;
        compare(&s, (plan){.shuffles = false}, (plan){.saves = true, .shuffles = true});
        s.retries = 1;
        compare(&s, (plan){.failures = true}, (plan){.failures = true, .saves = true});
        s.retries = 0;
        compare(&s, (plan){.failures = true, .shuffles = true},
                (plan){.failures = true, .saves = true});
    }
}

/* Steps of a way that nobody waits for are left out, and the way leads nowhere. */
static void late_values(void **state)
{
    (void)state;
    for (uint64_t late = 1; late < 8; late++)
        for (uint64_t seed = 1; seed < 4; seed++) {
            const nes_settings s = settings("dd-xnes", seed);
            compare(&s, (plan){.late = late}, (plan){.late = late, .saves = true});
        }
}

/* Points in parts: the bits are the same. */
static void windows(void **state)
{
    (void)state;
    nes_settings s = settings("snes", 4);
    s.popsize = 8;
    nes_opt *whole = finish(&s, (plan){.shuffles = false});
    for (uint64_t window = 1; window < 8; window++) {
        s.window = window;
        compare(&s, (plan){.shuffles = false}, (plan){.saves = true, .shuffles = true});
        nes_opt *parts = finish(&s, (plan){.shuffles = false});
        const nes_result a = run_result(whole), b = run_result(parts);
        assert_int_equal(a.evaluations, b.evaluations);
        assert_int_equal(a.best_evaluation, b.best_evaluation);
        assert_memory_equal(a.best_x, b.best_x, D * sizeof(double));
        assert_memory_equal(a.mean_x, b.mean_x, D * sizeof(double));
        nes_destroy(parts);
    }
    nes_destroy(whole);
}

/* A budget that ends in the middle of everything, and is raised by one evaluation at a time. */
static void budgets(void **state)
{
    (void)state;
    static const double X0[D] = {2.5, -1.5};
    nes_settings s = settings("dd-xnes", 2);
    nes_opt *whole = finish(&s, (plan){.shuffles = false});
    const nes_result end = run_result(whole);
    s.max_evals = end.evaluations / 3;
    nes_opt *o = run_start(D, X0, &s);
    run_to_end(o, ripples, NULL);
    nes_settings more = run_settings("auto");
    more.eval_start = "auto";
    for (uint64_t n = s.max_evals + 1; n <= end.evaluations + 100; n++) {
        more.max_evals = n;
        assert_int_equal(nes_continue(o, &more), NES_OK);
        run_to_end(o, ripples, NULL);
    }
    const nes_result r = run_result(o);
    assert_int_equal(r.evaluations, end.evaluations);
    assert_int_equal(r.stop, end.stop);
    assert_int_equal(r.best_evaluation, end.best_evaluation);
    assert_memory_equal(r.best_x, end.best_x, D * sizeof(double));
    assert_string_equal(r.trust_text, end.trust_text);
    nes_destroy(o);
    nes_destroy(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_every_value),
        cmocka_unit_test(late_values),
        cmocka_unit_test(windows),
        cmocka_unit_test(budgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
