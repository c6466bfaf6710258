/* SPDX-License-Identifier: MIT
 *
 * The double pole task against reference trajectories, step by step and as a whole, and against
 * mechanics: without friction and force the energy and, on a free cart, the momentum along the
 * track do not change. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cart.h"
#include "double_pole.h"
#include "nes/problems.h"
#include "support/check.h"
#include "support/csv.h"

static const char *const columns[CART_STATE] = {"x",          "x_dot",  "theta1",
                                                "theta1_dot", "theta2", "theta2_dot"};

static void read_state(const csv *c, double s[CART_STATE])
{
    for (int i = 0; i < CART_STATE; i++) s[i] = csv_real_of(c, columns[i]);
}

static void compare(const csv *c, const double *got, const double *want, size_t n, double tolerance)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabs(got[i] - want[i]) <= tolerance * fmax(1.0, fabs(want[i]))))
            fail_msg("row %zu, %s: %.17g, not %.17g", c->row, csv_text_of(c, "case"), got[i],
                     want[i]);
}

static void check_row(const csv *c, const double s[CART_STATE])
{
    double inputs[CART_INPUTS];
    const double want[CART_INPUTS] = {csv_real_of(c, "in_theta1"), csv_real_of(c, "in_theta2"),
                                      csv_real_of(c, "in_x")};
    nes_cart_inputs(s, inputs);
    compare(c, inputs, want, CART_INPUTS, 1e-13);
    assert_int_equal(nes_cart_failed(s), csv_count_of(c, "failed"));
}

/* Each step from the tabulated state before it. */
static void test_single_steps(void **state)
{
    (void)state;
    csv c;
    double before[CART_STATE] = {0}, s[CART_STATE], want[CART_STATE];
    csv_open(&c, "double_pole.csv");
    while (csv_next(&c)) {
        read_state(&c, want);
        check_row(&c, want);
        if (csv_count_of(&c, "step") > 0) {
            const double force = nes_cart_force(csv_real_of(&c, "action"));
            assert_true(force == csv_real_of(&c, "force"));
            memcpy(s, before, sizeof s);
            nes_cart_step(s, force, false);
            compare(&c, s, want, CART_STATE, 1e-13);
        }
        memcpy(before, want, sizeof want);
    }
    assert_true(c.row > 500);
}

/* The forces replayed from step 0. */
static void test_trajectories(void **state)
{
    (void)state;
    csv c;
    double s[CART_STATE] = {0}, want[CART_STATE];
    csv_open(&c, "double_pole.csv");
    while (csv_next(&c)) {
        const size_t step = csv_count_of(&c, "step");
        const bool closed = strncmp(csv_text_of(&c, "case"), "net", 3) == 0;
        read_state(&c, want);
        if (step == 0) memcpy(s, want, sizeof s);
        if (step == 0 || step > 60) continue;
        nes_cart_step(s, csv_real_of(&c, "force"), false);
        compare(&c, s, want, CART_STATE, closed ? 1e-8 : 1e-9);
    }
}

/* A network and the cart together, from the usual start; rows of the case are compared up to the
 * step given. */
static void follow(const char *name, size_t n, const double *weights, size_t steps)
{
    csv c;
    double s[CART_STATE], inputs[CART_INPUTS], want[CART_STATE], y[2][4] = {{0}};
    csv_open(&c, "double_pole.csv");
    nes_cart_start(s);
    size_t seen = 0;
    while (csv_next(&c)) {
        const size_t step = csv_count_of(&c, "step");
        if (strcmp(csv_text_of(&c, "case"), name) != 0 || step > steps) continue;
        if (step > 0) {
            nes_cart_inputs(s, inputs);
            nes_pole_network(n, weights, inputs, y[step % 2], y[(step + 1) % 2]);
            const double action = y[(step + 1) % 2][0], wanted = csv_real_of(&c, "action");
            compare(&c, &action, &wanted, 1, 1e-8);
            nes_cart_step(s, nes_cart_force(action), false);
        }
        read_state(&c, want);
        compare(&c, s, want, CART_STATE, 1e-8);
        seen++;
    }
    assert_int_equal(seen, steps + 1);
}

static void test_closed_loops(void **state)
{
    (void)state;
    const double good[] = {-1.998, 5.032, -0.039, -1.144}, bad[] = {1.0, -1.0, 0.5, 0.25};
    const double two[] = {-1.551, 4.754, -0.023, 0.234, 3.604, 3.996, -1.361, -0.03, 2.779, -1.106};
    follow("net1_good", 1, good, 150);
    follow("net1_bad", 1, bad, 6);
    follow("net2_good", 2, two, 150);
}

static void test_fitness(void **state)
{
    (void)state;
    csv c;
    csv_open(&c, "double_pole_fitness.csv");
    while (csv_next(&c)) {
        char id[64];
        double w[64];
        const size_t steps = csv_count_of(&c, "max_steps"), n = csv_reals_of(&c, "weights", w, 64);
        snprintf(id, sizeof id, "double-pole_n%s_s%zu", csv_text_of(&c, "neurons"), steps);
        nes_problem *p;
        assert_int_equal(nes_problem_create(&p, id, NULL, 0), NES_OK);
        assert_int_equal(nes_problem_dim(p), n);
        assert_true(nes_problem_optimum(p) == -(double)steps);
        if (nes_problem_value(p, w) != -csv_real_of(&c, "fitness"))
            fail_msg("row %zu: %g", c.row, nes_problem_value(p, w));
        nes_problem_destroy(p);
    }
    assert_int_equal(c.row, 18);
}

