/* SPDX-License-Identifier: MIT
 *
 * Bounds: no point ever violates them, optima inside, on a face and in a corner are found, and
 * bounds that are never touched change nothing. The smooth map itself is checked too. */
#include "technique/bounds.h"

#include "support/runs.h"

enum { D = 3 };
static const char *const HANDLERS[] = {"transform", "reflect", "resample"};

static void assert_inside(const nes_settings *s, const double *x)
{
    for (size_t i = 0; i < D; i++) {
        if (s->lower != NULL && !(x[i] >= s->lower[i]))
            fail_msg("x[%zu] = %.17g is below %.17g", i, x[i], s->lower[i]);
        if (s->upper != NULL && !(x[i] <= s->upper[i]))
            fail_msg("x[%zu] = %.17g is above %.17g", i, x[i], s->upper[i]);
    }
}

static double slope(size_t dim, const double *x, void *user)
{
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += x[i] / 1e200;
    return *(const double *)user * sum;
}

/* A hundred generations on a slope that leads out, either way. */
static void push(const nes_settings *s, double direction)
{
    nes_points p;
    nes_opt *o = run_start(D, NULL, s);
    for (int t = 0; t < 100 && nes_stopped(o) == NES_RUNNING; t++) {
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++) {
            assert_inside(s, p.x + k * D);
            p.f[k] = slope(D, p.x + k * D, &direction);
        }
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        const nes_result r = run_result(o);
        if (r.best_x != NULL) assert_inside(s, r.best_x);
        assert_inside(s, r.mean_x);
    }
    nes_destroy(o);
}

static void never_outside(void **state)
{
    (void)state;
    static const double boxes[][2][D] = {
        {{-1, -1, -1}, {1, 1, 1}},
        {{-1, 0, 100}, {1, 1e-3, 1e5}},         /* per variable */
        {{-INFINITY, 0, -5}, {3, INFINITY, 5}}, /* one side, the other, both */
        {{1, 1e6, -1e6}, {1 + 0x1p-50, 1e6 + 0x1p-30, -1e6 + 0x1p-30}}, /* a few doubles wide */
        {{-1e200, -9e299, 0}, {1e200, 9e299, 1e250}},
        {{0, 1e-300, -1e-200}, {1e-300, 2e-300, 1e-200}},
    };
    for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++)
        for (size_t m = 0; m < nes_method_count(); m++)
            for (size_t h = 0; h < 9; h++) {
                if (run_is_binary(nes_method_at(m))) continue;
                if (!run_is_closed_form(nes_method_at(m))) continue;
                nes_settings s = run_settings(nes_method_at(m)->name);
                s.bounds = HANDLERS[h % 3];
                if (h / 3 != 1) s.lower = boxes[b][0];
                if (h / 3 != 2) s.upper = boxes[b][1];
                push(&s, 1);
                push(&s, -1);
            }
}

static double distance(size_t dim, const double *x, void *user)
{
    const double *c = user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += (double)(i + 1) * (x[i] - c[i]) * (x[i] - c[i]);
    return sum;
}

/* Inside, touching a face, in corners; then beyond a face or an edge. There "reflect" makes a sharp
 * ridge of the face, on which a hill climber stalls, so that it has to use "transform". */
static void optima_are_found(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "1+1-xnes"};
    static double centres[][D] = {{0.3, -0.2, 1.7}, {1, 0, 1},    {-9, -9, -9}, {4, 4, -4},
                                  {4, 0, 1},        {0.5, -3, 2}, {0, 3, 4}};
    const double lower[D] = {-1, -2, -3}, upper[D] = {1, 2, 3};
    for (size_t c = 0; c < sizeof centres / sizeof *centres; c++)
        for (size_t i = 0; i < 18; i++) {
            nes_settings s = run_settings(methods[i % 3]);
            double x[D] = {0.5, 0.5, 0.5};
            s.bounds = HANDLERS[i / 3 % 2];
            if (c >= 4 && i % 3 == 2) s.bounds = HANDLERS[0];
            s.tolfun = 0;
            s.lower = lower;
            s.upper = upper;
            s.seed = i;
            s.max_evals = 20000;
            assert_int_equal(nes_minimize(distance, centres[c], D, x, &s, NULL), NES_OK);
            for (size_t j = 0; j < D; j++)
                assert_within(x[j], fmin(fmax(centres[c][j], lower[j]), upper[j]), 1e-6);
        }
}

