/* SPDX-License-Identifier: MIT
 *
 * Noisy searches without a budget end by themselves, whatever the method and the variables, and do
 * not call their luckiest value converged. */
#include "support/runs.h"

enum { D = 5, MOST = 200000 };

static const char *const words[] = {"yes", "auto"};
static const double many[D] = {5, 5, 5, 5, 5}, whole[D] = {1, 1, 1, 1, 1};

/* A sphere and numbers below 1, and a constraint x1 >= 1. */
static nes_fate noisy(size_t dim, const double *x, double *values, void *user)
{
    uint64_t *calls = user, state = ++*calls;
    assert_true(*calls < MOST);
    values[0] = run_sphere(dim, x, NULL) + (double)(run_random(&state) >> 11) * 0x1p-53;
    values[1] = 1 - x[0];
    return NES_MEASURED;
}

static nes_result search(const nes_settings *s, double x0)
{
    double x[D] = {x0, x0, x0, x0, x0};
    uint64_t calls = 0;
    nes_result r;
    assert_int_equal(nes_minimize_records(noisy, &calls, D, x, s, &r), NES_OK);
    if (r.stop == NES_RUNNING || r.trust == NES_TRUST_CONVERGED)
        fail_msg("%s, noisy %s: %s, %s", s->method, s->noisy, r.stop_text, r.trust_text);
    return r;
}

static nes_settings settings(const char *method, const char *word, size_t outputs)
{
    nes_settings s;
    nes_settings_default(&s);
    s.method = method;
    s.noisy = word;
    s.outputs = outputs;
    return s;
}

static void methods(void **state)
{
    (void)state;
    static const char *const names[] = {"auto", "xnes", "snes", "snes-snr", "canonical"};
    for (size_t i = 0; i < 20; i++) {
        nes_settings s = settings(names[i % 5], words[i / 5 % 2], 2);
        if (i >= 10) s.integer = whole;
        assert_true(search(&s, 3).best_f < 1);
    }
}

static void constraints(void **state)
{
    (void)state;
    static const char *const names[] = {"auto", "xnes", "cr-fm-nes"};
    for (size_t i = 0; i < 6; i++) {
        nes_settings s = settings(names[i % 3], words[i / 3], 2);
        s.constraints = 1;
        const nes_result r = search(&s, 3);
        assert_true(r.feasible && r.best_f < 2);
    }
}

/* Ends cannot be compared, so that there is one run. */
static void choices(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        nes_settings s = settings("auto", words[i / 2], 2);
        s.bits = i % 2 == 0;
        if (!s.bits) s.choices = many;
        const nes_result r = search(&s, 1);
        assert_true(r.restarts == 0 && r.best_f < 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods),
        cmocka_unit_test(constraints),
        cmocka_unit_test(choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
