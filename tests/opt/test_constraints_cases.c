/* SPDX-License-Identifier: MIT
 *
 * Constraints of unusual kinds: signs, violations in several units, far and flat starts, forms of f
 * and g that bend, idle constraints, many of them. [math: B19] */
#include "support/runs.h"

/* ---- signs ---------------------------------------------------------------------------------- */

/* A constraint of which only the sign means something is an infinite value where it is violated. */
static void signs(void **state)
{
    (void)state;
    static const double kind[] = {2};
    double x[] = {3, 3, 3};
    nes_settings s = run_settings("dd-xnes"), t = s;
    t.constraints = 1;
    t.constraint_kind = kind;
    nes_opt *a = run_start(3, x, &s), *b = run_start(3, x, &t);
    size_t violated = 0;
    for (size_t i = 0; i < 60; i++) {
        nes_points pa, pb;
        double f[64], values[128];
        assert_int_equal(nes_ask(a, &pa), NES_OK);
        assert_int_equal(nes_ask(b, &pb), NES_OK);
        assert_same_reals(pa.n * 3, pa.x, pb.x);
        for (size_t k = 0; k < pa.n; k++) {
            const double *p = pa.x + 3 * k;
            const bool bad = p[0] + p[1] + p[2] < 3;
            values[2 * k] = run_sphere(3, p, NULL);
            values[2 * k + 1] = bad ? 1 : -1;
            f[k] = bad ? INFINITY : values[2 * k];
            violated += bad;
        }
        assert_int_equal(nes_tell(a, pa.n, f), NES_OK);
        assert_int_equal(nes_tell_records(b, pb.n, NULL, NULL, values), NES_OK);
    }
    assert_true(violated > 100);
    assert_same_reals(1, (double[]){run_result(a).best_f}, (double[]){run_result(b).best_f});
    nes_destroy(a);
    nes_destroy(b);
}

/* ---- violation ------------------------------------------------------------------------------ */

/* What constraints are exceeded by, in units of their deviations in the first generation: 1 until
 * it is complete, and for those that are constant. */
static void units(void **state)
{
    (void)state;
    static const double kind[] = {0, 1, 2, 0}, tol[] = {0.5, 0.25, 0, 0};
    static const double rows[][5] = {
        {1, 2.5, -1, 1, 3}, {2, 4.5, 3, 1, 3}, {3, 6.5, 5, -1, 3}, {4, 8.5, 7, -1, 3}};
    static const double wide[] = {9, 90, -90, 90, 90};
    nes_settings s = run_settings("dd-xnes");
    s.popsize = 4;
    s.constraints = 4;
    s.constraint_kind = kind;
    s.constraint_tol = tol;
    nes_opt *o = run_start(2, NULL, &s);
    nes_points p;
    double v;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(nes_tell_records(o, 1, &p.id[k], NULL, rows[k]), NES_OK);
        assert_int_equal(nes_get_real(o, "violation", &v), NES_OK);
        if (k < 3) assert_within(v, (2.5 - 0.5) + (1 - 0.25) + 1 + 3, 0);
    }
    const double r = sqrt(20.0 / 3), e = sqrt(35.0 / 3), sign = sqrt(4.0 / 3);
    assert_relative(v, 2 / r + 0.75 / e + 1 / sign + 3, 1e-14);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(nes_tell_records(o, 1, &p.id[k], NULL, wide), NES_OK);
    assert_int_equal(nes_get_real(o, "violation", &v), NES_OK);
    assert_relative(v, 2 / r + 0.75 / e + 1 / sign + 3, 1e-14);
    nes_destroy(o);
}

/* ---- searches ------------------------------------------------------------------------------- */

typedef struct odd {
    const char *name;
    double start, sigma, optimum;
    double evaluations; /* wanted in the median */
    void (*evaluate)(const double *x, double *v);
} odd;

enum { D = 5 };

static void plane(const double *x, double *v)
{
    v[0] = 0;
    v[1] = D;
    for (size_t i = 0; i < D; i++) {
        v[0] += x[i] * x[i];
        v[1] -= x[i];
    }
}

static void cubed(const double *x, double *v)
{
    plane(x, v);
    v[1] = v[1] * v[1] * v[1];
}

static void rooted(const double *x, double *v)
{
    plane(x, v);
    v[1] = copysign(sqrt(fabs(v[1])), v[1]);
}

static void above_zero(const double *x, double *v)
{
    plane(x, v);
    v[1] = fmax(v[1], 0);
}

static void exponential(const double *x, double *v)
{
    plane(x, v);
    v[0] = exp(v[0]);
}

static void idle(const double *x, double *v)
{
    plane(x, v);
    v[1] = -1 - x[0] * x[0];
}

static void ball(const double *x, double *v)
{
    plane(x, v);
    v[1] = 1;
    for (size_t i = 0; i < D; i++) v[1] -= (x[i] - 0.1) * (x[i] - 0.1);
}

static void cliff(const double *x, double *v)
{
    plane(x, v);
    if (x[0] > x[1] + 1e-6) v[0] = INFINITY;
}

static void flat(const double *x, double *v)
{
    plane(x, v);
    v[0] = 0;
}

