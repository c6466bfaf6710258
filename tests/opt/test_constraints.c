/* SPDX-License-Identifier: MIT
 *
 * Searches with constraints: known optima, invariances, the rule for the best point, problems
 * without feasible points, and what is refused. [math: B19] */
#include "support/constrained.h"

enum { SEEDS = 20 };

static int compare(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* Median and largest number of evaluations to the optimum, of so many seeds; all find it. */
static size_t median(const char *name, size_t solved, size_t *most)
{
    const constrained_problem *p = constrained_find(name);
    double x[CONSTRAINED_DIM];
    size_t n[SEEDS], found = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const nes_settings s = constrained_settings(p, seed, x);
        n[found] = constrained_search(p, &s);
        found += n[found] > 0;
    }
    if (found < solved) fail_msg("%s: %zu of %d searches found the optimum", name, found, SEEDS);
    qsort(n, found, sizeof *n, compare);
    *most = n[found - 1];
    return n[found / 2];
}

/* Medians of another implementation of the same rule, which had 5 seeds. */
static void known_optima(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t solved;
        double evaluations;
    } rows[] = {{"TR2", 20, 303}, {"TR5", 20, 532},  {"TR10", 20, 971}, {"TR20", 20, 1619},
                {"g06", 18, 967}, {"g07", 20, 1739}, {"g09", 20, 935},  {"g11", 20, 247},
                {"g05", 20, 890}, {"g13", 15, 740}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t most;
        const double n = (double)median(rows[i].name, rows[i].solved, &most);
        if (!(fabs(n / rows[i].evaluations - 1) <= 0.15))
            fail_msg("%s: %g evaluations in the median, not %g", rows[i].name, n,
                     rows[i].evaluations);
    }
}

/* Evaluates the points of an ask of a problem, g_i times factor_i and f times factor_0, in the
 * order that the permutation says, and tells them one by one. */
static void step(nes_opt *o, const constrained_problem *p, const double *factor, uint64_t *shuffle)
{
    nes_points q;
    size_t order[64];
    assert_int_equal(nes_ask(o, &q), NES_OK);
    for (size_t k = 0; k < q.n; k++) order[k] = k;
    if (shuffle != NULL) run_shuffle(shuffle, q.n, order);
    for (size_t i = 0; i < q.n; i++) {
        double values[1 + CONSTRAINED_MOST];
        const size_t k = order[i];
        const uint64_t id = q.id[k];
        p->evaluate(p->d, q.x + k * q.dim, values);
        for (size_t j = 0; j <= p->m; j++) values[j] *= factor != NULL ? factor[j] : 1;
        assert_int_equal(nes_tell_records(o, 1, &id, NULL, values), NES_OK);
    }
}

static nes_opt *start(const constrained_problem *p, nes_settings *s)
{
    double x[CONSTRAINED_DIM];
    *s = constrained_settings(p, 7, x);
    return run_start(p->d, x, s);
}

/* Powers of two as factors of f and g change no bit of the points. */
static void units(void **state)
{
    (void)state;
    static const double factor[] = {16, 1.0 / 1024, 4, 2, 0.5, 64, 1.0 / 8, 1, 32};
    const constrained_problem *p = constrained_find("g07");
    nes_settings s;
    nes_opt *a = start(p, &s), *b = start(p, &s);
    for (size_t i = 0; i < 150; i++) {
        step(a, p, NULL, NULL);
        step(b, p, factor, NULL);
        const nes_result ra = run_result(a), rb = run_result(b);
        assert_same_reals(p->d, ra.mean_x, rb.mean_x);
        assert_int_equal(ra.feasible, rb.feasible);
        if (ra.feasible) assert_same_reals(p->d, ra.best_x, rb.best_x);
    }
    nes_destroy(a);
    nes_destroy(b);
}

