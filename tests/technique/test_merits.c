/* SPDX-License-Identifier: MIT
 *
 * The rules of merits that worked examples do not reach: limits, caps, floors, and the ends of
 * sweeps. Two or four rows, so that every number is known by hand. [math: B19] */
#include "technique/merits.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "support/check.h"
#include "technique/multipliers.h"

enum { ROWS = 8, ROOM = 4096 };

/* A fresh state in one variable, so that two generations are forgotten within three. */
static nes_merits begin(const nes_constraints *of)
{
    static double room[ROOM];
    nes_merits s = {.of = of, .d = 1};
    nes_arena a = nes_arena_on(room);
    nes_merits_carve(&s, &a, ROWS);
    nes_merits_begin(&s);
    return s;
}

static void take(nes_merits *s, size_t n, const double *f, const double *g)
{
    double merit[ROWS];
    nes_merits_take(s, &(nes_told){n, f, g, s->of->m, {0}}, merit);
}

/* The multiplier after one generation of f = -g, g = mean -+ 1, in which g has the deviation
 * sqrt(2): 1/1.05 if the constraint is within reach, since the proximal term holds it at 0. */
static double multiplier(double mean, double margin)
{
    const nes_constraints of = {.m = 1, .share = 0.1};
    nes_merits s = begin(&of);
    const double g[] = {mean - 1, mean + 1}, f[] = {1 - mean, -1 - mean};
    s.margin = margin;
    take(&s, 2, f, g);
    return s.lam[0];
}

static void test_reach(void **state)
{
    (void)state;
    const double s = sqrt(2);
    assert_relative(multiplier(-2.99 * s, 0), 1 / 1.05, 1e-14);
    assert_within(multiplier(-3.01 * s, 0), 0, 0);
    assert_relative(multiplier(-3.49 * s, 0.5), 1 / 1.05, 1e-14); /* the margin widens the reach */
    assert_within(multiplier(-3.51 * s, 0.5), 0, 0);
}

/* The margin grows by a hundredth in a generation without feasible rows, and ends at 3; it falls by
 * nine where all are feasible, and ends at 0. */
static void test_margin(void **state)
{
    (void)state;
    const nes_constraints of = {.m = 1, .share = 0.1};
    const double f[] = {2, 1}, out[] = {0.5, 1}, in[] = {-0.5, 0};
    nes_merits s = begin(&of);
    for (size_t k = 1; k <= 310; k++) {
        take(&s, 2, f, out);
        assert_within(s.margin, fmin(3, 0.01 * (double)k), 1e-12);
    }
    take(&s, 2, f, in);
    assert_within(s.margin, 2.91, 1e-12);
    for (size_t k = 0; k < 40; k++) take(&s, 2, f, in);
    assert_within(s.margin, 0, 0);
}

/* Equalities do not count for the share of feasible rows, and have no margin of their own. */
static void test_equalities(void **state)
{
    (void)state;
    static const double kind[] = {NES_CONSTRAINT_EQUAL, NES_CONSTRAINT_BELOW}, tol[] = {1, 1};
    nes_constraints of = {.m = 2, .kind = kind, .tol = tol, .share = 0.1};
    const double f[] = {1, 2, 3, 4}, both[] = {5, 1, 6, 2, 7, 3, 8, 4}, one[] = {5, 6, 7, 8};
    nes_merits s = begin(&of);
    s.margin = 1;
    take(&s, 4, f, both);
    assert_int_equal(s.feasible, 1); /* the first, at the tolerance */
    assert_within(s.margin, 1 + 0.1 * (0.1 - 0.25), 1e-15);
    of.m = 1;
    s = begin(&of);
    s.margin = 1;
    take(&s, 4, f, one);
    assert_int_equal(s.feasible, 4);
    assert_within(s.margin, 1, 0);
    assert_relative(s.lam[0], -1 / 1.05, 1e-14); /* f = g - 4: a multiplier below 0 */
}

/* The spread of the Lagrangian moves by the fourth root of what its square has changed by, and by a
 * factor of 100 at most. With g constant the Lagrangian is f. */
static void test_spread_follows(void **state)
{
    (void)state;
    const nes_constraints of = {.m = 1, .share = 0.1};
    static const double changes[] = {16, 1e-4, 1e20, 1e-20, 1e6, 1e8};
    static const double factors[] = {2, 0.1, 100, 0.01, 31.622776601683793, 100};
    const double g[] = {-1, -1};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        nes_merits s = begin(&of);
        take(&s, 2, (double[]){0, 3}, g);
        assert_relative(s.lagrangian, 4.5, 1e-15);
        take(&s, 2, (double[]){0, 3 * sqrt(changes[i])}, g);
        assert_relative(s.lagrangian, 4.5 * factors[i], 1e-14);
        assert_relative(s.sr, sqrt(4.5 * factors[i]), 1e-14);
    }
}

