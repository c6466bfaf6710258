/* SPDX-License-Identifier: MIT
 *
 * Integer variables. Points are whole and inside the bounds, the run is that of an objective which
 * rounds by itself as long as the distribution is wide, each integer has the same share, and where
 * the distribution is narrow others are tried as often as the margin says. */

#include "support/runs.h"

enum { D = 4 };

static const double INTEGER[D] = {1, 0, 1, 1};
static const double LOG[D] = {0, 0, 0, 1};
static const double LOWER[D] = {-3.7, -5, -INFINITY, 0.3}, UPPER[D] = {4.2, 5, 9, 5000.5};
static const double LEAST[D] = {-3, -5, -INFINITY, 1}, MOST[D] = {4, 5, 9, 5000};

static double objective(size_t dim, const double *x, void *user)
{
    assert_int_equal(dim, D);
    for (size_t i = 0; i < D; i++) {
        assert_true(x[i] >= LEAST[i] && x[i] <= MOST[i]);
        if (INTEGER[i] == 1) assert_true(x[i] == floor(x[i]) && !(x[i] == 0 && signbit(x[i])));
    }
    const double t = log(x[3]) - 5, third = x[2] + 20;
    const double sum = (x[0] - 2) * (x[0] - 2) + (x[1] - 0.3) * (x[1] - 0.3);
    return user != NULL && x[0] == 4 ? MARKED_FAILED : sum + 0.1 * third * third + 30 * t * t;
}

static nes_settings mixed_settings(const char *method)
{
    nes_settings s = run_settings(method);
    s.integer = INTEGER;
    s.log = LOG;
    s.lower = LOWER;
    s.upper = UPPER;
    s.max_evals = 300;
    return s;
}

static void whole_everywhere(void **state)
{
    (void)state;
    static const char *const handlers[] = {"transform", "reflect", "resample"};
    static const double x0[D] = {0, 0, -7, 20};
    bool fails = true;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (int way = 0; way < 6; way++) {
            const nes_method *method = nes_method_at(m);
            if (run_is_binary(method)) continue;
            nes_settings s = mixed_settings(method->name);
            s.bounds = handlers[way % 3];
            s.eval_start = way % 2 == 0 ? "yes" : "auto";
            if (way >= 3 && run_is_closed_form(method)) s.restarts = "bipop";
            if (way == 5 && run_method_is(method, "sampling", "iid")) s.failures = "resample";
            nes_opt *o = run_start(D, way % 2 == 0 ? x0 : NULL, &s);
            while (nes_stopped(o) == NES_RUNNING) {
                run_step(o, objective, way == 5 ? &fails : NULL);
                const nes_result r = run_result(o);
                assert_true(isnan(objective(D, r.mean_x, NULL)) == false);
                if (r.best_x != NULL) run_assert_real(objective(D, r.best_x, NULL), r.best_f);
                nes_opt *copy = run_copy(o);
                run_assert_same(o, copy);
                if (way % 2 == 0) nes_destroy(o);
                if (way % 2 == 1) nes_destroy(copy);
                if (way % 2 == 0) o = copy;
            }
            nes_destroy(o);
        }
}

/* Bounds are shown rounded, and a half is nowhere to be seen. */
static void shown_settings(void **state)
{
    (void)state;
    nes_settings s = mixed_settings("snes");
    nes_opt *o = run_start(D, NULL, &s), *copy = run_copy(o);
    for (int k = 0; k < 2; k++) {
        const nes_settings *t = nes_get_settings(k == 0 ? o : copy);
        assert_same_reals(D, t->lower, LEAST);
        assert_same_reals(D, t->upper, MOST);
        assert_same_reals(D, t->integer, INTEGER);
        assert_same_reals(D, t->log, LOG);
        assert_within(t->margin, 1 - pow(0.9, 1.0 / 3), 1e-15); /* three integers */
    }
    const nes_settings again = *nes_get_settings(o);
    nes_opt *other = run_start(D, NULL, &again);
    run_steps(o, 5, objective, NULL);
    run_steps(other, 5, objective, NULL);
    assert_same_reals(D, run_result(o).best_x, run_result(other).best_x);
    nes_destroy(o);
    nes_destroy(copy);
    nes_destroy(other);
}

/* ---- against rounding by hand ---- */

