/* SPDX-License-Identifier: MIT
 *
 * Later runs whose step sizes their family cannot begin with: the squares of numbers need not be
 * numbers. The search goes on all the same, and nes_ask never fails. */
#include "support/runs.h"

enum { DIM = 2, BUDGET = 3000 };

static double plateau(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 7;
}

/* Goes on to the end, by save and load from time to time; null: such settings are refused. */
static nes_opt *search(const nes_settings *s)
{
    nes_opt *o = NULL;
    if (nes_create(&o, DIM, NULL, s) != NES_OK) return NULL;
    for (int i = 0; nes_stopped(o) == NES_RUNNING; i++) {
        nes_points p;
        if (nes_ask(o, &p) != NES_OK) fail_msg("%s, %g: %s", s->method, s->sigma, nes_message(o));
        assert_string_equal(nes_message(o), "");
        for (size_t k = 0; k < p.n; k++) p.f[k] = plateau(DIM, p.x + k * DIM, NULL);
        assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        if (i % 20 != 0) continue;
        nes_opt *copy = run_copy(o);
        run_assert_same(copy, o);
        nes_destroy(o);
        o = copy;
    }
    return o;
}

/* Step sizes from the smallest that a method can begin with on: a small run of bipop has a
 * hundredth of them. */
static void small_runs(void **state)
{
    (void)state;
    static const char *const methods[] = {"dd-xnes", "cr-fm-nes", "gradient"};
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        size_t made = 0;
        for (double sigma = 1e-170; sigma < 1e-140 && made < 4; sigma *= 3) {
            nes_settings s = run_settings(methods[m]);
            s.restarts = "bipop";
            s.sigma = sigma;
            s.max_evals = BUDGET;
            nes_opt *o = search(&s);
            made += o != NULL;
            if (o != NULL) assert_true(run_result(o).restarts > 5);
            nes_destroy(o);
        }
        assert_int_equal(made, 4);
    }
}

/* A challenger that cannot begin is refused at once, and not when the race is due. One that can
 * begins with the step sizes of the settings where those of the run are too small. */
static void challengers(void **state)
{
    (void)state;
    size_t made = 0;
    for (double sigma = 1e-200; sigma < 1e-100; sigma *= 1e5) {
        nes_settings s = run_settings("snes");
        s.challenger = "gradient";
        s.sigma = sigma;
        s.race_first = s.race_length = 20;
        s.max_evals = BUDGET;
        s.flat = s.tolfun = s.tolx = s.tolx_abs = s.stagnation = NES_OFF;
        if (sigma < 1e-170)
            run_refuse(DIM, &s, NULL, NES_ERR_VALUE, "challenger 'gradient' cannot begin");
        nes_opt *o = search(&s);
        if (o == NULL) continue;
        made++;
        assert_true(run_result(o).challenges > 0);
        nes_destroy(o);
    }
    assert_in_range(made, 5, 15);
}

/* What cannot begin at all is refused, by the check as by nes_create. */
static void first_runs(void **state)
{
    (void)state;
    const nes_method *m;
    char message[NES_MESSAGE_SIZE];
    size_t refused = 0;
    for (size_t i = 0; (m = nes_method_at(i)) != NULL; i++)
        for (double sigma = 1e-320; sigma < 1e300 && !run_is_binary(m); sigma *= 1e5) {
            nes_settings s = run_settings(m->name);
            nes_opt *o = NULL;
            s.sigma = sigma;
            const nes_status st = nes_create(&o, DIM, NULL, &s);
            assert_int_equal(nes_settings_check(&s, DIM, NULL, message, sizeof message), st);
            if (st != NES_OK) run_assert_has(message, "initial standard deviations are too large");
            refused += st != NES_OK;
            nes_destroy(o);
        }
    assert_true(refused > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_runs), cmocka_unit_test(small_runs),
                                       cmocka_unit_test(challengers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