/* Constraints that are constant and hold change nothing. */
static void constants(void **state)
{
    (void)state;
    double x[] = {3, -2, 1, 4};
    nes_settings s = run_settings("dd-xnes"), t = s;
    t.constraints = 3;
    nes_opt *a = run_start(4, x, &s), *b = run_start(4, x, &t);
    for (size_t i = 0; i < 120; i++) {
        nes_points pa, pb;
        double f[64], values[64 * 4];
        assert_int_equal(nes_ask(a, &pa), NES_OK);
        assert_int_equal(nes_ask(b, &pb), NES_OK);
        assert_int_equal(pa.n, pb.n);
        assert_same_reals(pa.n * 4, pa.x, pb.x);
        for (size_t k = 0; k < pa.n; k++) {
            f[k] = values[4 * k] = run_ellipsoid(4, pa.x + 4 * k, NULL);
            for (size_t j = 1; j < 4; j++) values[4 * k + j] = -1;
        }
        assert_int_equal(nes_tell(a, pa.n, f), NES_OK);
        assert_int_equal(nes_tell_records(b, pb.n, NULL, NULL, values), NES_OK);
    }
    assert_same_reals(4, run_result(a).mean_x, run_result(b).mean_x);
    nes_destroy(a);
    nes_destroy(b);
}

/* The order of telling, and a save in the middle of a generation, change nothing. */
static void order_and_saves(void **state)
{
    (void)state;
    static const char *const names[] = {"g07", "g05", "TR5"};
    for (size_t n = 0; n < 3; n++) {
        const constrained_problem *p = constrained_find(names[n]);
        uint64_t shuffle = 5;
        nes_settings s;
        nes_opt *a = start(p, &s), *b = start(p, &s);
        for (size_t i = 0; i < 60; i++) {
            step(a, p, NULL, NULL);
            step(b, p, NULL, &shuffle);
            nes_opt *c = run_copy(b);
            run_assert_same(b, c);
            nes_destroy(b);
            b = c;
            run_assert_same(a, b);
        }
        nes_points q;
        double values[1 + CONSTRAINED_MOST];
        assert_int_equal(nes_ask(a, &q), NES_OK);
        p->evaluate(p->d, q.x, values);
        const uint64_t id = q.id[0];
        assert_int_equal(nes_tell_records(a, 1, &id, NULL, values), NES_OK);
        nes_opt *c = run_copy(a);
        for (size_t i = 0; i < 20; i++) {
            step(a, p, NULL, NULL);
            step(c, p, NULL, NULL);
        }
        run_assert_same(a, c);
        nes_destroy(a);
        nes_destroy(b);
        nes_destroy(c);
    }
}

/* Tells rows of f and one g, and returns the result. */
static nes_result tell(nes_opt *o, const double (*rows)[2])
{
    nes_points p;
    double values[64];
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) memcpy(values + 2 * k, rows[k % 4], sizeof rows[0]);
    assert_int_equal(nes_tell_records(o, p.n, NULL, NULL, values), NES_OK);
    return run_result(o);
}

static void best_point(void **state)
{
    (void)state;
    static const double infeasible[][2] = {{1, 5}, {9, 2}, {3, 2}, {-5, 4}};
    static const double mixed[][2] = {{-9, 1}, {70, -1}, {60, 0}, {80, -2}};
    static const double missing[][2] = {{NAN, -1}, {1, NAN}, {-1, INFINITY}, {INFINITY, -1}};
    nes_settings s = run_settings("dd-xnes");
    double violation, g;
    uint64_t first, feasible;
    s.popsize = 4;
    s.constraints = 1;
    nes_opt *o = run_start(2, NULL, &s);
    nes_result r = tell(o, missing);
    assert_true(isnan(r.best_f) && r.best_x == NULL && r.feasible == 0);
    r = tell(o, infeasible); /* the least violation, then the least value */
    assert_true(r.best_f == 3 && r.feasible == 0 && r.best_evaluation == 7);
    assert_int_equal(nes_get_array(o, "best_g", 1, &g), NES_OK);
    assert_int_equal(nes_get_real(o, "violation", &violation), NES_OK);
    assert_true(g == 2 && violation > 0);
    r = tell(o, mixed);
    assert_true(r.best_f == 60 && r.feasible == 1 && r.best_evaluation == 11);
    assert_int_equal(nes_get_real(o, "violation", &violation), NES_OK);
    assert_int_equal(nes_get_count(o, "first_feasible", &first), NES_OK);
    assert_int_equal(nes_get_count(o, "feasible_evaluations", &feasible), NES_OK);
    assert_true(violation == 0 && first == 10 && feasible == 3);
    r = tell(o, infeasible); /* nothing infeasible is better */
    assert_true(r.best_f == 60 && r.best_evaluation == 11);
    nes_destroy(o);
}

