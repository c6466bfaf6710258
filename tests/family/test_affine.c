/* SPDX-License-Identifier: MIT
 *
 * The full-matrix families over one move and over ten thousand: one move against dense formulas in
 * extended precision; then det B, the probes and the condition estimate against factorisations of
 * the matrix itself. [math: A12, A24, A26] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/affine.h"
#include "family/families.h"
#include "linalg/multiply.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"

enum { GENERATIONS = 10000, PROBES = NES_UNIT };

/* b exp(c (G - shift I)) by a dense exponential, G = sum u z z^T. */
static void dense_shape_move(const rig *r, const double *b, double c, wide shift, wide *out)
{
    const size_t d = r->g.dist.d, dd = d * d;
    wide *g = dense_room(3 * dd, sizeof *g), *e = g + dd, *start = e + dd;
    dense_gram(d, r->g.batch.n, c, r->g.batch.u, r->g.batch.z, c * shift, g);
    dense_exponential(d, g, e);
    for (size_t i = 0; i < dd; i++) start[i] = b[i];
    dense_multiply(d, start, e, out);
    free(g);
}

static void check_move(size_t d, size_t n, nes_rates eta)
{
    const size_t dd = d * d;
    double *b = dense_room(dd + d, sizeof *b), *mu = b + dd;
    wide *want = dense_room(dd + d, sizeof *want), *centre = want + dd, trace = 0, total = 0;
    rig r;
    dense_shape(d, d + n, b);
    dense_normals(d, d, mu);
    rig_make(&r, &nes_gauss_full, d, n, true);
    rig_start(&r, mu, 0.3, b);
    rig_sample(&r, d + 7 * n, 0);
    dense_normals(d + n, n, r.g.batch.f);
    rig_shape(&r, b);
    const double sigma = r.g.dist.theta[d];
    assert_relative(sigma, 0.3, 1e-14 * (double)d);
    assert_int_equal(rig_step(&r, &eta), 0);
    const nes_batch *t = &r.g.batch;
    for (size_t i = 0; i < d; i++) centre[i] = mu[i];
    for (size_t k = 0; k < n; k++) {
        total += t->u[k];
        for (size_t j = 0; j < d; j++) {
            trace += (wide)t->u[k] * t->z[k * d + j] * t->z[k * d + j];
            for (size_t i = 0; i < d; i++)
                centre[i] += eta.mu * sigma * (wide)t->u[k] * b[i * d + j] * t->z[k * d + j];
        }
    }
    assert_within(dense_error(d, r.g.dist.theta, centre), 0, 1e-13);
    assert_relative(r.g.dist.theta[d], (double)(sigma * expl(eta.sigma * (trace / d - total) / 2)),
                    1e-13);
    dense_shape_move(&r, b, eta.shape / 2, trace / d, want);
    rig_shape(&r, b);
    assert_within(dense_error(dd, b, want), 0, 1e-13);
    rig_free(&r);
    free(b);
    free(want);
}

static void test_one_move(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 24; d++) {
        const size_t sizes[] = {2, d / 2 + 2, d + 1, 3 * d + 2};
        const double eta = rig_rate(nes_rate_full, d);
        for (size_t i = 0; i < 4; i++) {
            check_move(d, sizes[i], (nes_rates){1, eta, eta, 10, 0, 0});
            check_move(d, sizes[i], (nes_rates){0.7, 0.4, 0.25, 10, 0, 0});
        }
    }
    check_move(
        100, 17,
        (nes_rates){1, rig_rate(nes_rate_full, 100), rig_rate(nes_rate_full, 100), 10, 0, 0});
}

/* A successful step of the heavy-tailed hill climber against
 *   A exp(eta/2 (I + (w s s^T - I)/4)),  w = (d + 1)/(|s|^2 + 1),
 * and of its literal mode, where s is the normal vector and its radius the scalar factor. */