/* f = -g with the multiplier 1 is a Lagrangian without spread; a thousandth of that of its terms
 * takes its place. 1 does where that is 0, too. */
static void test_spread_least(void **state)
{
    (void)state;
    const nes_constraints of = {.m = 1, .share = 0.1};
    const double f[] = {-1, -3}, g[] = {1, 3}, flat[] = {7, 7};
    nes_merits s = begin(&of);
    s.lam[0] = 1;
    take(&s, 2, f, g);
    assert_relative(s.lam[0], 1, 1e-15);
    assert_relative(s.sr, 1e-3 * sqrt(2), 1e-13);
    s = begin(&of);
    take(&s, 2, flat, g);
    assert_within(s.lam[0], 0, 0);
    assert_within(s.sr, 1, 0);
    assert_relative(s.penalty[0], 2 * 1.1 / 2, 1e-14); /* w 2 sR/(sqrt(d) C), w = 1.1 */
}

/* Weights rise where the mean is more than a deviation on the wrong side, and fall otherwise: also
 * where a constraint is violated by all but the same in all rows, and so not within reach. */
static void test_weights(void **state)
{
    (void)state;
    static const double equal[] = {NES_CONSTRAINT_EQUAL}, tol[] = {1e-9};
    nes_constraints of = {.m = 1, .share = 0.1};
    const double f[] = {1, 2}, far[] = {9, 11}, near[] = {0.1, 2.5}, same[] = {9, 9};
    const double below[] = {-9, -11};
    nes_merits s = begin(&of);
    for (size_t k = 0; k < 80; k++) {
        take(&s, 2, f, far);
        assert_relative(s.weight[0], fmin(1000, pow(1.1, (double)(k + 1))), 1e-12);
    }
    take(&s, 2, f, near);
    assert_relative(s.weight[0], 1000 / 1.1, 1e-12);
    s = begin(&of);
    s.weight[0] = 8;
    take(&s, 2, f, same);
    assert_relative(s.weight[0], 8 / 1.1, 1e-15);
    of.kind = equal;
    of.tol = tol;
    s = begin(&of);
    take(&s, 2, f, below);
    assert_relative(s.weight[0], 1.1, 1e-15);
}

/* From the 21st generation on the weight rises where f + lam g is lower far from the mean of g, and
 * not where it is higher there, or where a correlation is weak. f = a g^2 + b g has lam = -b or 0.
 */
static void test_bends(void **state)
{
    (void)state;
    enum { N = 6 };
    static const double g[N] = {-5, -3, -1, 1, 3, 5}, noise[N] = {40, -90, 50, 60, -100, 40};
    const nes_constraints of = {.m = 1, .share = 0.1};
    const struct {
        double t, bend, slope, noise;
        bool rises;
    } cases[] = {{20, -1, -2, 0, true},    {19, -1, -2, 0, false}, {20, 1, -2, 0, false},
                 {20, 0, -2, 0, false},    {20, -1, 0, 0, true},   {20, -1, -2, 0.1, true},
                 {20, -0.1, -2, 1, false}, {500, -1, -9, 0, true}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        nes_merits s = begin(&of);
        double f[N];
        for (size_t k = 0; k < N; k++)
            f[k] = cases[c].bend * g[k] * g[k] + cases[c].slope * g[k] + cases[c].noise * noise[k];
        s.t = cases[c].t;
        s.weight[0] = 8;
        take(&s, N, f, g);
        assert_relative(s.weight[0], cases[c].rises ? 8 * 1.1 : 8 / 1.1, 1e-15);
    }
}

/* A constraint that varied and is constant since is forgotten, before its penalty is infinite. */
static void test_constant(void **state)
{
    (void)state;
    const nes_constraints of = {.m = 1, .share = 0.1};
    const double f[] = {-1, -3}, g[] = {1, 3}, same[] = {2, 2};
    nes_merits s = begin(&of);
    take(&s, 2, f, g);
    for (size_t k = 0; k < 1200; k++) {
        take(&s, 2, f, same);
        assert_true(isfinite(s.penalty[0]));
    }
    assert_true(s.spread[0] == 0 && s.slope[0] == 0 && s.penalty[0] == 0 && s.lam[0] == 0);
}

