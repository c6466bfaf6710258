/* SPDX-License-Identifier: MIT
 *
 * Inverses and Cholesky factors of every size up to 330 and of some up to 1100, at every level of
 * instructions: some of their rows multiplied out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/invert.h"
#include "support/check.h"
#include "support/dense.h"

/* The largest element of |x y - z| in eight rows; z null: the unit matrix. */
static double distance(size_t d, const double *x, const double *y, const double *z)
{
    double most = 0, *sum = dense_room(d, sizeof *sum);
    for (size_t row = 0; row < 8; row++) {
        const size_t i = (d - 1) * row / 7;
        for (size_t j = 0; j < d; j++) sum[j] = z != NULL ? -z[i * d + j] : -(double)(i == j);
        for (size_t k = 0; k < d; k++)
            for (size_t j = 0; j < d; j++) sum[j] += x[i * d + k] * y[k * d + j];
        for (size_t j = 0; j < d; j++)
            if (!(fabs(sum[j]) <= most)) most = fabs(sum[j]);
    }
    free(sum);
    return most;
}

static void check(size_t d, nes_cpu level)
{
    double *a = dense_room(4 * d * d, sizeof *a), *l = a + d * d, *x = l + d * d, *t = x + d * d;
    double *work = dense_room(nes_invert_work(d), sizeof *work), log_det;
    dense_normals(d, d * d, a);
    for (size_t i = 0; i < d; i++) a[i * d + (d - 1 - i)] += 3 * sqrt((double)d);
    assert_int_equal(nes_invert(d, a, x, &log_det, work, level), 0);
    assert_true(distance(d, x, a, NULL) < 1e-12);
    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < i; j++) a[j * d + i] = a[i * d + j];
        a[i * d + i] = 8 * sqrt((double)d);
    }
    memcpy(l, a, d * d * sizeof *a);
    assert_int_equal(nes_cholesky(d, l, x, &log_det, work, level), 0);
    for (size_t i = 0; i < d * d; i++) t[i % d * d + i / d] = l[i];
    assert_true(distance(d, l, t, a) < 1e-15 * dense_norm(d, a) * (double)d);
    assert_true(distance(d, l, x, NULL) < 1e-12);
    free(a);
    free(work);
}

static void test_every_size(void **state)
{
    static const size_t large[] = {511, 512, 1000, 1023, 1024, 1100};
    (void)state;
    for (int level = 0; level <= (int)nes_cpu_best(); level++) {
        for (size_t d = 1; d <= 330; d++) check(d, (nes_cpu)level);
        for (size_t i = 0; i < sizeof large / sizeof *large; i++) check(large[i], (nes_cpu)level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
