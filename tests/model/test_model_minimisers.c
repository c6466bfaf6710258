/* SPDX-License-Identifier: MIT
 *
 * Minimisers of both models: where they begin, which are kept, in which order. [math: B21.4] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/distance.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/surrogate.h"

static surrogate s;

static double shifted(size_t d, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += (x[i] - 0.25) * (x[i] - 0.25);
    return sum;
}

/* The minimiser of a bowl, and no two alike. */
static void test_minimisers(void **state)
{
    (void)state;
    enum { D = 4, N = 40 };
    double c[D] = {0}, out[4 * D], u[3 * D];
    const double low = 0.25 / 2; /* sqrt(d) = 2 */
    surrogate_open(&s, D, N + 1, nes_cpu_best());
    surrogate_add(&s, N, 1, shifted);
    nes_fit fit = surrogate_fit(&s, 25);
    nes_models_fit(s.models, &fit);
    dense_normals(5, 3 * D, u);
    nes_search search = {.c = c, .n = 3, .u = u, .k = 1};
    assert_int_equal(nes_models_minimise(s.models, &search, out), 1);
    for (size_t i = 0; i < D; i++) assert_within(out[i], low, 1e-7);
    search.k = 4;
    const size_t n = nes_models_minimise(s.models, &search, out);
    assert_in_range(n, 1, 3); /* in the smaller ball the polynomial finds the same again */
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double apart[D];
            for (size_t k = 0; k < D; k++) apart[k] = out[i * D + k] - out[j * D + k];
            assert_true(dense_norm(D, apart) >= 0.1 * dense_norm(D, out + i * D));
        }
    search.k = 0;
    assert_int_equal(nes_models_minimise(s.models, &search, out), 0);
    surrogate_close(&s);
}

typedef struct repair {
    size_t calls;
    bool admits;
} repair;

static bool admit(void *data, double *u)
{
    repair *r = data;
    r->calls++;
    u[0] = -3;
    return r->admits;
}

/* What is repaired is compared as it is then. */
static void test_admit(void **state)
{
    (void)state;
    enum { D = 3, N = 30 };
    double c[D] = {0}, out[4 * D];
    repair r = {.admits = true};
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 1, shifted);
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_models_fit(s.models, &fit);
    nes_search search = {.c = c, .k = 4, .admit = admit, .data = &r};
    assert_int_equal(nes_models_minimise(s.models, &search, out), 1);
    assert_within(out[0], -3, 0);
    assert_int_equal(r.calls, 4);
    r.admits = false;
    assert_int_equal(nes_models_minimise(s.models, &search, out), 0);
    surrogate_close(&s);
}

typedef struct neighbour {
    const double *point;
    double distance;
} neighbour;

static bool go_near(void *data, double *u)
{
    const neighbour *n = data;
    memcpy(u, n->point, 3 * sizeof *u);
    u[1] += n->distance;
    return true;
}

/* A point of the model is known already, and so is what is nearer to it than 1e-8. */
static void test_known_points(void **state)
{
    (void)state;
    enum { D = 3, N = 15 };
    double c[D] = {0}, out[4 * D], point[D];
    neighbour near = {.point = point};
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 1, shifted);
    const nes_fit fit = surrogate_fit(&s, 25);
    nes_models_fit(s.models, &fit);
    nes_frame_into(&s.frame, s.archive.x + 7 * D, point);
    const nes_search search = {.c = c, .k = 4, .admit = go_near, .data = &near};
    assert_int_equal(nes_models_minimise(s.models, &search, out), 0);
    near.distance = 0.9e-8;
    assert_int_equal(nes_models_minimise(s.models, &search, out), 0);
    near.distance = 1.1e-8;
    assert_int_equal(nes_models_minimise(s.models, &search, out), 1);
    surrogate_close(&s);
}

/* Two wells, of which the one at x_0 = -1 is deeper. */
static double wells(size_t d, const double *x)
{
    double sum = (x[0] * x[0] - 1) * (x[0] * x[0] - 1) + 0.3 * x[0];
    for (size_t i = 1; i < d; i++) sum += x[i] * x[i];
    return sum;
}