static void check_student(size_t d, bool literal, uint64_t seed)
{
    const nes_rates eta = {1, 0.3, 0.3, 10, 0, 0};
    const size_t dd = d * d;
    double *b = dense_room(4 * dd, sizeof *b), *before = b + dd, *after = before + dd;
    wide *want = dense_room(3 * dd, sizeof *want), *g = want + dd, *e = g + dd;
    rig r;
    dense_shape(d, seed, b);
    rig_make(&r, &nes_student, d, 1, true);
    r.options.cauchy_literal = literal;
    rig_climb(&r, 5, nes_student.elitist_down, nes_student.elitist_learn);
    rig_start(&r, NULL, 0.8, b);
    rig_sample(&r, seed, 0);
    rig_factor(&r, before);
    assert_int_equal(rig_step(&r, &eta), 0);
    rig_factor(&r, after);
    const nes_batch *t = &r.g.batch;
    const double r2 = pow(t->tail[0], 2) * (literal ? 1 : pow(dense_norm(d, t->z), 2));
    const double a = (literal ? 1 : pow(t->tail[0], 2)) * (double)(d + 1) / (r2 + 1);
    dense_gram(d, 1, 0.3L / 8, &a, t->z, -0.3L * 3 / 8, g);
    dense_exponential(d, g, e);
    for (size_t i = 0; i < dd; i++) g[i] = before[i];
    dense_multiply(d, g, e, want);
    assert_within(dense_error(dd, after, want), 0, 1e-13);
    assert_all_relative(d, r.g.dist.theta, t->x, 1e-15);
    rig_free(&r);
    free(b);
    free(want);
}

static void test_student_move(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 8; d++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            check_student(d, false, seed);
            check_student(d, true, seed);
        }
}

static double rosenbrock(size_t d, const double *x)
{
    double f = 0;
    for (size_t i = 0; i + 1 < d; i++) f += 100 * pow(x[i + 1] - x[i] * x[i], 2) + pow(1 - x[i], 2);
    return f;
}

static double ellipsoid(size_t d, const double *x)
{
    double f = 0;
    for (size_t i = 0; i < d; i++) f += pow(1e6, (double)i / (double)(d - 1)) * x[i] * x[i];
    return f;
}

/* A landscape for ten thousand generations. Where the values carry no information (null) the shape
 * is a random walk whose condition number grows without bound, so there the rates are a tenth. */
typedef struct landscape {
    const char *name;
    double (*value)(size_t d, const double *x);
    double rate;
} landscape;

static const landscape landscapes[] = {
    {"random ranking", NULL, 0.1}, {"rosenbrock", rosenbrock, 1}, {"ellipsoid", ellipsoid, 1}};

/* Default population and rates. The centre is thrown back to its start whenever the step size has
 * become small, for the shape to have work to do throughout. */
static void run_long(rig *r, const landscape *l, size_t d, double *l0)
{
    const size_t n = 4 + (size_t)(3 * log((double)d));
    const double eta = l->rate * rig_rate(nes_rate_full, d);
    const nes_rates rates = {l->value != NULL, eta, eta, 10, 0, 0};
    rig_make(r, &nes_gauss_full, d, n, true);
    rig_start(r, NULL, 1, NULL);
    for (size_t i = 0; i < nes_affine_nprobe(d); i++)
        rig_probe(r, i, l0 + i * d); /* B = I: these are the l_i */
    for (uint64_t t = 0; t < GENERATIONS; t++) {
        nes_batch *b = &r->g.batch;
        rig_sample(r, 3, t);
        dense_normals(t, n, b->f);
        for (size_t k = 0; l->value != NULL && k < n; k++) b->f[k] = l->value(d, b->x + k * d);
        assert_int_equal(rig_step(r, &rates), 0);
        if (r->g.dist.theta[d] > 1e-6) continue;
        for (size_t i = 0; i < d; i++) r->g.dist.theta[i] = -2;
        r->g.dist.theta[d] = 1;
    }
}

/* B times the probe is the l it began as. */
static void check_probes(const rig *r, const double *l)
{
    const size_t d = r->g.dist.d;
    double *inverse = dense_room(2 * d * d, sizeof *inverse), *shape = inverse + d * d, worst = 0;
    rig_shape(r, shape);
    dense_inverse(d, shape, inverse);
    for (size_t p = 0; p < nes_affine_nprobe(d); p++) {
        double difference[20], want[20], probe[20];
        rig_probe(r, p, probe);
        for (size_t i = 0; i < d; i++) {
            wide sum = 0;
            for (size_t j = 0; j < d; j++) sum += (wide)inverse[i * d + j] * l[p * d + j];
            want[i] = (double)sum;
            difference[i] = probe[i] - want[i];
        }
        worst = fmax(worst, dense_norm(d, difference) / dense_norm(d, want));
    }
    print_message("probes %.2g, ", worst);
    assert_within(worst, 0, 1e-6);
    free(inverse);
}