static const double BY_HAND[D] = {1, 0, 1, 0};
static const double BOX_LOW[D] = {-3, -5, -INFINITY, -9}, BOX_HIGH[D] = {5, 5, 9, 9};
static const double WIDER_LOW[D] = {-3.5, -5, -INFINITY, -9}, WIDER_HIGH[D] = {5.5, 5, 9.5, 9};

static double real_objective(size_t dim, const double *x, void *user)
{
    static const double at[D] = {2, 0.3, -4, 1};
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += (double)(i + 1) * (x[i] - at[i]) * (x[i] - at[i]);
    return sum;
}

static void round_by_hand(const double *y, double *x)
{
    for (size_t i = 0; i < D; i++) x[i] = BY_HAND[i] == 1 ? fmin(round(y[i]), BOX_HIGH[i]) : y[i];
}

static double rounded_objective(size_t dim, const double *y, void *user)
{
    double x[D];
    round_by_hand(y, x);
    return real_objective(dim, x, user);
}

static nes_settings without_value_tests(const char *method)
{
    nes_settings s = run_settings(method);
    s.tolfun = s.flat = s.stagnation = NES_OFF;
    s.bounds = "reflect";
    return s;
}

/* Whether centre and factors are no state of the run: points are then reflected at the bounds. */
static bool is_plain(const nes_method *m)
{
    return run_method_is(m, "scheme", "elitist") || !run_method_is(m, "mixing", "none") ||
           !run_method_is(m, "adaptation", "none");
}

static void as_by_hand(void **state)
{
    (void)state;
    double rounded[D];
    for (size_t m = 0; m < nes_method_count(); m++) {
        const nes_method *method = nes_method_at(m);
        if (run_is_binary(method) || !run_is_closed_form(method) || !is_plain(method)) continue;
        nes_settings a = without_value_tests(method->name), b = a;
        a.integer = BY_HAND;
        a.margin = 1e-300; /* nothing is spread before widths are below 1/37 */
        a.lower = BOX_LOW;
        a.upper = BOX_HIGH;
        b.lower = WIDER_LOW;
        b.upper = WIDER_HIGH;
        a.sigma = b.sigma = 3;
        nes_opt *o = run_start(D, NULL, &a), *p = run_start(D, NULL, &b);
        for (size_t step = 0; step < 12; step++) {
            nes_points q, r;
            assert_int_equal(nes_ask(o, &q), NES_OK);
            assert_int_equal(nes_ask(p, &r), NES_OK);
            for (size_t k = 0; k < q.n; k++) {
                round_by_hand(r.x + k * D, rounded);
                for (size_t i = 0; i < D; i++) run_assert_real(q.x[k * D + i], rounded[i]);
            }
            run_step(o, real_objective, NULL);
            run_step(p, rounded_objective, NULL);
            const nes_result x = run_result(o), y = run_result(p);
            round_by_hand(y.mean_x, rounded);
            for (size_t i = 0; i < D; i++) run_assert_real(x.mean_x[i], rounded[i]);
            assert_same_reals(D, x.std_x, y.std_x);
        }
        nes_destroy(o);
        nes_destroy(p);
    }
}

/* ---- shares ---- */

enum { KINDS = 6, POINTS = 12000 };

/* Counts of the integers 0 .. KINDS-1 in column i. */
static void count(const nes_points *p, size_t i, size_t *n)
{
    memset(n, 0, KINDS * sizeof *n);
    for (size_t k = 0; k < p->n; k++) {
        const double x = p->x[k * p->dim + i];
        assert_true(x >= 0 && x < KINDS && x == floor(x));
        n[(size_t)x]++;
    }
}

/* Chi-square with KINDS - 1 degrees of freedom; above 25.7 with probability 1e-4. */
static void assert_equal_shares(const size_t *n)
{
    double sum = 0, all = 0, chi = 0;
    for (size_t i = 0; i < KINDS; i++) all += (double)n[i];
    for (size_t i = 0; i < KINDS; i++) {
        const double off = (double)n[i] - all / KINDS;
        chi += off * off / (all / KINDS);
        sum += (double)n[i];
    }
    run_assert_real(sum, all);
    if (!(chi < 25.7)) fail_msg("chi-square is %g", chi);
}

/* A very wide distribution is uniform in the box, by every handler that folds it, where that is
 * used: elsewhere numbers beyond the box are the last integer. */