/* From c alone the search ends in the well of c; a sample in the other one, the third row, leads
 * there. */
static void test_starts(void **state)
{
    (void)state;
    enum { D = 2, N = 32 };
    const double c[D] = {0.9 / sqrt(2), 0}, rows[] = {0.8, 1, 0.9, -1, -0.6, 0};
    double out[D];
    surrogate_open(&s, D, N, nes_cpu_best());
    surrogate_add(&s, N, 3, wells);
    nes_fit fit = surrogate_fit(&s, 25);
    fit.sweeps = 3;
    assert_int_equal(nes_models_fit(s.models, &fit), NES_PROCESS);
    nes_search search = {.c = c, .n = 2, .u = rows, .k = 1};
    assert_int_equal(nes_models_minimise(s.models, &search, out), 1);
    assert_within(out[0] * sqrt(2), 1, 0.2);
    search.n = 3;
    assert_int_equal(nes_models_minimise(s.models, &search, out), 1);
    assert_within(out[0] * sqrt(2), -1, 0.2);
    surrogate_close(&s);
}

static bool is_kept(const nes_points *p, const double *c, const double *out, size_t found)
{
    const double *u = out + found * p->d;
    for (size_t k = 0; k < p->n; k++)
        if (nes_distance(p->d, u, p->u + k * p->d) < 1e-8) return false;
    for (size_t k = 0; k < found; k++)
        if (nes_distance(p->d, u, out + k * p->d) < 0.1 * nes_distance(p->d, u, c)) return false;
    return true;
}

/* The rule as it is written, for models fitted one by one. */
static size_t expected(nes_fitted chosen, const double *c, size_t n, const double *rows,
                       double *out)
{
    const size_t d = s.d;
    size_t found = 0;
    s.ball.c = c;
    for (int k = 0; k < 4; k++) {
        const bool process = (chosen == NES_PROCESS) == (k % 2 == 0);
        const nes_surface *m = process ? &s.process.surface : &s.polynomial.surface;
        double *u = out + found * d, least = nes_surface_value(m, c), at[5];
        if (process ? !s.process.fitted : s.polynomial.type < 0) continue;
        s.ball.rho = k < 2 ? 2 : 0.5;
        memcpy(u, c, d * sizeof *u);
        for (size_t i = 0; i < n; i++) {
            memcpy(at, rows + i * d, d * sizeof *u);
            nes_ball_pull(&s.ball, at);
            if (!(nes_surface_value(m, at) < least)) continue;
            least = nes_surface_value(m, at);
            memcpy(u, at, d * sizeof *u);
        }
        const nes_points *p = process ? &s.process.points : &s.polynomial.points;
        if (nes_ball_minimise(&s.ball, m, u) && is_kept(p, c, out, found)) found++;
    }
    return found;
}

static void test_rule(void **state)
{
    (void)state;
    enum { N = 50, ROWS = 5 };
    size_t counts[5] = {0};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const size_t d = 1 + seed % 5;
        double c[5], rows[ROWS * 5], want[5 * 5], got[5 * 5];
        surrogate_open(&s, d, N, nes_cpu_best());
        surrogate_add(&s, 6 + seed, seed, seed % 3 ? wells : shifted);
        const nes_fit fit = surrogate_fit(&s, 25);
        const nes_fitted kind = nes_models_fit(s.models, &fit);
        nes_process_fit(&s.process, &fit);
        nes_polynomial_fit(&s.polynomial, &fit);
        nes_frame_into(&s.frame, s.archive.x + fit.best * d, c);
        dense_normals(seed, ROWS * d, rows);
        const size_t n = expected(kind, c, ROWS, rows, want);
        const nes_search search = {.c = c, .n = ROWS, .u = rows, .k = 4};
        assert_int_equal(nes_models_minimise(s.models, &search, got), n);
        assert_same_reals(n * d, got, want);
        counts[n]++;
        surrogate_close(&s);
    }
    assert_true(counts[1] + counts[2] > 0 && counts[3] > 0 && counts[4] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_minimisers),   cmocka_unit_test(test_admit),
        cmocka_unit_test(test_known_points), cmocka_unit_test(test_starts),
        cmocka_unit_test(test_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