/* Energy and momentum of cart and poles. A pole is a rod of length 2 l: its centre is l above the
 * hinge and its moment of inertia about the centre is m l^2 / 3. */
static void mechanics(const double s[CART_STATE], double *energy, double *momentum)
{
    static const double mass[] = {0.1, 0.01}, half[] = {0.5, 0.05};
    *energy = 0.5 * s[CART_SPEED] * s[CART_SPEED];
    *momentum = s[CART_SPEED];
    for (int i = 0; i < 2; i++) {
        const double m = mass[i], l = half[i], a = s[CART_ANGLE1 + 2 * i],
                     w = s[CART_TURN1 + 2 * i];
        const double u = s[CART_SPEED] + l * w * cos(a), v = -l * w * sin(a);
        *energy += 0.5 * m * (u * u + v * v) + m * l * l * w * w / 6.0 + m * 9.8 * l * cos(a);
        *momentum += m * u;
    }
}

/* The force does work F dx and gives momentum F dt; hinge friction, 2e-6, hardly matters. */
static void test_energy_and_momentum(void **state)
{
    (void)state;
    static const double forces[] = {0.0, 3.0, -10.0};
    for (size_t k = 0; k < 3; k++) {
        double s[CART_STATE] = {0.3, -0.8, 0.15, 0.7, -0.2, 1.5}, e0, m0, e1, m1;
        const double x0 = s[CART_X];
        mechanics(s, &e0, &m0);
        for (int i = 0; i < 10; i++) nes_cart_step(s, forces[k], false);
        mechanics(s, &e1, &m1);
        assert_within(e1 - e0, forces[k] * (s[CART_X] - x0), 2e-4);
        assert_within(m1 - m0, forces[k] * 0.2, 2e-4);
    }
}

/* Friction takes its force times the time from the momentum, against the motion. */
static void test_cart_friction(void **state)
{
    (void)state;
    double with[CART_STATE] = {0, 1.0, 0, 0, 0, 0}, without[CART_STATE] = {0, 1.0, 0, 0, 0, 0};
    double e, m1, m2;
    for (int i = 0; i < 10; i++) {
        nes_cart_step(with, 0.0, true);
        nes_cart_step(without, 0.0, false);
    }
    mechanics(with, &e, &m1);
    mechanics(without, &e, &m2);
    assert_relative(m2 - m1, 0.0005 * 0.2, 1e-3);
}

static double value(const char *id, const double *w)
{
    nes_problem *p;
    assert_int_equal(nes_problem_create(&p, id, NULL, 0), NES_OK);
    const double f = nes_problem_value(p, w);
    nes_problem_destroy(p);
    return f;
}

/* The damped fitness by its definition, from a trajectory of our own. */
static void test_damped(void **state)
{
    (void)state;
    const double w[] = {-2.407, 6.09, -0.016, -1.438}, none[4] = {0};
    double s[CART_STATE], inputs[CART_INPUTS], y[2] = {0, 0}, sum = 0.0;
    nes_cart_start(s);
    for (int t = 0; t < 300; t++) {
        nes_cart_inputs(s, inputs);
        nes_pole_network(1, w, inputs, &y[t % 2], &y[(t + 1) % 2]);
        nes_cart_step(s, nes_cart_force(y[(t + 1) % 2]), true);
        if (t >= 200) sum += fabs(s[0]) + fabs(s[1]) + fabs(s[2]) + fabs(s[3]);
    }
    assert_relative(value("double-pole_n1_s300_damped_friction", w), -0.03 - 0.9 * 0.75 / sum,
                    1e-12);
    assert_relative(value("double-pole_n1_damped", none), -0.1 * 27.0 / 1000.0, 1e-15);
    assert_true(value("double-pole_n1_friction", w) == -100000.0);
    nes_problem *p;
    assert_int_equal(nes_problem_create(&p, "double-pole_n1_damped", NULL, 0), NES_OK);
    assert_true(isnan(nes_problem_optimum(p)));
    nes_problem_destroy(p);
}

/* Many units: idle ones do not change what the first does. */
static void test_large_network(void **state)
{
    (void)state;
    enum { N = 40 };
    static double w[N * (N + 3)];
    const double small[] = {-0.512, 1.023, -0.452, -0.63};
    memcpy(w, small, 3 * sizeof *w);
    w[3 * N] = small[3];
    assert_true(value("double-pole_n40", w) == -15.0);
    assert_true(value("double-pole_n1", small) == -15.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_steps),
        cmocka_unit_test(test_trajectories),
        cmocka_unit_test(test_closed_loops),
        cmocka_unit_test(test_fitness),
        cmocka_unit_test(test_energy_and_momentum),
        cmocka_unit_test(test_cart_friction),
        cmocka_unit_test(test_damped),
        cmocka_unit_test(test_large_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
