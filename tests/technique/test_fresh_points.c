/* SPDX-License-Identifier: MIT
 *
 * Every point is drawn for itself: samples of a generation, candidates of importance mixing and
 * samples of a larger rate have numbers of their own. Distributions that stand still would show any
 * two that share theirs as the same point. */
#include "support/runs.h"

enum { D = 2, ASKS = 30, MOST = 2000 };

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, D * sizeof(double));
}

static void all_differ(const char *method, const char *mixing, const char *adaptation)
{
    static double x[MOST * D];
    size_t n = 0;
    nes_settings s = run_settings(method);
    s.popsize = 12;
    s.mixing = mixing;
    s.mixing_alpha = 0.4;
    s.adaptation = adaptation;
    s.eta_mu = s.eta_sigma = s.eta_shape = 0;
    s.tolx = s.tolx_abs = s.tolfun = NES_OFF;
    run_drop_unused(D, NULL, &s);
    nes_opt *o = run_start(D, NULL, &s);
    for (int t = 0; t < ASKS; t++) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_true(n + p.n <= MOST);
        memcpy(x + n * D, p.x, p.n * D * sizeof *x);
        n += p.n;
        run_step(o, run_sphere, NULL);
    }
    qsort(x, n, D * sizeof *x, compare);
    for (size_t k = 1; k < n; k++) assert_int_not_equal(compare(x + k * D, x + k * D - D), 0);
    assert_true(n > ASKS);
    nes_destroy(o);
}

static void points_of_a_run(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes", "t-xnes"};
    static const char *const forms[] = {"none", "virtual", "sampled", "mixed"};
    for (size_t m = 0; m < 3; m++)
        for (size_t i = 0; i < 4; i++) {
            all_differ(methods[m], "none", forms[i]);
            all_differ(methods[m], "importance", forms[i]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_of_a_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
