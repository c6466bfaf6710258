/* SPDX-License-Identifier: MIT
 *
 * Handles with restarts, for every strategy and method: shares, budgets, the run that won, where
 * new runs start, what is refused. */
#include "opt/handle/opt.h"

#include <stdio.h>

#include "support/runs.h"

static const char *const STRATEGIES[] = {"interleaved", "ipop", "bipop"};
enum { SEVERAL = 3, ID_BITS = 48 };

/* No run ends by itself: no criterion, and no move that could fail. */
static nes_settings endless(const char *method, const char *restarts)
{
    nes_settings s = run_settings(method);
    s.restarts = restarts;
    s.tolx = s.tolx_abs = s.tolfun = s.max_condition = NES_OFF;
    s.flat = s.stagnation = s.max_growth = NES_OFF;
    s.noeffect = s.restart_limit = false;
    s.eta_mu = s.eta_sigma = s.eta_shape = s.eta_nu = 0;
    s.max_infeasible = 0;
    run_drop_unused(2, NULL, &s);
    return s;
}

/* Runs end soon: after 10 + ceil(30 d/n) generations of equal values. */
static nes_settings hasty(const char *method, const char *restarts)
{
    nes_settings s = run_settings(method);
    s.restarts = restarts;
    s.popsize = 30;
    s.tolfun = 1e300;
    return s;
}

/* Worse and worse with every call, whatever the point: no progress, and nothing to find. */
static double worse(size_t dim, const double *x, void *user)
{
    (void)dim;
    (void)x;
    return *(double *)user += 1;
}

static double noise(size_t dim, const double *x, void *user)
{
    (void)dim;
    (void)x;
    return (double)run_random(user);
}

static void shares(void **state)
{
    (void)state;
    static const double ps[] = {0.5, 0.2, 0.1};
    for (size_t i = 0; i < 3 * nes_method_count(); i++) {
        const double p = ps[i % 3];
        uint64_t random = 1;
        nes_settings s = endless(nes_method_at(i / 3)->name, "interleaved");
        s.restart_p = p;
        s.popsize = 10;
        s.max_evals = 100000;
        nes_opt *o = run_start(2, NULL, &s);
        run_to_end(o, noise, &random);
        const nes_schedule *t = &o->runs.schedule;
        const nes_result r = run_result(o);
        assert_int_equal(r.evaluations, 100000);
        assert_int_equal(r.restarts, t->n - 1);
        double share = p;
        for (size_t k = 0; k < t->n; k++, share *= 1 - p)
            assert_within((double)t->member[k].used * 1e-5, share, 5e-4);
        nes_destroy(o);
    }
}

typedef struct tally {
    uint64_t calls, most;
    double best;
    uint64_t best_call;
} tally;

static double counted(size_t dim, const double *x, void *user)
{
    tally *t = user;
    const double f = run_sphere(dim, x, NULL);
    assert_true(++t->calls <= t->most);
    if (f < t->best) t->best = f, t->best_call = t->calls;
    return f;
}

/* Counts, best value and its number are those of all runs; the budget is used to the last one. */
static void budgets(void **state)
{
    (void)state;
    static const uint64_t most[] = {1, 7, 8, 450, 2003};
    const double x0[2] = {3, -4};
    for (size_t i = 0; i < SEVERAL * 5 * nes_method_count(); i++) {
        if (run_is_binary(nes_method_at(i / SEVERAL / 5))) continue;
        nes_settings s = hasty(nes_method_at(i / SEVERAL / 5)->name, STRATEGIES[i % SEVERAL]);
        tally t = {0, most[i / SEVERAL % 5], INFINITY, 0};
        s.max_evals = t.most;
        nes_opt *o = run_start(2, x0, &s);
        run_to_end(o, counted, &t);
        const nes_result r = run_result(o);
        assert_int_equal(r.stop, NES_STOP_EVALS);
        assert_int_equal(t.calls, t.most);
        assert_int_equal(r.evaluations, t.most);
        run_assert_real(r.best_f, t.best);
        assert_int_equal(r.best_evaluation, t.best_call);
        assert_true(r.best_run >= 1 && r.best_run <= r.restarts + 1);
        if (t.most > 2000) assert_true(r.restarts > 0);
        nes_destroy(o);
    }
}

