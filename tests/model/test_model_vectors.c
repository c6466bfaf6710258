/* SPDX-License-Identifier: MIT
 *
 * Fits of both models against reference values. [math: B21] */
#include <math.h>
#include <string.h>

#include "support/check.h"
#include "support/json.h"
#include "support/surrogate.h"

enum { MOST = 60, VARIABLES = 5 };

static cJSON *data;
static surrogate s;
static const cJSON *example;

static int load(void **state)
{
    (void)state;
    data = json_load("surrogate_models.json");
    return 0;
}

static int unload(void **state)
{
    (void)state;
    cJSON_Delete(data);
    return 0;
}

/* |got - want| <= tolerance max(1, largest |want|) */
static void check_all(size_t n, const double *got, const double *want, double tolerance)
{
    double largest = 1;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(want[i]));
    for (size_t i = 0; i < n; i++) assert_within(got[i], want[i], tolerance * largest);
}

static void check_member(const cJSON *object, const char *name, size_t n, const double *got,
                         double tolerance)
{
    double want[MOST * VARIABLES];
    json_reals(object, name, n, want);
    check_all(n, got, want, tolerance);
}

/* Fills archive and frame from the example. */
static void open_example(void)
{
    const size_t d = (size_t)json_real(example, "d");
    const size_t n = (size_t)cJSON_GetArraySize(json_member(example, "f"));
    double m[VARIABLES], D[VARIABLES], B[VARIABLES * VARIABLES], x[MOST * VARIABLES], f[MOST];
    json_reals(example, "m", d, m);
    json_reals(example, "D", d, D);
    json_reals(example, "B", d * d, B);
    json_reals(example, "x", n * d, x);
    json_reals(example, "f", n, f);
    surrogate_open(&s, d, n, nes_cpu_best());
    surrogate_frame(&s, m, json_real(example, "sigma"), D, B);
    for (size_t k = 0; k < n; k++) nes_archive_append(&s.archive, x + k * d, f[k], 0);
}

static void each_example(void (*check)(void))
{
    cJSON_ArrayForEach(example, json_member(data, "models"))
    {
        open_example();
        check();
        surrogate_close(&s);
    }
}

static void check_frame(void)
{
    const size_t d = s.d, n = s.archive.n;
    double u[MOST * VARIABLES], x[VARIABLES];
    for (size_t k = 0; k < n; k++) {
        nes_frame_into(&s.frame, s.archive.x + k * d, u + k * d);
        nes_frame_out(&s.frame, u + k * d, x);
        check_all(d, x, s.archive.x + k * d, 1e-14);
    }
    check_member(example, "u", n * d, u, 1e-12);
}

static void test_frame(void **state)
{
    (void)state;
    each_example(check_frame);
}

static void check_polynomial(void)
{
    const size_t d = s.d;
    const cJSON *want = json_member(example, "ls");
    const size_t n = (size_t)cJSON_GetArraySize(json_member(want, "points"));
    const nes_fit fit = surrogate_fit(&s, (size_t)json_real(want, "window"));
    nes_polynomial *p = &s.polynomial;
    double places[MOST], got[MOST], y[MOST];
    nes_polynomial_fit(p, &fit);
    assert_int_equal(p->points.n, n);
    nes_points_rank(&p->points);
    json_reals(want, "points", n, places);
    for (size_t i = 0; i < n; i++) {
        got[i] = (double)p->points.place[p->points.order[i]];
        y[i] = p->points.y[p->points.order[i]];
    }
    assert_same_reals(n, got, places);
    check_member(want, "y", n, y, 1e-9);
    assert_int_equal(p->type, (int)json_real(want, "type"));
    assert_relative(p->points.low, json_real(want, "f0"), 0);
    assert_relative(p->points.span, json_real(want, "S"), 1e-15);
    check_member(want, "c", 1, &p->surface.c, 1e-9);
    check_member(want, "b", d, p->surface.b, 1e-9);
    check_member(want, "H", d * d, p->surface.H, 1e-9);
    assert_within(nes_polynomial_tau(p, fit.window), json_real(want, "tau"), 1e-15);
}

static void test_polynomial(void **state)
{
    (void)state;
    each_example(check_polynomial);
}

