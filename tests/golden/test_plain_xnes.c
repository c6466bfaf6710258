/* SPDX-License-Identifier: MIT
 *
 * The library's xNES against the forty lines of examples/00_xnes.c: from the same points both make
 * the same distribution, generation by generation. [math: A12] */
#pragma push_macro("main")
#undef main
#define main example_main
#include "../../examples/00_xnes.c"
#pragma pop_macro("main")

#include "support/runs.h"

/* z with mu + A z = x, by elimination. A rotation of z that A undoes changes neither mu nor A A^T.
 */
static void localize(const double mu[D], double A[D][D], const double *x, double z[D])
{
    double m[D][D + 1];
    for (int i = 0; i < D; i++) {
        memcpy(m[i], A[i], sizeof A[i]);
        m[i][D] = x[i] - mu[i];
    }
    for (int c = 0; c < D; c++) {
        int pivot = c;
        for (int i = c + 1; i < D; i++)
            if (fabs(m[i][c]) > fabs(m[pivot][c])) pivot = i;
        for (int j = 0; j <= D; j++) {
            const double kept = m[c][j];
            m[c][j] = m[pivot][j];
            m[pivot][j] = kept;
        }
        for (int i = 0; i < D; i++) {
            const double factor = m[i][c] / m[c][c];
            for (int j = 0; i != c && j <= D; j++) m[i][j] -= factor * m[c][j];
        }
    }
    for (int i = 0; i < D; i++) z[i] = m[i][D] / m[i][i];
}

static void check_distribution(nes_opt *o, const double mu[D], double A[D][D])
{
    double mean[D], covariance[D * D], size = 0;
    assert_int_equal(nes_get_array(o, "mean_x", D, mean), NES_OK);
    assert_int_equal(nes_get_array(o, "covariance", D * D, covariance), NES_OK);
    for (int i = 0; i < D * D; i++) size = fmax(size, fabs(covariance[i]));
    for (int i = 0; i < D; i++) {
        assert_within(mu[i], mean[i], 1e-9 * sqrt(size));
        for (int j = 0; j < D; j++) {
            double got = 0;
            for (int k = 0; k < D; k++) got += A[i][k] * A[j][k];
            assert_within(got, covariance[D * i + j], 1e-9 * size);
        }
    }
}

static void same_trajectory(void **state)
{
    (void)state;
    double mu[D] = {0}, A[D][D] = {{0}}, z[N][D], f[N];
    nes_settings s = run_settings("xnes");
    s.sigma = 0.5;
    nes_opt *o = run_start(D, mu, &s);
    for (int i = 0; i < D; i++) A[i][i] = 0.5;
    for (int generation = 0; generation < 60; generation++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_int_equal(p.n, N);
        for (int k = 0; k < N; k++) {
            localize(mu, A, p.x + k * D, z[k]);
            f[k] = rosenbrock(p.x + k * D);
        }
        assert_int_equal(nes_tell(o, p.n, f), NES_OK);
        move(mu, A, z, f);
        check_distribution(o, mu, A);
    }
    nes_destroy(o);
}

/* The example as a program: it finds the minimum. */
static void finds_the_minimum(void **state)
{
    (void)state;
    assert_int_equal(example_main(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_trajectory),
        cmocka_unit_test(finds_the_minimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