static void target_and_generations(void **state)
{
    (void)state;
    const double x0[2] = {3, -4};
    for (size_t i = 0; i < SEVERAL * nes_method_count(); i++) {
        if (run_is_binary(nes_method_at(i / SEVERAL))) continue;
        nes_settings s = hasty(nes_method_at(i / SEVERAL)->name, STRATEGIES[i % SEVERAL]);
        s.target = 1;
        s.max_evals = 1000000;
        nes_opt *o = run_start(2, x0, &s);
        run_to_end(o, run_sphere, NULL);
        assert_int_equal(run_result(o).stop, NES_STOP_TARGET);
        assert_true(run_result(o).best_f <= 1);
        nes_destroy(o);
        s.target = NES_OFF;
        s.max_gens = 77;
        o = run_start(2, x0, &s);
        run_to_end(o, run_sphere, NULL);
        assert_int_equal(run_result(o).stop, NES_STOP_GENS);
        assert_int_equal(run_result(o).generations, 77);
        nes_destroy(o);
    }
}

/* Which run won can be told from the id of the best point; its value is in the text, too. */
static void winner(void **state)
{
    (void)state;
    for (size_t i = 0; i < SEVERAL; i++) {
        nes_settings s = hasty("snes", STRATEGIES[i]);
        uint64_t random = 4, best_run = 0;
        double best = INFINITY;
        char text[64];
        s.max_evals = 20000;
        nes_opt *o = run_start(3, NULL, &s);
        while (nes_stopped(o) == NES_RUNNING) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < p.n; k++) {
                p.f[k] = (double)run_random(&random);
                if (p.f[k] < best) best = p.f[k], best_run = (p.id[k] >> ID_BITS) + 1;
            }
            assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
            assert_int_equal(run_result(o).best_run, best_run);
        }
        const nes_result r = run_result(o);
        run_assert_real(r.best_f, best);
        assert_true(r.restarts > 2);
        snprintf(text, sizeof text, "%d restarts, run %d won", (int)r.restarts, (int)r.best_run);
        run_assert_has(r.stop_text, text);
        nes_destroy(o);
    }
}

/* p = 1: the same points and the same end as without restarts. */
static void one_run(void **state)
{
    (void)state;
    const double x0[3] = {1, 2, 3};
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        nes_settings s = hasty(nes_method_at(m)->name, "none");
        nes_opt *a = run_start(3, x0, &s);
        s.restarts = "interleaved";
        s.restart_p = 1;
        nes_opt *b = run_start(3, x0, &s);
        while (nes_stopped(a) == NES_RUNNING) {
            nes_points p, q;
            assert_int_equal(nes_ask(a, &p), NES_OK);
            assert_int_equal(nes_ask(b, &q), NES_OK);
            assert_int_equal(p.n, q.n);
            assert_same_reals(p.n * 3, q.x, p.x);
            for (size_t k = 0; k < p.n; k++) p.f[k] = q.f[k] = run_sphere(3, p.x + 3 * k, NULL);
            assert_int_equal(nes_tell(a, p.n, p.f), NES_OK);
            assert_int_equal(nes_tell(b, q.n, q.f), NES_OK);
            assert_int_equal(nes_stopped(a), nes_stopped(b));
        }
        const nes_result r = run_result(a), q = run_result(b);
        assert_int_equal(r.stop, q.stop);
        run_assert_real(r.stop_value, q.stop_value);
        assert_int_equal(q.restarts, 0);
        nes_destroy(a);
        nes_destroy(b);
    }
}

/* Populations as seen by the caller: three enlargements, then from the first one again. The default
 * population is enlarged as it is before it is made even: 15, not 16, for 40 variables. */
