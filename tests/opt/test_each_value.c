/* SPDX-License-Identifier: MIT
 *
 * Restarts "values": a run for each value of the only choice, of which the worst are given up. What
 * one run misses, because it tunes the numbers for one value, is found; runs are saved and loaded
 * at any time; what has no single choice is refused. */

#include "support/runs.h"

enum { D = 5, VALUES = 3 };

static const double CHOICES[D] = {0, 0, VALUES, 0, 0};

/* Each value has a best place of its own, and that of the best value is far from the start. */
static double valleys(size_t dim, const double *x, void *user)
{
    static const double place[VALUES] = {0.5, 0, 3}, height[VALUES] = {1, 0.5, 0};
    const size_t value = (size_t)x[2];
    double sum = height[value];
    (void)user;
    for (size_t i = 0; i < dim; i++)
        if (i != 2) sum += (x[i] - place[value]) * (x[i] - place[value]);
    return sum;
}

static nes_settings by_value(uint64_t seed)
{
    nes_settings s = run_settings("auto");
    s.choices = CHOICES;
    s.seed = seed;
    s.restarts = "values";
    s.max_evals = 1200;
    return s;
}

static int found(const char *restarts)
{
    static const double x0[D] = {0, 0, -1, 0, 0};
    int n = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        nes_settings s = by_value(seed);
        s.restarts = restarts;
        nes_opt *o = run_start(D, x0, &s);
        run_to_end(o, valleys, NULL);
        const nes_result r = run_result(o);
        n += r.best_f < 1e-6 && r.best_x[2] == 2;
        nes_destroy(o);
    }
    return n;
}

static void what_one_run_misses(void **state)
{
    (void)state;
    const int one = found("none"), each = found("values");
    if (each < 19 || one > 10) fail_msg("one run: %d of 20, a run for each value: %d", one, each);
}

/* The first generation of each run has its value only, and the worst run is given up first. */
static void pinned(void **state)
{
    (void)state;
    nes_settings s = by_value(3);
    nes_opt *o = run_start(D, NULL, &s);
    size_t asked[VALUES] = {0};
    while (nes_stopped(o) == NES_RUNNING) {
        nes_points p;
        uint64_t run = 0;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        nes_get_count(o, "run", &run);
        for (size_t k = 0; k < p.n; k++) {
            if (run <= VALUES) assert_true(p.x[k * D + 2] == (double)(run - 1));
            if (run <= VALUES) asked[run - 1]++;
            p.f[k] = valleys(D, p.x + k * D, NULL);
        }
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
    }
    const nes_result r = run_result(o);
    double probability[VALUES];
    assert_int_equal(nes_get_array(o, "probabilities", VALUES, probability), NES_OK);
    if (r.best_run <= VALUES) assert_true(probability[(size_t)r.best_x[2]] == 1);
    assert_true(asked[0] >= 100 && asked[1] >= 100 && asked[2] >= 100);
    assert_true(asked[0] < 200 || asked[1] < 200 || asked[2] < 200);
    nes_destroy(o);
}

/* A copy goes on as the run does, wherever it is made: also while runs are given up, and after. */
static void saved(void **state)
{
    (void)state;
    nes_settings s = by_value(7);
    s.max_evals = 3000;
    s.tolfun = 1e-3;
    nes_opt *o = run_start(D, NULL, &s), *copy = run_copy(o);
    for (size_t i = 0; nes_stopped(o) == NES_RUNNING; i++) {
        run_step(o, valleys, NULL);
        run_step(copy, valleys, NULL);
        run_assert_same(o, copy);
        if (i % 3 > 0) continue;
        nes_destroy(copy);
        copy = run_copy(o);
    }
    assert_true(run_result(o).restarts > VALUES);
    nes_destroy(copy);
    nes_destroy(o);
}

static void refused(void **state)
{
    (void)state;
    static const double two[D] = {2, 0, 3, 0, 0}, alone[D] = {2, 1, 1, 1, 1};
    const double *const choices[] = {NULL, two, alone};
    const char *const said[] = {"0 choices and 5 other", "2 choices and 3 other",
                                "5 choices and 0 other"};
    char message[NES_MESSAGE_SIZE];
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = by_value(1);
        s.choices = choices[i];
        assert_int_equal(nes_settings_check(&s, D, NULL, message, sizeof message), NES_ERR_METHOD);
        if (strstr(message, said[i]) == NULL) fail_msg("%s", message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_one_run_misses),
                                       cmocka_unit_test(pinned), cmocka_unit_test(saved),
                                       cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
