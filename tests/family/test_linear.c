/* SPDX-License-Identifier: MIT
 *
 * The families of linear cost after some steps: points, standard deviations, volume and condition
 * against the matrix that their axes are, what they promise about their parameters, and lost
 * directions. [math: B1, B16] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/families.h"
#include "family/gauss_lm.h"
#include "family/gauss_vd.h"
#include "linalg/sequential.h"
#include "linalg/vector.h"
#include "sampling/sampling.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"

enum { N = 8 };

static double effective(const nes_extent *e)
{
    (void)e;
    return 3;
}

/* The family with its default rates, and its samples in pairs. */
static nes_rates start(rig *r, const nes_family *family, size_t d)
{
    nes_defaults rates = {0};
    rig_make(r, family, d, N, true);
    rig_arrange(r, nes_sampling_find("mirrored-orthogonal"));
    family->rate(&(nes_extent){.d = d, .n = N, .effective = effective}, &rates);
    rig_paths(r, &rates.paths);
    rig_start(r, NULL, 1.5, NULL);
    return (nes_rates){.mu = 1, .sigma = rates.sigma, .shape = rates.shape, .limit = 10};
}

/* Steps on a function whose axes differ and are not parallel to the coordinates. */
static void walk(rig *r, const nes_rates *eta, size_t steps)
{
    const size_t d = r->g.dist.d;
    for (size_t t = 0; t < steps; t++) {
        rig_sample(r, 7, t);
        for (size_t k = 0; k < N; k++) {
            const double *x = r->g.batch.x + k * d;
            double sum = 0, f = 0;
            for (size_t i = 0; i < d; i++) {
                sum += x[i];
                f += (1 + (double)i) * (x[i] - 3) * (x[i] - 3);
            }
            r->g.batch.f[k] = f + 20 * sum * sum;
        }
        assert_int_equal(rig_step(r, eta), 0);
    }
}

/* Longest to shortest axis of A. */
static double true_condition(size_t d, const double *a)
{
    double *s = dense_room(2 * d * d + d, sizeof *s), *v = s + d * d, *w = v + d * d;
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < d * d; i++) s[i] = nes_dot(d, a + i / d * d, a + i % d * d);
    assert_int_equal(nes_jacobi(d, s, v, w), 0);
    for (size_t i = 0; i < d; i++) {
        low = fmin(low, w[i]);
        high = fmax(high, w[i]);
    }
    free(s);
    return sqrt(high / low);
}

/* |det A|^(1/d) of the axes as they are. */
static double volume_root(const rig *r)
{
    const size_t d = r->g.dist.d;
    double *a = dense_room(d * d, sizeof *a);
    rig_factor(r, a);
    const double root = exp(dense_log_det(d, a) / (double)d);
    free(a);
    return root;
}

static void check_geometry(const nes_family *family, size_t d, size_t steps)
{
    double *a = dense_room(d * d + d, sizeof *a), *std = a + d * d, widest = 0;
    rig r;
    const nes_rates eta = start(&r, family, d);
    walk(&r, &eta, steps);
    rig_sample(&r, 7, steps);
    rig_factor(&r, a);
    const nes_batch *b = &r.g.batch;
    for (size_t k = 0; k < N; k++)
        for (size_t i = 0; i < d; i++) {
            const double step = nes_dot(d, a + i * d, b->z + k * d);
            assert_within(b->x[k * d + i], r.g.dist.theta[i] + step, 1e-12 * (1 + fabs(step)));
        }
    family->widths->spread(&r.g.dist, std);
    for (size_t i = 0; i < d; i++) {
        assert_relative(std[i], dense_norm(d, a + i * d), 1e-12);
        widest = fmax(widest, std[i]);
    }
    assert_true(family->widths->width(&r.g.dist) > 0);
    assert_true(family->widths->width(&r.g.dist) <= widest * (1 + 1e-14));
    assert_relative(family->widths->sigma(&r.g.dist), volume_root(&r), 1e-12);
    const double is = family->widths->condition(&r.g.dist), want = true_condition(d, a);
    if (family == &nes_gauss_vd) assert_true(is <= want * (1 + 1e-12) && is >= 0.5 * want);
    if (family == &nes_gauss_lm) assert_true(is >= want * 0.95 && (is <= want * 1.01 || d < 20));
    rig_free(&r);
    free(a);
}

