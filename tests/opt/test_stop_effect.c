/* SPDX-License-Identifier: MIT
 *
 * The stop "noeffect": a tenth of a standard deviation along an axis moves nothing. At 2^60 the
 * neighbours of a number are 2^8 apart, and 2^7 is the least that rounds to one of them. */
#include "support/runs.h"

enum { D = 3, GAP = 256 };

/* One generation at (2^60 + GAP, ...), an odd number of gaps, so that a tie rounds away. */
static nes_opt *one_generation(const char *method, const double *std, bool noeffect)
{
    const double far = 0x1p60 + GAP, x0[D] = {far, far, far};
    nes_settings s = run_settings(method);
    s.sigma = 1;
    s.scale = std;
    s.noeffect = noeffect;
    s.eta_mu = s.eta_sigma = s.eta_shape = 0;
    s.tolx = s.tolx_abs = s.tolfun = NES_OFF;
    nes_opt *o = run_start(D, x0, &s);
    run_step(o, run_sphere, NULL);
    return o;
}

static const char *const METHODS[] = {"xnes", "snes", "t-xnes"};

static void a_tenth(void **state)
{
    (void)state;
    static const double below[] = {GAP, 2 * GAP, 4 * GAP, 4.99 * GAP};
    for (size_t m = 0; m < 3; m++)
        for (size_t i = 0; i < 4; i++) {
            const double std[D] = {below[i], below[i], below[i]};
            nes_opt *o = one_generation(METHODS[m], std, true);
            const nes_result r = run_result(o);
            assert_int_equal(r.stop, NES_STOP_NOEFFECT);
            assert_relative(r.stop_value, below[i] / 10, 1e-12);
            run_assert_real(r.stop_threshold, 0x1p-53 * (0x1p60 + GAP));
            nes_destroy(o);
            o = one_generation(METHODS[m], std, false);
            assert_int_equal(nes_stopped(o), NES_RUNNING);
            nes_destroy(o);
        }
}

static void more_than_a_tenth(void **state)
{
    (void)state;
    const double std[D] = {5.01 * GAP, 5.01 * GAP, 5.01 * GAP};
    for (size_t m = 0; m < 3; m++) {
        nes_opt *o = one_generation(METHODS[m], std, true);
        for (int t = 0; t < 2 * D; t++) run_step(o, run_sphere, NULL);
        assert_int_equal(nes_stopped(o), NES_RUNNING);
        nes_destroy(o);
    }
}

/* One axis in each generation, in turn: the short one is met within as many as there are. */
static void axes_in_turn(void **state)
{
    (void)state;
    bool met[D + 1] = {false};
    for (size_t m = 0; m < 2; m++)
        for (size_t i = 0; i < D; i++) {
            double std[D] = {100 * GAP, 100 * GAP, 100 * GAP};
            std[i] = GAP;
            nes_opt *o = one_generation(METHODS[m], std, true);
            for (int t = 1; t < D && nes_stopped(o) == NES_RUNNING; t++)
                run_step(o, run_sphere, NULL);
            const nes_result r = run_result(o);
            assert_int_equal(r.stop, NES_STOP_NOEFFECT);
            assert_relative(r.stop_value, GAP / 10.0, 1e-12);
            met[r.generations] = true;
            nes_destroy(o);
        }
    for (size_t t = 1; t <= D; t++) assert_true(met[t]); /* each axis has its own generation */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tenth),
        cmocka_unit_test(more_than_a_tenth),
        cmocka_unit_test(axes_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
