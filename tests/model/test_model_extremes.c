/* SPDX-License-Identifier: MIT
 *
 * Archives that no model was made for: huge, tiny and missing numbers, points in a line, points
 * that are all the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"
#include "support/surrogate.h"

static surrogate s;

static double ripples(size_t d, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += x[i] * x[i] + 3 * cos(3 * x[i]);
    return sum;
}

/* Whatever the archive holds: values are numbers, minimisers finite. */
static void check_sound(size_t d)
{
    double *u = dense_room(3 * d, sizeof *u), *out = dense_room(4 * d, sizeof *out);
    const double scales[] = {0, 1, 1e3, 1e160};
    nes_fit fit = surrogate_fit(&s, 25);
    fit.sweeps = 2;
    if (nes_models_fit(s.models, &fit) != NES_NO_MODEL) {
        for (size_t k = 0; k < 4; k++) {
            dense_normals(k, d, u);
            for (size_t i = 0; i < d; i++) u[i] *= scales[k];
            const double value = nes_models_value(s.models, u);
            assert_true(value <= INFINITY); /* a number */
        }
        double *c = dense_room(d, sizeof *c);
        dense_normals(9, 3 * d, u);
        const nes_search search = {.c = c, .n = 3, .u = u, .k = 4};
        const size_t n = nes_models_minimise(s.models, &search, out);
        for (size_t i = 0; i < n * d; i++) assert_true(isfinite(out[i]));
        free(c);
    }
    free(u);
    free(out);
}

static void test_extremes(void **state)
{
    (void)state;
    static const double values[] = {0,        -0.0,      1e-300, 1e300,   -1e300,   5e-324,
                                    INFINITY, -INFINITY, NAN,    1.7e308, -1.7e308, 1};
    static const double places[] = {0,   1e-300, 1e300, -1e300, INFINITY,
                                    NAN, 1e150,  -1e8,  1,      5e-324};
    double r[200];
    for (size_t d = 1; d <= 7; d += 2)
        for (uint64_t seed = 1; seed < 40; seed++) {
            surrogate_open(&s, d, 60, nes_cpu_best());
            surrogate_add(&s, 10 + seed, seed, seed % 2 ? surrogate_bowl : ripples);
            dense_normals(seed, 200, r);
            for (size_t k = 0; k < s.archive.n; k++) {
                const size_t pick = (size_t)(fabs(r[k]) * 1e4);
                if (pick % 3 == 0) s.archive.f[k] = values[pick / 3 % 12];
                if (pick % 5 == 0 && seed % 3 == 0)
                    s.archive.x[k * d + pick % d] = places[pick / 5 % 10];
                if (pick % 7 == 0 && k > 0) /* the same point again, with another value */
                    memcpy(s.archive.x + k * d, s.archive.x + (k - 1) * d, d * sizeof(double));
            }
            check_sound(d);
            surrogate_close(&s);
        }
}

/* All points on a line, all points the same, variables that do not matter. */
static void test_degenerate(void **state)
{
    (void)state;
    for (size_t d = 2; d <= 6; d++)
        for (int kind = 0; kind < 3; kind++) {
            surrogate_open(&s, d, 50, nes_cpu_best());
            surrogate_add(&s, 50, d, surrogate_bowl);
            for (size_t k = 0; k < 50; k++)
                for (size_t i = 1; i < d; i++) {
                    double *x = s.archive.x + k * d;
                    x[i] = kind == 0 ? x[0] : kind == 1 ? 0.5 : x[i];
                    if (kind == 1) x[0] = 0.5;
                    if (kind == 2) s.archive.f[k] = x[0];
                }
            check_sound(d);
            surrogate_close(&s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_degenerate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
