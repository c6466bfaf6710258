/* SPDX-License-Identifier: MIT
 *
 * What every search distribution promises about its moves, looped over the table of families: no
 * weight, no move; samples made again move to the same bits as stored ones; a linear map of the
 * space commutes with a move; and to first order the covariance follows the weighted samples.
 * [math: A11, A25] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/families.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"

/* A start with the shape b where the family has one, and d different scales where it has those. */
static void start(rig *r, const double *b, double scale)
{
    const size_t d = r->g.dist.d;
    const nes_family *family = r->g.dist.family;
    double *mu = dense_room(2 * d, sizeof *mu), *std = mu + d;
    for (size_t i = 0; i < d; i++) {
        mu[i] = scale * (1 - 0.5 * (double)(i % 7));
        std[i] = scale * (family == &nes_gauss_radial ? 0.7 : 0.4 + 0.3 * (double)(i % 4));
    }
    const nes_start s = {.mu = mu, .std = std, .factor = family->matrix ? b : NULL, .seed = 1};
    assert_int_equal(family->init(&r->g.dist, &s), 0);
    free(mu);
}

static void test_no_weight_no_move(void **state)
{
    (void)state;
    const nes_rates eta = {1, 1, 1, 10, 0, 0};
    for (size_t i = 0; i < nes_family_count(); i++)
        for (size_t d = 1; d <= 6 && rig_is_memoryless(nes_family_at(i)); d++) {
            double b[36], before[200];
            rig r;
            rig_make(&r, nes_family_at(i), d, 4, true);
            dense_shape(d, 2, b);
            start(&r, b, 1);
            rig_sample(&r, 1, 0);
            memcpy(before, r.g.dist.theta, nes_family_at(i)->ntheta(&r.g.dist) * sizeof *before);
            assert_int_equal(rig_move(&r, &nes_gradient_local, &eta), 0);
            assert_same_reals(nes_family_at(i)->ntheta(&r.g.dist), r.g.dist.theta, before);
            rig_free(&r);
        }
}

static void test_samples_made_again(void **state)
{
    (void)state;
    const nes_rates eta = {1, 0.4, 0.4, 10, 0, 0};
    const size_t dims[] = {1, 2, 3, NES_BLOCK - 1, NES_BLOCK, NES_BLOCK + 1, 2 * NES_BLOCK + 77};
    for (size_t i = 0; i < nes_family_count(); i++)
        for (size_t j = 0;
             j < 7 && !nes_needs_samples(nes_family_at(i)) && nes_family_at(i)->located; j++) {
            rig stored, again;
            rig *both[] = {&stored, &again};
            for (size_t k = 0; k < 2; k++) {
                rig_make(both[k], nes_family_at(i), dims[j], 7, k == 0);
                start(both[k], NULL, 1);
                rig_sample(both[k], 4, 5);
                dense_normals(1, 7, both[k]->g.batch.f);
                both[k]->g.batch.f[3] = NAN; /* its radius is needed too */
                both[k]->g.batch.f[5] = NAN;
                assert_int_equal(rig_step(both[k], &eta), 0);
            }
            assert_non_null(stored.g.batch.z);
            assert_null(again.g.batch.z);
            assert_same_reals(7 * dims[j], again.g.batch.x, stored.g.batch.x);
            assert_same_reals(nes_family_at(i)->ntheta(&stored.g.dist), again.g.dist.theta,
                              stored.g.dist.theta);
            rig_free(&stored);
            rig_free(&again);
        }
}

static void step_from(rig *r, const nes_family *family, size_t d, const double *b, double scale,
                      double rate)
{
    const nes_rates eta = {rate, rate, rate, 10, 0, 0};
    rig_make(r, family, d, 6, true);
    start(r, b, scale);
    rig_sample(r, 6, 1);
    dense_normals(2, 6, r->g.batch.f);
    assert_int_equal(rig_step(r, &eta), 0);
}

/* A power of two as the map, to the bit; a general matrix, to rounding. */
static void test_commutes_with_linear_maps(void **state)
{
    (void)state;
    for (size_t i = 0; i < nes_family_count(); i++)
        for (size_t d = 1; d <= 5; d++) {
            const nes_family *family = nes_family_at(i);
            if (!rig_is_memoryless(family) || family == &nes_gauss_exp)
                continue; /* not invariant, X25 */
            double b[25], map[25], mapped[25] = {0}, a[25], got[25], want[25] = {0};
            rig r, s;
            dense_shape(d, 3, b);
            dense_normals(4, d * d, map);
            step_from(&r, family, d, b, 1, 0.3);
            step_from(&s, family, d, b, 0.125, 0.3);
            rig_factor(&r, a);
            rig_factor(&s, got);
            for (size_t j = 0; j < d * d; j++) want[j] = 0.125 * a[j];
            assert_same_reals(d * d, got, want);
            for (size_t j = 0; j < d; j++) want[j] = 0.125 * r.g.dist.theta[j];
            assert_same_reals(d, s.g.dist.theta, want);
            rig_free(&s);
            if (family->matrix) {
                memset(want, 0, sizeof want);
                for (size_t j = 0; j < d * d; j++)
                    for (size_t l = 0; l < d; l++) {
                        mapped[j] += map[j / d * d + l] * b[l * d + j % d];
                        want[j] += map[j / d * d + l] * a[l * d + j % d];
                    }
                step_from(&s, family, d, mapped, 1, 0.3);
                rig_factor(&s, got);
                const double size = dense_norm(d * d, want);
                for (size_t j = 0; j < d * d; j++) assert_within(got[j], want[j], 1e-13 * size);
                rig_free(&s);
            }
            rig_free(&r);
        }
}

/* |S(eta) - S - eta sum u (x - mu)(x - mu)^T| */
static double second_order(size_t d, double eta)
{
    double b[25], before[25], after[25], mu[5];
    rig r;
    dense_shape(d, 5, b);
    step_from(&r, &nes_gauss_full, d, b, 1, 0);
    rig_covariance(&r, before);
    memcpy(mu, r.g.dist.theta, d * sizeof *mu);
    for (size_t k = 0; k < 6; k++)
        for (size_t i = 0; i < d * d; i++) {
            const double *x = r.g.batch.x + k * d;
            before[i] += eta * r.g.batch.u[k] * (x[i / d] - mu[i / d]) * (x[i % d] - mu[i % d]);
        }
    rig_free(&r);
    step_from(&r, &nes_gauss_full, d, b, 1, eta);
    rig_covariance(&r, after);
    for (size_t i = 0; i < d * d; i++) after[i] -= before[i];
    rig_free(&r);
    return dense_norm(d * d, after);
}

static void test_first_order(void **state)
{
    (void)state;
    for (size_t d = 1; d <= 5; d++) {
        const double ratio = second_order(d, 1e-3) / second_order(d, 5e-4);
        assert_within(ratio, 4, 0.01);
        assert_true(second_order(d, 1e-3) < 1e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_weight_no_move),
        cmocka_unit_test(test_samples_made_again),
        cmocka_unit_test(test_first_order),
        cmocka_unit_test(test_commutes_with_linear_maps),
    };
    return cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