/* All but the last two are figures of another implementation of the same rule. */
static const odd odds[] = {
    {"a plane", 3, 1, D, 532, plane},
    {"a start 100 deviations outside", -30, 0.3, D, 766, plane},
    {"a gradient of 0 at the boundary", 3, 1, D, 1739, cubed},
    {"an infinite gradient there", 3, 1, D, 737, rooted},
    {"0 where it holds", 3, 1, D, 741, above_zero},
    {"exp(f)", 3, 1, 148.4131591025766, 989, exponential},
    {"a constraint without effect", 3, 1, 0, 405, idle},
    {"no f", -30, 1, 0, 109, flat},
    {"infinite f beside the optimum", 3, 1, D, 702, cliff},
    {"around a ball", 3, 1, 0.6027864045, 600, ball},
};

typedef struct search {
    const odd *of;
    size_t evaluations, reached;
} search;

static nes_fate evaluate(size_t d, const double *x, double *v, void *user)
{
    search *s = user;
    const double optimum = s->of->optimum;
    (void)d;
    s->of->evaluate(x, v);
    s->evaluations++;
    if (s->reached == 0 && v[1] <= 0 && v[0] - optimum <= 1e-6 * fmax(1, optimum))
        s->reached = s->evaluations;
    return NES_MEASURED;
}

/* Evaluations to the optimum. */
static double search_odd(const odd *p, uint64_t seed)
{
    search found = {.of = p};
    double x[D];
    nes_settings s = run_settings("dd-xnes");
    s.eval_start = "yes";
    s.seed = seed;
    s.sigma = p->sigma;
    s.max_evals = 20000;
    s.constraints = 1;
    for (size_t k = 0; k < D; k++) x[k] = p->start;
    assert_int_equal(nes_minimize_records(evaluate, &found, D, x, &s, NULL), NES_OK);
    if (found.reached == 0) fail_msg("%s: seed %d does not find it", p->name, (int)seed);
    return (double)found.reached;
}

static void searches(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof odds / sizeof *odds; i++) {
        const odd *p = &odds[i];
        const double a = search_odd(p, 1), b = search_odd(p, 2), c = search_odd(p, 3);
        const double middle = fmax(fmin(a, b), fmin(fmax(a, b), c));
        if (!(fabs(middle / p->evaluations - 1) <= 0.15))
            fail_msg("%s: %g evaluations, not %g", p->name, middle, p->evaluations);
    }
}

/* ---- where what is allowed bulges inwards --------------------------------------------------- */

/* x + 2 y above x y = 1; and a box of 20 litres, of which two sides are at most 5 together. */
static nes_fate hyperbola(size_t d, const double *x, double *v, void *user)
{
    search *s = user;
    (void)d;
    v[0] = x[0] + 2 * x[1];
    v[1] = 1 - x[0] * x[1];
    s->evaluations++;
    if (s->reached == 0 && v[1] <= 0 && v[0] <= 2 * sqrt(2) * (1 + 1e-6))
        s->reached = s->evaluations;
    return NES_MEASURED;
}

static nes_fate box(size_t d, const double *x, double *v, void *user)
{
    search *s = user;
    (void)d;
    v[0] = 2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]);
    v[1] = 20 - x[0] * x[1] * x[2];
    v[2] = x[1] + x[2] - 5;
    s->evaluations++;
    if (s->reached == 0 && v[1] <= 0 && v[2] <= 0 && v[0] <= 44.5 * (1 + 1e-6))
        s->reached = s->evaluations;
    return NES_MEASURED;
}

/* The Lagrangian has a maximum across the boundary there. */
static void inwards(void **state)
{
    (void)state;
    static const double lower[] = {0.5, 0.5, 0.5}, upper[] = {10, 10, 10};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const size_t d = seed <= 20 ? 2 : 3;
        search found = {.of = NULL};
        double x[] = {4, 3, 2};
        nes_settings s = run_settings("dd-xnes");
        s.seed = seed;
        s.lower = lower;
        s.upper = upper;
        s.max_evals = 2500;
        s.constraints = d - 1;
        assert_int_equal(nes_minimize_records(d == 2 ? hyperbola : box, &found, d, x, &s, NULL),
                         NES_OK);
        if (found.reached == 0) fail_msg("d = %zu, seed %d does not find it", d, (int)seed);
    }
}

/* ---- many ----------------------------------------------------------------------------------- */

/* As many constraints as there may be. */
static void many(void **state)
{
    (void)state;
    enum { MOST = 1000 };
    static double values[64 * (1 + MOST)];
    nes_settings s = run_settings("dd-xnes");
    s.constraints = MOST;
    nes_opt *o = run_start(2, NULL, &s);
    for (size_t i = 0; i < 30; i++) {
        nes_points q;
        assert_int_equal(nes_ask(o, &q), NES_OK);
        for (size_t k = 0; k < q.n; k++) {
            const double *p = q.x + 2 * k;
            double *v = values + k * (1 + MOST);
            v[0] = p[0] * p[0] + p[1] * p[1];
            for (size_t j = 1; j <= MOST; j++)
                v[j] = 1 - p[0] * cos((double)j / MOST) - p[1] * sin((double)j / MOST);
        }
        assert_int_equal(nes_tell_records(o, q.n, NULL, NULL, values), NES_OK);
    }
    const nes_result r = run_result(o);
    assert_true(r.feasible == 1 && r.best_f >= 1 && r.best_f < 2.5);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(signs), cmocka_unit_test(units),
                                       cmocka_unit_test(searches), cmocka_unit_test(inwards),
                                       cmocka_unit_test(many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