static void ipop(void **state)
{
    (void)state;
    static const size_t given[] = {5, 15, 45, 135, 5, 15, 45};
    static const size_t rounded[] = {16, 46, 136, 406, 16, 46, 136};
    for (int even = 0; even < 2; even++) {
        nes_settings s = hasty("snes", "ipop");
        size_t run = 0;
        double f = 0;
        s.popsize = even ? 0 : 5;
        s.sampling = even ? "mirrored" : "iid";
        s.restart_max = 3;
        nes_opt *o = run_start(even ? 40 : 2, NULL, &s);
        for (;;) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            run = (size_t)(p.id[0] >> ID_BITS);
            if (run == sizeof given / sizeof *given) break;
            assert_int_equal(p.n, even ? rounded[run] : given[run]);
            for (size_t k = 0; k < p.n; k++) p.f[k] = f += 1;
            assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        }
        assert_int_equal(run_result(o).restarts, 7);
        assert_int_equal(run_result(o).best_run, 1);
        assert_int_equal(nes_get_settings(o)->popsize, even ? 16 : 5);
        nes_destroy(o);
    }
}

/* All random streams are used: only then a set of runs ends by itself. */
static void last_run(void **state)
{
    (void)state;
    nes_settings s = hasty("snes", "bipop");
    double f = 0;
    s.run = 65533; /* 65535 is the last one */
    nes_opt *o = run_start(2, NULL, &s);
    run_to_end(o, worse, &f);
    const nes_result r = run_result(o);
    assert_int_equal(r.restarts, 2);
    assert_int_equal(r.stop, NES_STOP_RESTARTS);
    assert_string_equal(nes_stop_name(r.stop), "max_runs");
    run_assert_real(r.stop_value, 3);
    run_assert_real(r.stop_threshold, 3);
    nes_destroy(o);
}

typedef struct course {
    uint64_t calls, better; /* values improve up to this call, and never again */
} course;

static double improving(size_t dim, const double *x, void *user)
{
    course *c = user;
    (void)dim;
    (void)x;
    return ++c->calls <= c->better ? -(double)c->calls : 0;
}

/* Without any other reason a run of ipop and bipop ends after a number of generations, unless it
 * has improved within the last fifth of its evaluations: then it ends when that is no longer so. */
static void generation_limit(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        for (uint64_t better = 0; better <= 8000; better += 4000) {
            nes_settings s = endless(nes_method_at(m)->name, "ipop");
            const uint64_t n = 4, limit = 1975; /* 100 + 150 (2 + 3)^2/sqrt 4 */
            course c = {0, better};
            s.popsize = n;
            s.restart_limit = true;
            s.mixing = s.adaptation = "none";
            s.eval_start = "no";
            nes_opt *o = run_start(2, NULL, &s);
            while (run_result(o).restarts == 0 && c.calls < 20000) {
                nes_points p;
                assert_int_equal(nes_ask(o, &p), NES_OK);
                if (p.id[0] >> ID_BITS > 0) break;
                for (size_t k = 0; k < p.n; k++) p.f[k] = improving(2, p.x, &c);
                assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
            }
            /* better + used/5 <= used */
            const uint64_t end = better > 4 * n * limit / 5 ? better * 5 / 4 : n * limit;
            assert_in_range(c.calls, end, end + n - 1);
            nes_destroy(o);
        }
    }
}

/* Ended runs leave their place to the next, and all their memory but the best one's. */
static void moving_up(void **state)
{
    (void)state;
    nes_settings s = hasty("snes", "interleaved");
    double f = 0;
    s.restart_p = 0.5;
    s.max_evals = 20000;
    nes_opt *o = run_start(2, NULL, &s);
    const nes_schedule *t = &o->runs.schedule;
    uint64_t first = 1, gone = 0;
    while (nes_stopped(o) == NES_RUNNING) {
        const size_t before = t->n;
        const uint64_t second = before > 1 ? t->member[1].number : 0, created = t->created;
        run_step(o, worse, &f);
        if (t->n == 0 || t->member[0].number == first) continue;
        gone++;
        if (before > 1 && t->created == created) assert_int_equal(t->member[0].number, second);
        first = t->member[0].number;
    }
    assert_true(gone > 10);
    assert_int_equal(o->runs.kept.number, 1); /* nothing was ever better */
    assert_true(t->created > 20 && t->n < 8);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),    cmocka_unit_test(budgets),
        cmocka_unit_test(winner),    cmocka_unit_test(target_and_generations),
        cmocka_unit_test(one_run),   cmocka_unit_test(ipop),
        cmocka_unit_test(moving_up), cmocka_unit_test(generation_limit),
        cmocka_unit_test(last_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
