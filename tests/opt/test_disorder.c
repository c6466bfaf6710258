/* SPDX-License-Identifier: MIT
 *
 * A generation of very many points whose values come in disorder: telling, saving and loading take
 * a time that grows with the number of points, not with its square. */
#include <time.h>

#include "support/runs.h"
#include "support/sanitizer.h"

enum { DIM = 2, POINTS = 200000, SECONDS = 4 * SLOWER };

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Every other point has a value, and the rest has been handed out again: no slot is that of its
 * row. */
static nes_opt *disordered(nes_points *p)
{
    nes_settings s = run_settings("snes");
    static uint64_t id[POINTS / 2];
    static double f[POINTS / 2];
    s.popsize = POINTS;
    s.eval_start = false;
    nes_opt *o = run_start(DIM, NULL, &s);
    assert_int_equal(nes_ask(o, p), NES_OK);
    assert_int_equal(p->n, POINTS);
    for (size_t i = 0; i < POINTS / 2; i++) {
        id[i] = p->id[2 * i + 1];
        f[i] = (double)i;
    }
    assert_int_equal(nes_tell_some(o, POINTS / 2, id, f), NES_OK);
    assert_int_equal(nes_ask(o, p), NES_OK);
    assert_int_equal(p->n, POINTS / 2);
    return o;
}

static void saving(void **state)
{
    (void)state;
    nes_points p;
    nes_opt *o = disordered(&p);
    const double began = seconds();
    const run_saved s = run_save(o);
    nes_opt *copy = run_load(s);
    assert_true(nes_fingerprint(copy) == nes_fingerprint(o));
    assert_true(seconds() - began < SECONDS);
    nes_destroy(copy);
    nes_destroy(o);
    free(s.data);
}

static void telling(void **state)
{
    (void)state;
    nes_points p;
    nes_opt *o = disordered(&p);
    static uint64_t id[POINTS / 2];
    static double f[POINTS / 2];
    for (size_t i = 0; i < p.n; i++) {
        id[i] = p.id[p.n - 1 - i];
        f[i] = -(double)i;
    }
    const double began = seconds();
    assert_int_equal(nes_tell_some(o, p.n, id, f), NES_OK);
    assert_true(seconds() - began < SECONDS);
    assert_int_equal(run_result(o).generations, 1);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(saving), cmocka_unit_test(telling)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