/* Two rows teach; one does not, and is weighed by what was learnt. */
static void test_few_rows(void **state)
{
    (void)state;
    const nes_constraints of = {.m = 1, .share = 0.1};
    double merit[4];
    const double f[] = {4, 2, NAN, 1}, g[] = {1, 3, 0, NAN};
    nes_merits s = begin(&of);
    take(&s, 4, f, g);
    assert_true(s.counting == 2 && s.t == 1 && s.lam[0] > 0.9);
    const double lam = s.lam[0], mu = s.penalty[0], c = s.margin, spread = s.spread[0];
    const double lonely[] = {NAN, 5, INFINITY, 1};
    nes_merits_take(&s, &(nes_told){4, lonely, g, 1, {0}}, merit);
    assert_true(s.counting == 1 && s.t == 1 && s.margin == c && s.lam[0] == lam);
    assert_true(merit[1] == 0 && isnan(merit[0]) && isnan(merit[2]) && isnan(merit[3]));
    assert_true(s.penalty[0] == mu && s.spread[0] == spread);
}

/* Larger numbers than 1e150 teach nothing. */
static void test_limit(void **state)
{
    (void)state;
    const nes_constraints of = {.m = 1, .share = 0.1};
    const double f[] = {1e150, -1e150, 1.1e150, -1.1e150, 0, 0, 0, 0};
    const double g[] = {0, 0, 0, 0, 1e150, -1e150, 1.1e150, -1.1e150};
    nes_merits s = begin(&of);
    take(&s, 8, f, g);
    static const bool counts[] = {true, true, false, false, true, true, false, false};
    for (size_t k = 0; k < 8; k++) assert_int_equal(s.counts[k], counts[k]);
}

/* Rows count where no constraint of which only the sign means something is violated; it has no
 * multiplier, no penalty, no margin. */
static void test_signs(void **state)
{
    (void)state;
    static const double kind[] = {NES_CONSTRAINT_SIGN};
    const nes_constraints of = {.m = 1, .kind = kind, .share = 0.1};
    const double f[] = {4, 1, 2, 3}, g[] = {-1, 1, 0, NAN};
    double merit[4];
    nes_merits s = begin(&of);
    s.margin = 1;
    nes_merits_take(&s, &(nes_told){4, f, g, 1, {0}}, merit);
    assert_true(s.counting == 2 && s.feasible == 2 && s.t == 1);
    assert_true(s.lam[0] == 0 && s.penalty[0] == 0 && s.spread[0] == 0 && s.margin == 1);
    assert_true(merit[0] == 4 && merit[2] == 2 && isnan(merit[1]) && isnan(merit[3]));
}

/* Two constraints that are almost the same, of f = -g_1 - 2 g_2: the sweeps, written out. */
static void sweep(double r, size_t sweeps, double *lam)
{
    for (size_t k = 0; k < sweeps; k++) {
        lam[0] = fmax(0, (1 + 2 * r - r * lam[1]) / 1.05);
        lam[1] = fmax(0, (r + 2 - r * lam[0]) / 1.05);
    }
}

/* They end after thirty, or after the first that moves no multiplier by more than a millionth. */
static void test_sweeps(void **state)
{
    (void)state;
    static const double correlations[] = {0.9999, 0.6};
    for (size_t i = 0; i < 2; i++) {
        const double r = correlations[i];
        double c[] = {1, r, 1}, b[] = {-1 - 2 * r, -r - 2}, spread[] = {1, 1}, old[2];
        double lam[] = {0, 0}, want[] = {0, 0}, before[2];
        bool reach[] = {true, true};
        nes_regression now = {2, c, b, reach, NULL, spread, old};
        nes_multipliers_move(&now, lam);
        size_t sweeps = 0;
        double change = 1;
        while (sweeps < 30 && change > 1e-6 * fmax(want[0], want[1])) {
            memcpy(before, want, sizeof want);
            sweep(r, 1, want);
            change = fmax(fabs(want[0] - before[0]), fabs(want[1] - before[1]));
            sweeps++;
        }
        assert_int_equal(sweeps, i == 0 ? 30 : 14);
        assert_all_relative(2, lam, want, 4 * DBL_EPSILON);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reach),        cmocka_unit_test(test_margin),
        cmocka_unit_test(test_equalities),   cmocka_unit_test(test_spread_follows),
        cmocka_unit_test(test_spread_least), cmocka_unit_test(test_weights),
        cmocka_unit_test(test_constant),     cmocka_unit_test(test_few_rows),
        cmocka_unit_test(test_limit),        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_sweeps),       cmocka_unit_test(test_bends),
    };
    return cmocka_run_group_tests_name("merits", tests, NULL, NULL);
}
