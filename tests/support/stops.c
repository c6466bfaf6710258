/* SPDX-License-Identifier: MIT
 *
 * See stops.h. */
#include "support/stops.h"

#include <stdio.h>

static bool reached[NES_STOP_END_];

/* The group of each reason. One that is new has none, which fails in every test of them. */
static const char *const GROUPS[NES_STOP_END_] = {
    [NES_STOP_TARGET] = "asked",        [NES_STOP_EVALS] = "asked",
    [NES_STOP_GENS] = "asked",          [NES_STOP_TIME] = "asked",
    [NES_STOP_USER] = "asked",          [NES_STOP_RESTARTS] = "asked",
    [NES_STOP_AGREED] = "asked",        [NES_STOP_UNBOUNDED] = "asked",
    [NES_STOP_COST] = "asked",          [NES_STOP_ALL_KNOWN] = "of known points",
    [NES_STOP_DOWNHILL] = "of one run", [NES_STOP_TOLX] = "still",
    [NES_STOP_TOLX_ABS] = "still",      [NES_STOP_TOLFUN] = "still",
    [NES_STOP_NOEFFECT] = "still",      [NES_STOP_FLAT] = "still",
    [NES_STOP_STAGNATION] = "still",    [NES_STOP_SETTLED] = "still",
    [NES_STOP_CONDITION] = "trouble",   [NES_STOP_NONFINITE] = "trouble",
    [NES_STOP_INFEASIBLE] = "trouble",  [NES_STOP_INVALID] = "trouble",
    [NES_STOP_GROWTH] = "trouble",      [NES_STOP_FAILED] = "trouble",
    [NES_STOP_ALL_FAILED] = "trouble",
};

nes_result stop_expect(nes_opt *o, nes_stop reason, double threshold)
{
    char number[40];
    const nes_result r = run_result(o);
    assert_string_equal(nes_stop_name(nes_stopped(o)), nes_stop_name(reason));
    assert_int_equal(r.stop, reason);
    run_assert_has(r.stop_text, nes_stop_text(reason));
    if (isnan(threshold)) {
        assert_true(isnan(r.stop_threshold));
    } else {
        run_assert_real(r.stop_threshold, threshold);
        snprintf(number, sizeof number, "%.6g", r.stop_value);
        run_assert_has(r.stop_text, number);
        snprintf(number, sizeof number, "%.6g", threshold);
        run_assert_has(r.stop_text, number);
        run_assert_has(r.stop_text, nes_stop_name(reason));
    }
    reached[reason] = true;
    nes_destroy(o);
    return r;
}

nes_opt *stop_finished(size_t dim, double x0, const nes_settings *s, nes_objective f)
{
    double x[16];
    for (size_t i = 0; i < dim; i++) x[i] = x0;
    nes_opt *o = run_start(dim, x, s);
    run_to_end(o, f, NULL);
    return o;
}

void stop_expect_off(size_t dim, double x0, nes_settings s, nes_objective f, const char *option)
{
    assert_int_equal(nes_set(&s, option, strcmp(option, "noeffect") == 0 ? "no" : "off"), NES_OK);
    s.max_evals = 4000;
    stop_expect(stop_finished(dim, x0, &s, f), NES_STOP_EVALS, 4000);
}

double stop_flat(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 7;
}

void stop_assert_reached(const char *group)
{
    for (int i = NES_RUNNING + 1; i < NES_STOP_END_; i++) {
        const char *name = nes_stop_name((nes_stop)i);
        if (GROUPS[i] == NULL) fail_msg("%s has no test", name);
        if (strcmp(GROUPS[i], group) == 0 && !reached[i]) fail_msg("%s was never reached", name);
    }
}
