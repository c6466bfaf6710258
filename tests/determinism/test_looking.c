/* SPDX-License-Identifier: MIT
 *
 * Looking at a run changes nothing: a run that is asked for its result, its settings and its saved
 * state at every step goes on like one that nobody looks at. */
#include "support/runs.h"
#include "support/variants.h"

/* One result by name; some there are not. */
static void look_at(nes_opt *o, const nes_entry *e)
{
    double real, *array;
    uint64_t count;
    size_t n;
    if (e->type == NES_ENTRY_REAL) assert_int_equal(nes_get_real(o, e->name, &real), NES_OK);
    if (e->type == NES_ENTRY_COUNT) assert_int_equal(nes_get_count(o, e->name, &count), NES_OK);
    if (e->type != NES_ENTRY_ARRAY || nes_get_length(o, e->name, &n) != NES_OK) return;
    array = calloc(n, sizeof *array);
    const nes_status st = nes_get_array(o, e->name, n, array);
    assert_true(st == NES_OK || st == NES_ERR_ORDER);
    free(array);
}

/* Everything that can be read of a handle. */
static void look(nes_opt *o)
{
    assert_true(run_result(o).dim > 0);
    assert_non_null(nes_get_settings(o));
    assert_non_null(nes_choice_text(o));
    assert_non_null(nes_message(o));
    for (size_t i = 0; i < nes_entry_count(); i++) look_at(o, nes_entry_at(i));
    free(run_save(o).data);
}

/* Asks and tells both; the second is looked at before and after. */
static void follow(size_t dim, const double *x0, const nes_settings *s, nes_objective f)
{
    nes_opt *a = run_start(dim, x0, s), *b = run_start(dim, x0, s);
    for (int t = 0; t < 12 && nes_stopped(a) == NES_RUNNING; t++) {
        nes_points p, q;
        assert_int_equal(nes_ask(a, &p), NES_OK);
        assert_int_equal(nes_ask(b, &q), NES_OK);
        look(b);
        assert_int_equal(p.n, q.n);
        assert_same_reals(p.n * dim, q.x, p.x);
        for (size_t k = 0; k < p.n; k++) p.f[k] = q.f[k] = f(dim, p.x + k * dim, NULL);
        assert_int_equal(nes_tell(a, p.n, p.f), NES_OK);
        assert_int_equal(nes_tell(b, q.n, q.f), NES_OK);
        look(b);
    }
    look(a); /* in the middle of a generation, looking finds the best point so far */
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

static void all_variants(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (size_t v = 0; v < VARIANT_COUNT; v++) {
            const nes_settings s = variant_settings(v, nes_method_at(m));
            follow(VARIANT_DIM, variant_start(&s), &s, variant_objective(v));
        }
}

/* Scratch memory has other proportions where a generation is small beside the dimension. */
static void few_points(void **state)
{
    (void)state;
    enum { DIM = 50 };
    double x0[DIM];
    for (size_t i = 0; i < DIM; i++) x0[i] = (double)i;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        s.popsize = 2;
        follow(DIM, x0, &s, run_ellipsoid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_variants),
        cmocka_unit_test(few_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