static nes_fate nowhere(size_t dim, const double *x, double *values, void *user)
{
    (void)user;
    values[0] = -x[0];
    values[1] = 1;
    for (size_t i = 0; i < dim; i++) {
        values[0] += x[i] * x[i];
        values[1] += x[i] * x[i];
    }
    return NES_MEASURED;
}

/* Where no point is feasible the violation falls, the target is not met, and nothing has converged.
 */
static void no_feasible_point(void **state)
{
    (void)state;
    double x[] = {3, 2, -1};
    nes_settings s = run_settings("dd-xnes");
    nes_result r;
    s.constraints = 1;
    s.target = 100;
    s.max_evals = 4000;
    assert_int_equal(nes_minimize_records(nowhere, NULL, 3, x, &s, &r), NES_OK);
    assert_true(r.feasible == 0 && r.stop != NES_STOP_TARGET && r.trust != NES_TRUST_CONVERGED);
    for (size_t i = 0; i < 3; i++) assert_within(x[i], 0.0, 1e-6);
    run_assert_has(r.stop_text, "no feasible point was found");
    run_assert_has(r.trust_text, "no point satisfies the constraints");
}

/* Hill climbers take the rule for the best point. */
static void rules(void **state)
{
    (void)state;
    static const char *const methods[] = {"1+1-xnes", "dd-xnes", "snes"};
    const constrained_problem *p = constrained_find("TR5");
    for (size_t i = 0; i < 3; i++) {
        double x[CONSTRAINED_DIM];
        nes_settings s = constrained_settings(p, 3, x);
        s.method = methods[i];
        s.constraint_handling = "rules";
        nes_opt *o = run_start(p->d, x, &s);
        for (size_t k = 0; k < 3000 && !nes_stopped(o); k++) step(o, p, NULL, NULL);
        const nes_result r = run_result(o);
        assert_true(r.feasible == 1 && r.best_f < 5.2);
        nes_destroy(o);
    }
}

static void refusals(void **state)
{
    (void)state;
    const double kind[] = {0, 1, 0.5}, tol[] = {0, 0, -1}, sign[] = {2, 2, 2}, ones[] = {1, 1, 1};
    nes_settings s = run_settings("dd-xnes");
    s.constraints = 1001;
    run_refuse(2, &s, NULL, NES_ERR_VALUE, "constraints");
    s.constraints = 3;
    s.outputs = 2;
    run_refuse(2, &s, NULL, NES_ERR_VALUE, "3 constraints");
    s.outputs = 0;
    s.constraint_kind = kind;
    run_refuse(2, &s, NULL, NES_ERR_VALUE, "constraint 2 is an equality and needs a tolerance");
    s.constraint_tol = ones;
    run_refuse(2, &s, NULL, NES_ERR_VALUE, "constraint 3 has the kind 0.5");
    s.constraint_kind = sign;
    run_refuse(2, &s, NULL, NES_ERR_VALUE, "constraint 1 has a tolerance");
    s.constraint_kind = NULL;
    s.constraint_tol = tol;
    run_refuse(2, &s, NULL, NES_ERR_VALUE, "constraint 3 has the tolerance -1");
    s.constraint_tol = NULL;
    s.method = "1+1-xnes";
    run_refuse(2, &s, NULL, NES_ERR_METHOD, "constraint_handling 'rules'");
    s.method = "xnes-im";
    run_refuse(2, &s, NULL, NES_ERR_METHOD, "mixing 'none'");
    s.method = "xnes-as";
    run_refuse(2, &s, NULL, NES_ERR_METHOD, "adaptation 'none'");
    s = run_settings("dd-xnes");
    s.constraint_handling = "rules";
    run_refuse(2, &s, NULL, NES_ERR_METHOD, "constraint_handling");
    nes_settings *named = nes_settings_new();
    assert_int_equal(nes_set_array(named, "constraint_tol", 2, ones), NES_OK);
    assert_int_equal(nes_set(named, "constraints", "3"), NES_OK);
    run_refuse(2, named, NULL, NES_ERR_COUNT, "one for each constraint");
    nes_settings_free(named);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_optima), cmocka_unit_test(units),
        cmocka_unit_test(constants),    cmocka_unit_test(order_and_saves),
        cmocka_unit_test(best_point),   cmocka_unit_test(no_feasible_point),
        cmocka_unit_test(rules),        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