static void test_geometry(void **state)
{
    (void)state;
    const size_t dims[] = {1, 2, 3, 8, 30};
    for (size_t i = 0; i < 5; i++)
        for (size_t steps = 0; steps <= 60; steps += steps < 3 ? 1 : 19) {
            check_geometry(&nes_gauss_vd, dims[i], steps);
            check_geometry(&nes_gauss_lm, dims[i], steps);
        }
}

/* The shape has determinant 1 from the start on, whatever direction was drawn: sigma itself is the
 * root of the volume, and at the start what was asked for. */
static void test_volume(void **state)
{
    (void)state;
    const size_t dims[] = {1, 2, 20};
    for (size_t i = 0; i < 3; i++) {
        rig r;
        const nes_rates eta = start(&r, &nes_gauss_vd, dims[i]);
        assert_true(nes_gauss_vd.widths->sigma(&r.g.dist) == 1.5);
        assert_true(r.g.dist.theta[dims[i]] == 1.5);
        assert_within(volume_root(&r), 1.5, 1e-13);
        walk(&r, &eta, 30);
        assert_relative(volume_root(&r), r.g.dist.theta[dims[i]], 1e-12);
        rig_free(&r);
    }
}

/* The products that are carried along stay those of the directions. */
static void test_gram(void **state)
{
    (void)state;
    rig r;
    const size_t d = 25, k = nes_lm_directions(d);
    const nes_rates eta = start(&r, &nes_gauss_lm, d);
    walk(&r, &eta, 2000);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            const double *a = nes_lm_direction(&r.g.dist, i), *b = nes_lm_direction(&r.g.dist, j);
            const double size = dense_norm(d, a) * dense_norm(d, b);
            assert_within(nes_lm_gram(&r.g.dist)[i * k + j], nes_dot(d, a, b), 1e-12 * size);
        }
    rig_free(&r);
}

/* A direction that has become too short is replaced, by one of its own stream. */
static void test_lost_direction(void **state)
{
    (void)state;
    double after[2][10];
    for (size_t i = 0; i < 2; i++) {
        rig r;
        nes_rates eta = start(&r, &nes_gauss_vd, 10);
        double *v = nes_vd_axis(&r.g.dist);
        for (size_t j = 0; j < 10; j++) v[j] *= 1e-12;
        eta.shape = r.options.rank_one = 0; /* nothing else turns it */
        rig_take(&r);
        walk(&r, &eta, 1);
        assert_relative(dense_norm(10, v), 0.01, 1e-14);
        memcpy(after[i], v, sizeof after[i]);
        for (size_t j = 0; j < 5 * 10 + 1; j++) assert_true(isfinite(r.g.dist.theta[j]));
        rig_free(&r);
    }
    assert_same_reals(10, after[0], after[1]);
}

/* Runs of one seed begin with directions of their own. */
static void test_first_direction(void **state)
{
    (void)state;
    rig r;
    double first[10], length2 = 0;
    start(&r, &nes_gauss_vd, 10);
    memcpy(first, nes_vd_axis(&r.g.dist), sizeof first);
    r.options.run = 1;
    rig_start(&r, NULL, 1.5, NULL);
    for (size_t i = 0; i < 10; i++) {
        assert_true(first[i] != nes_vd_axis(&r.g.dist)[i]);
        length2 += first[i] * first[i];
    }
    assert_within(length2, 1, 5 * sqrt(0.2)); /* chi-square over d */
    rig_free(&r);
}

