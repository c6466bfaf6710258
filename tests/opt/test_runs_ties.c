/* SPDX-License-Identifier: MIT
 *
 * Equal best values of two runs behind one handle: the one that was evaluated first wins, whichever
 * run it belongs to, whether that run goes on or has ended, and in whatever order values are told.
 */
#include "support/runs.h"

enum { RUN_BITS = 48, CALLS = 64 };

/* Values of the calls, the same however often; the run of every call is noted. */
typedef struct script {
    double value[CALLS];
    uint64_t run[CALLS]; /* from 1 */
    size_t calls;
} script;

static script flat_but(size_t i, size_t j)
{
    script t = {.calls = 0};
    for (size_t k = 0; k < CALLS; k++) t.value[k] = 5;
    t.value[i] = t.value[j] = 1;
    return t;
}

/* One ask and its answer, the last point first where backwards. */
static void answer(nes_opt *o, script *t, bool backwards)
{
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) t->run[t->calls + k] = (p.id[k] >> RUN_BITS) + 1;
    uint64_t id[CALLS];
    memcpy(id, p.id, p.n * sizeof *id);
    for (size_t k = 0; k < p.n; k++) {
        const size_t at = backwards ? p.n - 1 - k : k;
        assert_int_equal(nes_tell_some(o, 1, &id[at], &t->value[t->calls + at]), NES_OK);
    }
    t->calls += p.n;
}

static void assert_winner(nes_opt *o, const script *t, size_t call)
{
    const nes_result r = run_result(o);
    run_assert_real(r.best_f, t->value[call]);
    assert_int_equal(r.best_evaluation, call + 1);
    assert_int_equal(r.best_run, t->run[call]);
}

/* Every pair of calls, with runs that take turns and runs that follow one another. */
static void first_of_equals(const char *restarts, bool backwards)
{
    size_t pairs = 0;
    for (size_t i = 0; i < CALLS; i++)
        for (size_t j = i; j < CALLS; j += 3) {
            script t = flat_but(i, j);
            nes_settings s = run_settings("snes");
            s.popsize = 4;
            s.restarts = restarts;
            s.restart_p = 0.5;
            s.restart_slice = 4;
            s.restart_max = 2;
            run_drop_unused(1, NULL, &s);
            s.max_evals = CALLS;
            s.tolfun = NES_OFF;
            s.tolx = 0.9; /* a run ends with the first step that shrinks */
            nes_opt *o = run_start(1, NULL, &s);
            while (nes_stopped(o) == NES_RUNNING) {
                answer(o, &t, backwards);
                assert_winner(o, &t, t.calls > i ? i : 0);
            }
            if (t.calls > j) pairs += t.run[i] != t.run[j];
            nes_destroy(o);
        }
    assert_true(pairs > 20);
}

static void interleaved(void **state)
{
    (void)state;
    first_of_equals("interleaved", false);
    first_of_equals("interleaved", true);
}

static void one_after_another(void **state)
{
    (void)state;
    first_of_equals("ipop", false);
    first_of_equals("bipop", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interleaved),
        cmocka_unit_test(one_after_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
