/* SPDX-License-Identifier: MIT
 *
 * The same bytes whether a generation is told at once, one value at a time, or in random portions
 * and order, asked again in between or not. */
#include "support/runs.h"
#include "support/variants.h"

/* One generation or what is left of it, in random portions of at most that many. */
static void tell_in_portions(nes_opt *o, nes_objective f, uint64_t *random, size_t most)
{
    nes_points p;
    const uint64_t before = run_result(o).generations;
    bool start = run_result(o).evaluations == 0;
    while (nes_stopped(o) == NES_RUNNING && run_result(o).generations == before) {
        uint64_t id[64];
        double value[64];
        size_t order[64];
        assert_int_equal(nes_ask(o, &p), NES_OK);
        assert_true(p.n <= 64);
        run_shuffle(random, p.n, order);
        for (size_t i = 0; i < p.n; i++) {
            id[i] = p.id[order[i]];
            value[i] = f(p.dim, p.x + order[i] * p.dim, NULL);
        }
        for (size_t i = 0, n; i < p.n; i += n) {
            n = 1 + (size_t)(run_random(random) % most);
            if (n > p.n - i) n = p.n - i;
            assert_int_equal(nes_tell_some(o, n, id + i, value + i), NES_OK);
            if (run_random(random) % 2) break; /* ask again, for what is left */
        }
        if (start && p.n == 1) break; /* the start point is no generation */
        start = false;
    }
}

static void whole_generation(nes_opt *o, nes_objective f)
{
    const uint64_t before = run_result(o).generations;
    bool start = run_result(o).evaluations == 0;
    while (nes_stopped(o) == NES_RUNNING && run_result(o).generations == before) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const size_t n = p.n;
        for (size_t k = 0; k < n; k++) p.f[k] = f(p.dim, p.x + k * p.dim, NULL);
        assert_int_equal(nes_tell(o, n, p.f), NES_OK);
        if (start && n == 1) break;
        start = false;
    }
}

static void any_order(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++)
            for (size_t most = 1; most <= 5; most += 2) {
                const nes_settings s = variant_settings(v, nes_method_at(m));
                const nes_objective f = variant_objective(v);
                nes_opt *a = run_start(VARIANT_DIM, variant_start(&s), &s);
                nes_opt *b = run_start(VARIANT_DIM, variant_start(&s), &s);
                for (int t = 0; t < 12 && nes_stopped(a) == NES_RUNNING; t++) {
                    whole_generation(a, f);
                    tell_in_portions(b, f, &random, most);
                    run_assert_same(a, b);
                }
                nes_destroy(a);
                nes_destroy(b);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