/* sum w_k (|z_k|^2/d - 1), the weights being the utilities u or, with a preference alpha for far
 * samples, (u_k + 1/n) e^(alpha |z_k|) over their sum, minus 1/n. */
static double growth_of(const rig *r, double alpha)
{
    const size_t d = r->g.dist.d;
    double sum = 0, total = 0, mean = 0;
    for (size_t k = 0; k < N; k++) {
        const double length = dense_norm(d, r->g.batch.z + k * d);
        const double w = (r->g.batch.u[k] + 1.0 / N) * exp(alpha * length);
        const double more = length * length / (double)d - 1;
        total += w;
        sum += w * more;
        mean += more / N;
    }
    return sum / total - mean;
}

/* alpha of n samples, all of them finite; its factor is found by halving an interval. */
static double preference(double d)
{
    double low = 0, high = 10;
    for (int i = 0; i < 200; i++) {
        const double a = (low + high) / 2;
        if ((1 + a * a) * exp(a * a / 2) / 0.24 < 10 + d)
            low = a;
        else
            high = a;
    }
    return low * fmin(1, sqrt(N / d));
}

/* One step with a path of the scale of length times chi, which stays as it is. */
static void check_phase(size_t dim, double length, double rate, bool moves)
{
    rig r;
    nes_rates eta = start(&r, &nes_gauss_vd, dim);
    const double d = (double)dim;
    const double chi = sqrt(d) * (1 - 1 / (4 * d) + 1 / (21 * d * d));
    double *path = nes_vd_scale_path(&r.g.dist);
    r.options.path_sigma = 0;
    rig_take(&r);
    for (size_t i = 0; i < dim; i++) path[i] = (i % 2 == 0 ? 1 : -1) * length * chi / sqrt(d);
    walk(&r, &eta, 1);
    /* The points of the generation that was told are still there. */
    const double growth = growth_of(&r, moves ? preference(d) : 0);
    assert_within(log(r.g.dist.theta[dim] / 1.5), rate / 2 * growth, 1e-13);
    rig_free(&r);
}

/* The path of the scale tells three phases apart, each with a rate of its own. */
static void test_phases(void **state)
{
    (void)state;
    const size_t dims[] = {2, 8, 30, 200};
    for (size_t i = 0; i < 4; i++) {
        const double d = (double)dims[i], m = N;
        const double stays = tanh((0.024 * m + 0.7 * d + 20) / (d + 12));
        const double converges = 2 * tanh((0.025 * m + 0.75 * d + 10) / (d + 4));
        check_phase(dims[i], 0, converges, false);
        check_phase(dims[i], 0.1 * (1 - 1e-9), converges, false);
        check_phase(dims[i], 0.1 * (1 + 1e-9), stays, false);
        check_phase(dims[i], 1 - 1e-9, stays, false);
        check_phase(dims[i], 1 + 1e-9, 1, true);
        check_phase(dims[i], 3, 1, true);
    }
}

/* Whatever the rate, a step changes no factor by more than a tenth, before all are normalised. */
static void test_limits(void **state)
{
    (void)state;
    rig r;
    nes_rates eta = start(&r, &nes_gauss_vd, 6);
    double before[6], norm, change = 1;
    eta.shape = 50;
    memcpy(before, nes_vd_factors(&r.g.dist), sizeof before);
    walk(&r, &eta, 1);
    const double *after = nes_vd_factors(&r.g.dist);
    norm = after[0] / before[0];
    for (size_t i = 1; i < 6; i++) {
        const double ratio = after[i] / before[i] / norm;
        change = fmax(change, fmax(ratio, 1 / ratio));
    }
    assert_true(change > 1.01 && change <= 1.1 / 0.9 + 1e-12);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_volume),
        cmocka_unit_test(test_gram),
        cmocka_unit_test(test_lost_direction),
        cmocka_unit_test(test_first_direction),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("linear families", tests, NULL, NULL);
}