static void test_ten_thousand_moves(void **state)
{
    (void)state;
    const size_t dims[] = {5, 10, 20};
    for (size_t i = 0; i < 3; i++)
        for (size_t l = 0; l < 3; l++) {
            double l0[PROBES * 20], shape[20 * 20];
            rig r;
            run_long(&r, &landscapes[l], dims[i], l0);
            print_message("d = %zu, %s: ", dims[i], landscapes[l].name);
            check_probes(&r, l0);
            rig_shape(&r, shape);
            const double drift = dense_log_det(dims[i], shape);
            print_message("condition %.2g, ln det B %.2g\n",
                          nes_gauss_full.widths->condition(&r.g.dist), drift);
            assert_within(drift, 0, 1e-9);
            rig_free(&r);
        }
}

/* Ratio of the estimate to the ratio of the longest to the shortest axis of B, for one set of
 * probes. The axes by singular values: the square roots of the eigenvalues of B^T B and of its
 * inverse, each from its accurate end. */
static double estimate_ratio(size_t d, const double *factor, uint64_t seed)
{
    double *mu = dense_room(2 * d + d * d, sizeof *mu), *std = mu + d, *b = std + d;
    double *s = dense_room(d, sizeof *s);
    rig r;
    rig_make(&r, &nes_gauss_full, d, 2, true);
    for (size_t i = 0; i < d; i++) std[i] = 0.5;
    const nes_start start = {.mu = mu, .std = std, .factor = factor, .seed = seed};
    assert_int_equal(nes_gauss_full.init(&r.g.dist, &start), 0);
    rig_shape(&r, b);
    dense_singular_values(d, b, s);
    const double estimate = nes_gauss_full.widths->condition(&r.g.dist);
    const double exact = s[0] / s[d - 1];
    rig_free(&r);
    free(mu);
    free(s);
    return estimate / exact;
}

/* Probes that span the space find the shortest axis itself; the longest is a power iteration that
 * can only fall short, by little unless two axes are nearly alike. */
static void test_condition_when_small(void **state)
{
    (void)state;
    for (size_t d = 1; d <= PROBES; d++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            double b[PROBES * PROBES];
            dense_normals(seed, d * d, b);
            const double ratio = estimate_ratio(d, b, seed);
            if (!(ratio < 1 + 1e-9 && ratio > 0.9)) fail_msg("d = %zu: ratio %.12g", d, ratio);
        }
}

/* A distribution that has lost its numbers has no condition, rather than some condition. */
static void test_condition_of_nothing(void **state)
{
    (void)state;
    for (size_t d = 2; d <= 12; d += 10) {
        rig r;
        rig_make(&r, &nes_gauss_full, d, 4, true);
        rig_start(&r, NULL, 1, NULL);
        assert_true(nes_gauss_full.widths->condition(&r.g.dist) == 1);
        nes_affine_probes(&r.g.dist)[0] = NAN;
        assert_true(isnan(nes_gauss_full.widths->condition(&r.g.dist)));
        rig_free(&r);
    }
}

/* The estimate is never above the truth. With a single short axis u it falls short by the part of u
 * that eight random orthogonal directions see: its square is a Beta(4, (d - 8)/2) number, below
 * 0.02 with probability 8e-7 for d = 12. */
static void test_condition_estimate(void **state)
{
    (void)state;
    enum { SEEDS = 400, D = 12 };
    double needle[D * D] = {0}, mean = 0;
    for (size_t i = 0; i < D; i++) needle[i * D + i] = i == 3 ? 1e-6 : 1;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        double b[D * D];
        dense_shape(D, seed, b);
        assert_true(estimate_ratio(D, b, seed) < 1 + 1e-9);
        const double ratio = estimate_ratio(D, needle, seed);
        assert_true(ratio < 1 + 1e-9 && ratio * ratio > 0.02);
        mean += ratio * ratio / SEEDS;
    }
    assert_within(mean, 8.0 / D,
                  5 * 0.18 / sqrt(SEEDS)); /* standard deviation of Beta(4, 2): 0.178 */
    double sphere[D * D] = {0};
    for (size_t i = 0; i < D; i++) sphere[i * D + i] = 3;
    assert_relative(estimate_ratio(D, sphere, 1), 1, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_move),           cmocka_unit_test(test_student_move),
        cmocka_unit_test(test_ten_thousand_moves), cmocka_unit_test(test_condition_when_small),
        cmocka_unit_test(test_condition_estimate), cmocka_unit_test(test_condition_of_nothing),
    };
    return cmocka_run_group_tests_name("affine", tests, NULL, NULL);
}
