/* SPDX-License-Identifier: MIT
 *
 * COCO's random numbers against published values, and rotations against what a rotation is. */
#include <math.h>
#include <stdlib.h>

#include "bbob/random.h"
#include "support/check.h"

static void test_uniform(void **state)
{
    (void)state;
    static const double one[] = {893351816, 197493099, 1624379149, 1137522503};
    static const double other[] = {1982386332, 715426902, 424962143, 2038867620};
    double u[4];
    nes_bbob_unif(4, 1, u);
    for (size_t i = 0; i < 4; i++) assert_true(u[i] == one[i] / 2147483647.0);
    nes_bbob_unif(4, 12345, u);
    for (size_t i = 0; i < 4; i++) assert_true(u[i] == other[i] / 2147483647.0);
    nes_bbob_unif(4, -12345, u); /* the sign of a seed does not count */
    for (size_t i = 0; i < 4; i++) assert_true(u[i] == other[i] / 2147483647.0);
    nes_bbob_unif(4, 0, u); /* and 0 is 1 */
    for (size_t i = 0; i < 4; i++) assert_true(u[i] == one[i] / 2147483647.0);
}

static void test_normal(void **state)
{
    (void)state;
    static const double one[] = {-1.3014463894249351, 1.9792743126939718, -0.55582468185970768};
    static const double other[] = {0.37996010893689802, 0.31252153651111186, 1.7908091142300402};
    double g[3];
    nes_bbob_gauss(3, 1, g);
    assert_all_relative(3, g, one, 1e-15);
    nes_bbob_gauss(3, 12345, g);
    assert_all_relative(3, g, other, 1e-15);
    nes_bbob_gauss(1, 10001, g);
    assert_relative(g[0], -0.69122823400896249, 1e-15);
    nes_bbob_gauss(1, 10002, g);
    assert_relative(g[0], -0.86973070330747626, 1e-15);
}

static void test_rotation(void **state)
{
    (void)state;
    static const double two[] = {0.057062865267976437, 0.9983705872106855, 0.99837058721068539,
                                 -0.057062865267976458};
    static const double three[] = {0.1226061864551754,   0.74967440458492018,  -0.65035068244229899,
                                   0.94052003782659233,  -0.29697115225063431, -0.16501573615142351,
                                   -0.31684346527833646, -0.59143589833656174, -0.7414942998224866};
    double b[9], work[3 * NES_BBOB_PANEL];
    nes_bbob_rotation(2, 12345, b, work);
    assert_all_relative(4, b, two, 1e-14);
    nes_bbob_rotation(3, 12345, b, work);
    assert_all_relative(9, b, three, 1e-14);
}

static void test_rotation_is_orthogonal(void **state)
{
    (void)state;
    enum { D = 64 };
    static double b[D * D], work[D * NES_BBOB_PANEL];
    nes_bbob_rotation(D, 170017, b, work);
    for (size_t i = 0; i < D; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < D; k++) sum += b[i * D + k] * b[j * D + k];
            assert_within(sum, i == j ? 1.0 : 0.0, 1e-12);
        }
}

static void test_optimum(void **state)
{
    (void)state;
    static const double place[] = {0.2528, -1.1568, -0.7240, 1.9264, -2.6808};
    double x[5];
    nes_bbob_xopt(5, 10001, x);
    assert_all_relative(5, x, place, 1e-14);
    assert_relative(nes_bbob_fopt(10001), 79.48, 1e-15);
    assert_true(nes_bbob_fopt(30006) == -1000.0); /* clamped */
    assert_true(nes_bbob_fopt(10015) == 1000.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform),  cmocka_unit_test(test_normal),
        cmocka_unit_test(test_rotation), cmocka_unit_test(test_rotation_is_orthogonal),
        cmocka_unit_test(test_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