static void untouched(void **state)
{
    (void)state;
    const double x0[D] = {1, 2, 3}, lower[D] = {-1e3, -1e4, -1e3}, upper[D] = {1e3, 1e4, 2e3};
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t h = 0; h < 3; h++) {
            if (run_is_binary(nes_method_at(m))) continue;
            if (!run_is_closed_form(nes_method_at(m))) continue;
            if (run_method_is(nes_method_at(m), "family", "student")) continue; /* jumps anywhere */
            nes_settings s = run_settings(nes_method_at(m)->name);
            s.sigma = 1;
            nes_opt *free_run = run_start(D, x0, &s);
            s.lower = lower;
            s.upper = upper;
            s.bounds = HANDLERS[h];
            nes_opt *bounded = run_start(D, x0, &s);
            for (int t = 0; t < 200 && nes_stopped(free_run) == NES_RUNNING; t++) {
                run_step(free_run, run_ellipsoid, NULL);
                run_step(bounded, run_ellipsoid, NULL);
                const nes_result a = run_result(free_run), b = run_result(bounded);
                assert_memory_equal(a.best_x, b.best_x, sizeof x0);
                assert_memory_equal(a.mean_x, b.mean_x, sizeof x0);
                assert_memory_equal(a.std_x, b.std_x, sizeof x0);
            }
            nes_destroy(free_run);
            nes_destroy(bounded);
        }
}

static void defaults(void **state)
{
    (void)state;
    const double lower[D] = {-1, 5, -INFINITY}, upper[D] = {3, INFINITY, -2};
    const double edge[D] = {-1, 5, -2}, near[D] = {2.99, 5.001, -2.01};
    nes_settings s = run_settings("snes");
    s.lower = lower;
    s.upper = upper;
    nes_opt *o = run_start(D, NULL, &s);
    nes_result r = run_result(o);
    assert_within(r.mean_x[0], 1, 1e-15); /* the middle */
    assert_within(r.mean_x[1], 5, 1e-15); /* 0, as near as it may be */
    assert_within(r.mean_x[2], -2, 1e-15);
    run_assert_real(r.std_x[0], 1); /* (upper - lower)/4 */
    run_assert_real(r.std_x[1], 1);
    nes_destroy(o);
    for (size_t h = 0; h < 3; h++) {
        s.bounds = HANDLERS[h];
        o = run_start(D, edge, &s);
        assert_memory_equal(run_result(o).mean_x, edge, sizeof edge);
        nes_destroy(o);
        o = run_start(D, near, &s);
        for (size_t i = 0; i < D; i++) assert_within(run_result(o).mean_x[i], near[i], 1e-14);
        nes_destroy(o);
    }
    s.sigma = 0.1;
    o = run_start(D, NULL, &s);
    run_assert_real(run_result(o).std_x[0], 0.1);
    nes_destroy(o);
}

/* Onto the box, rising, with a continuous derivative, undone by from; periodic with two sides. */
static void check_map(const nes_bounder *t, const nes_side *s)
{
    const double left = isfinite(s->l) ? s->l - s->al : s->u - 10;
    const double right = isfinite(s->u) ? s->u + s->au : s->l + 10;
    const double h = (right - left) / 4096;
    double last = t->into(s, left), slope_before = NAN;
    if (isfinite(s->l)) assert_within(last, s->l, 1e-14);
    if (isfinite(s->u)) assert_within(t->into(s, right), s->u, 1e-14);
    for (int i = 1; i <= 4096; i++) {
        const double x = left + h * i, y = t->into(s, x), rate = (y - last) / h;
        assert_true(y >= s->l - 1e-14 && y <= s->u + 1e-14);
        assert_true(rate > -1e-9 && rate < 1 + 1e-9);
        /* The slope goes from 0 to 1 over two margins. */
        if (i > 1)
            assert_true(fabs(rate - slope_before) < 1.01 * h / (2 * fmax(s->al, s->au)) + 1e-9);
        slope_before = rate;
        last = y;
        const double box = fmin(fmax(y, s->l), s->u);
        assert_within(t->into(s, t->from(s, box)), box, 1e-14);
        if (!isfinite(s->l) || !isfinite(s->u)) continue;
        const double period = 2 * (right - left);
        assert_within(t->into(s, x + 3 * period), y, 1e-12);
        assert_within(t->into(s, 2 * right - x), y, 1e-12); /* mirrored at the end */
        assert_within(t->fold(s, x - 2 * period), x, 1e-12);
    }
}

static void smooth_map(void **state)
{
    (void)state;
    const nes_bounder *t = nes_bounder_find("transform");
    const nes_side sides[] = {{-1, 3, 0.2, 0.2}, {2, INFINITY, 0.05, 0}, {-INFINITY, -1, 0, 0.05}};
    for (size_t i = 0; i < 3; i++) check_map(t, &sides[i]);
    const nes_side *s = &sides[0];
    for (double x = -0.8; x <= 2.8; x += 0.0625) run_assert_real(t->into(s, x), x);
    assert_int_equal(nes_bounder_count(), 3);
    assert_null(nes_bounder_at(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_outside), cmocka_unit_test(optima_are_found),
        cmocka_unit_test(untouched),     cmocka_unit_test(defaults),
        cmocka_unit_test(smooth_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
