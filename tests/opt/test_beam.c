/* SPDX-License-Identifier: MIT
 *
 * The beam of examples/beam through the library: reals, integers and a choice under two
 * constraints, with evaluations that fail in a corner. Its optimum is compared with the best of a
 * grid. */
#include "../../examples/beam/beam.c"

#include "support/runs.h"

enum { BEAM = 7, SEEDS = 20 };

static const double LOW[BEAM] = {100, 50, 1, 2, 0, 0, -INFINITY};
static const double HIGH[BEAM] = {350, 150, 5, 8, 5, 3, INFINITY};
static const double OPTIMUM = 18.301047; /* kg */

typedef struct course {
    size_t evaluations, found; /* the first feasible point within 1 % */
} course;

static nes_fate evaluate(size_t d, const double *x, double *values, void *user)
{
    course *c = user;
    double out[3];
    c->evaluations++;
    if (has_no_mesh(x)) return NES_FAILED;
    objectives(d, x, out);
    values[0] = out[0];
    values[1] = out[1] - 1;
    values[2] = 1 - out[2];
    if (c->found == 0 && out[1] <= 1 && out[2] >= 1 && out[0] <= 1.01 * OPTIMUM)
        c->found = c->evaluations;
    return NES_MEASURED;
}

static void searches(void **state)
{
    (void)state;
    static const double integer[BEAM] = {0, 0, 0, 0, 1, 1, 0}, choices[BEAM] = {[6] = 3};
    static const double std[BEAM] = {62.5, 25, 1, 1.5, 1.5, 1, 0};
    size_t found = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double x[BEAM] = {225, 100, 3, 5, 2.5, 1.5, -1};
        course c = {0, 0};
        nes_settings s;
        nes_result r;
        nes_settings_default(&s);
        s.lower = LOW;
        s.upper = HIGH;
        s.std = std;
        s.integer = integer;
        s.choices = choices;
        s.constraints = 2;
        s.seed = seed;
        s.max_evals = 1000;
        assert_int_equal(nes_minimize_records(evaluate, &c, BEAM, x, &s, &r), NES_OK);
        assert_true(!r.feasible || r.best_f >= OPTIMUM - 1e-6);
        found += c.found > 0;
    }
    if (found < 18) fail_msg("%zu of %d searches came within 1 %%", found, SEEDS);
}

/* The least thickness of flanges that holds, by halving: more is safer and heavier. */
static double least_mass(double *x)
{
    double low = LOW[3], high = HIGH[3], out[3];
    for (int k = 0; k < 24; k++) {
        x[3] = 0.5 * (low + high);
        if (has_no_mesh(x)) return INFINITY;
        objectives(BEAM, x, out);
        if (out[1] <= 1 && out[2] >= 1)
            high = x[3];
        else
            low = x[3];
    }
    x[3] = high;
    objectives(BEAM, x, out);
    return out[1] <= 1 && out[2] >= 1 ? out[0] : INFINITY;
}

/* The least mass of a grid of height, width and web around x, in steps of a part of their ranges,
 * for given ribs, stringers and material; x becomes that point. */
static double refine(double *x, double part)
{
    enum { WIDE = 4, POINTS = 2 * WIDE + 1 };
    const double centre[] = {x[0], x[1], x[2]};
    double best = INFINITY;
    for (int code = 0; code < POINTS * POINTS * POINTS; code++) {
        const int step[] = {code % POINTS - WIDE, code / POINTS % POINTS - WIDE,
                            code / POINTS / POINTS - WIDE};
        double y[BEAM];
        memcpy(y, x, sizeof y);
        for (int i = 0; i < 3; i++) {
            const double to = centre[i] + step[i] * part * (HIGH[i] - LOW[i]);
            y[i] = fmin(fmax(to, LOW[i]), HIGH[i]);
        }
        const double mass = least_mass(y);
        if (mass < best) {
            best = mass;
            memcpy(x, y, sizeof y);
        }
    }
    return best;
}

/* Of all ribs, stringers and materials: grids, each around the best point of the one before. */
static void enumeration(void **state)
{
    (void)state;
    double best = INFINITY, of[3] = {INFINITY, INFINITY, INFINITY};
    for (int code = 0; code < 6 * 4 * 3; code++) {
        const int material = code / 24;
        double x[BEAM] = {225, 100, 3, 5, code % 6, code / 6 % 4, material}, mass = INFINITY;
        for (double part = 0.125; part > 1e-3; part *= 0.5) mass = fmin(mass, refine(x, part));
        of[material] = fmin(of[material], mass);
        best = fmin(best, mass);
    }
    assert_relative(best, OPTIMUM, 1e-3);
    assert_true(best >= OPTIMUM && best == of[1]);
    assert_relative(of[0], 26.1746, 1e-3);
    assert_relative(of[2], 19.3846, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(searches), cmocka_unit_test(enumeration)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