/* Puts reference values, which follow the order of the reference, into ours. */
static void reorder(const cJSON *object, const char *name, double *out)
{
    const nes_points *p = &s.process.points;
    double places[MOST], values[MOST];
    json_reals(object, "points", p->n, places);
    json_reals(object, name, p->n, values);
    for (size_t i = 0; i < p->n; i++) {
        size_t at = 0;
        while (at < p->n && (double)p->place[i] != places[at]) at++;
        assert_in_range(at, 0, p->n - 1);
        out[i] = values[at];
    }
}

static void check_process(void)
{
    const cJSON *want = json_member(example, "gp");
    const size_t n = (size_t)cJSON_GetArraySize(json_member(want, "points"));
    const nes_fit fit = surrogate_fit(&s, (size_t)json_real(want, "window"));
    nes_process *g = &s.process;
    double reference[MOST], u[VARIABLES], slope[VARIABLES], hessian[VARIABLES * VARIABLES];
    check_member(want, "theta", NES_GP_PARAMETERS, s.theta, 0);
    nes_process_fit(g, &fit);
    assert_true(g->fitted);
    assert_int_equal(g->points.n, n);
    assert_int_equal(g->points.place[0], fit.best);
    reorder(want, "alpha", reference);
    check_all(n, g->alpha, reference, 1e-6);
    reorder(want, "loo", reference);
    check_all(n, g->loo, reference, 1e-9);
    assert_within(nes_process_tau(g, fit.window), json_real(want, "tau"), 1e-15);
    json_reals(want, "u_test", s.d, u);
    const double mu = nes_surface_value(&g->surface, u);
    check_member(want, "mu", 1, &mu, 1e-9);
    nes_surface_slopes(&g->surface, u, slope, hessian);
    check_member(want, "gradient", s.d, slope, 1e-9);
    check_member(want, "hessian", s.d * s.d, hessian, 1e-9);
    const double nll = nes_process_nll(g, s.theta);
    check_member(want, "nll", 1, &nll, 1e-8);
}

static void test_process(void **state)
{
    (void)state;
    each_example(check_process);
}

static void check_sweep(void)
{
    const cJSON *want = json_member(example, "gp_after_one_sweep");
    nes_fit fit = surrogate_fit(&s, 25);
    fit.sweeps = 1;
    nes_process_fit(&s.process, &fit);
    check_member(want, "theta", NES_GP_PARAMETERS, s.theta, 1e-14);
    const double nll = nes_process_nll(&s.process, s.theta);
    check_member(want, "nll", 1, &nll, 1e-8);
}

static void test_sweep(void **state)
{
    (void)state;
    each_example(check_sweep);
}

static void check_step(void)
{
    const cJSON *want = json_member(example, "trs");
    json_reals(want, "g", s.d, s.ball.gradient);
    json_reals(want, "H", s.d * s.d, s.ball.hessian);
    assert_true(nes_ball_turn(&s.ball));
    nes_ball_step(&s.ball, json_real(want, "Delta"));
    check_member(want, "s", s.d, s.ball.step, 1e-9);
}

static void test_step(void **state)
{
    (void)state;
    each_example(check_step);
}

static void check_balls(void)
{
    const nes_fit fit = surrogate_fit(&s, 25);
    const cJSON *want;
    nes_polynomial_fit(&s.polynomial, &fit);
    nes_process_fit(&s.process, &fit);
    cJSON_ArrayForEach(want, json_member(example, "ball"))
    {
        const bool process = strcmp(json_member(want, "model")->valuestring, "GP") == 0;
        const nes_surface *surface = process ? &s.process.surface : &s.polynomial.surface;
        double c[VARIABLES], u[VARIABLES];
        json_reals(want, "c", s.d, c);
        s.ball.c = c;
        s.ball.rho = json_real(want, "rho");
        memcpy(u, c, sizeof u);
        assert_true(nes_ball_minimise(&s.ball, surface, u));
        check_member(want, "u", s.d, u, 1e-6);
        const double mu = nes_surface_value(surface, u);
        check_member(want, "mu", 1, &mu, 1e-9);
    }
}

static void test_balls(void **state)
{
    (void)state;
    each_example(check_balls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frame),   cmocka_unit_test(test_polynomial),
        cmocka_unit_test(test_process), cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_step),    cmocka_unit_test(test_balls),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