static void equal_shares(void **state)
{
    (void)state;
    static const char *const handlers[] = {"transform", "reflect"};
    static const double both[2] = {1, 1}, low[2] = {0, -0.9}, high[2] = {5.9, 5};
    for (size_t h = 0; h < 2; h++) {
        nes_settings s = run_settings("xnes-im");
        nes_points p;
        size_t n[KINDS];
        s.integer = both;
        s.lower = low;
        s.upper = high;
        s.bounds = handlers[h];
        s.sigma = 1e4;
        s.popsize = POINTS;
        nes_opt *o = run_start(2, NULL, &s);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t i = 0; i < 2; i++) {
            count(&p, i, n);
            assert_equal_shares(n);
        }
        nes_destroy(o);
    }
}

/* Starts at random, too. */
static void equal_starts(void **state)
{
    (void)state;
    static const double yes[1] = {1}, low[1] = {-0.5}, high[1] = {5.5};
    size_t n[KINDS] = {0};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        nes_settings s = run_settings("snes");
        nes_points p;
        s.integer = yes;
        s.start_lower = low;
        s.start_upper = high;
        s.eval_start = "yes";
        s.seed = seed;
        nes_opt *o = run_start(1, NULL, &s);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_true(p.x[0] >= 0 && p.x[0] <= 5);
        n[(size_t)p.x[0]]++;
        nes_destroy(o);
    }
    assert_equal_shares(n);
}

/* ---- the margin ---- */

/* Within four standard deviations of a binomial count. */
static void assert_count(size_t n, double share)
{
    const double want = POINTS * share, sd = sqrt(want * (1 - share));
    if (!(fabs((double)n - want) < 4 * sd)) fail_msg("%zu points, not %g +- %g", n, want, sd);
}

/* However narrow the distribution is, both neighbours are tried, from the second generation on; at
 * a bound there is only one. */
static void neighbours(void **state)
{
    (void)state;
    static const char *const methods[] = {"snes", "xnes", "dd-xnes", "cr-fm-nes", "lm-ma-es"};
    static const double yes[3] = {1, 1, 1}, logs[3] = {0, 1, 0}, x0[3] = {3, 50, 7};
    static const double upper[3] = {INFINITY, INFINITY, 7};
    double at = 0;
    for (size_t m = 0; m < 5; m++)
        for (int k = 0; k < 2; k++) {
            nes_settings s = run_settings(methods[m]);
            nes_points p;
            size_t below[3] = {0}, above[3] = {0};
            s.integer = yes;
            s.log = logs;
            s.upper = upper;
            s.margin = 0.02;
            s.sigma = k == 0 ? 1e-3 : 1e-9;
            s.popsize = POINTS;
            s.max_evals = 3 * POINTS;
            s.settled = NES_OFF; /* so many equal values are told at a time */
            nes_opt *o = run_start(3, x0, &s);
            run_step(o, run_sphere, &at);
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t i = 0; i < 3 * p.n; i++) {
                below[i % 3] += p.x[i] == x0[i % 3] - 1;
                above[i % 3] += p.x[i] == x0[i % 3] + 1;
                assert_true(fabs(p.x[i] - x0[i % 3]) <= 2);
            }
            for (size_t i = 0; i < 3; i++) assert_count(below[i], 0.01);
            for (size_t i = 0; i < 2; i++) assert_count(above[i], 0.01);
            nes_destroy(o);
        }
}

/* A start that is far too narrow: without a least width the run would stay where it is. */
static void narrow_start(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "dd-xnes", "1+1-xnes", "1+1-snes"};
    static const double yes[3] = {1, 1, 0};
    double at = 0;
    for (size_t m = 0; m < 5; m++) {
        static const double x0[3] = {5, -4, 0.5}, std[3] = {1e-6, 1e-6, 1};
        nes_settings s = run_settings(methods[m]);
        s.integer = yes;
        s.std = std;
        s.max_growth = NES_OFF;
        s.target = 1e-8;
        s.max_evals = 20000;
        nes_opt *o = run_start(3, x0, &s);
        run_to_end(o, run_sphere, &at);
        if (run_result(o).stop != NES_STOP_TARGET)
            fail_msg("%s: %s, %g", methods[m], run_result(o).stop_text, run_result(o).best_f);
        nes_destroy(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_everywhere), cmocka_unit_test(shown_settings),
        cmocka_unit_test(as_by_hand),       cmocka_unit_test(equal_shares),
        cmocka_unit_test(equal_starts),     cmocka_unit_test(neighbours),
        cmocka_unit_test(narrow_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
