/* SPDX-License-Identifier: MIT
 *
 * The database of a run: everything reads back as it was written, to the last bit, and in order. */
#include "store/store.h"

#include <float.h>
#include <stdio.h>
#include <sqlite3.h>

#include "support/folder.h"
#include "support/runs.h"

static store *create(const char *folder)
{
    store *s;
    assert_int_equal(store_create(&s, folder), 0);
    return s;
}

static store *open_again(store *s, store_access access)
{
    char folder[64];
    snprintf(folder, sizeof folder, "%s", store_folder(s));
    store_close(s);
    assert_int_equal(store_open(&s, folder, access), 0);
    return s;
}

static void facts(void **state)
{
    (void)state;
    buffer b;
    store *s = create("a/b/run");
    assert_int_equal(store_get_fact(s, "seed", &b), 0);
    assert_int_equal(b.n, 0);
    assert_int_equal(store_set_fact(s, "seed", "1"), 0);
    assert_int_equal(store_set_fact(s, "seed", "a'b\"\n\xc3\xa4"), 0);
    s = open_again(s, STORE_READ);
    assert_int_equal(store_get_fact(s, "seed", &b), 0);
    assert_string_equal(b.text, "a'b\"\n\xc3\xa4");
    buffer_free(&b);
    store_close(s);
}

/* Numbers that are lost easily. */
static const double AWKWARD[] = {0.0,
                                 -0.0,
                                 1.0,
                                 -1.0,
                                 0.1,
                                 1.0 / 3,
                                 DBL_MIN,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 5e-324,
                                 -5e-324,
                                 2.5e-310,
                                 1e15,
                                 1e16,
                                 1e17,
                                 9007199254740993.0,
                                 1e300,
                                 123456789012345678.0,
                                 0x1.fffffffffffffp-1,
                                 4.35,
                                 1e22,
                                 1e23};
enum { N_AWKWARD = sizeof AWKWARD / sizeof *AWKWARD, DIM = N_AWKWARD };

static void assert_same_bits(double a, double b)
{
    if (memcmp(&a, &b, sizeof a) != 0) fail_msg("%a is not %a", a, b);
}

typedef struct expected {
    size_t n;
    const double *x, *f;
    const uint64_t *id;
} expected;

static int check_row(const store_evaluation *e, void *data)
{
    expected *w = data;
    assert_int_equal(e->round, 3);
    assert_int_equal(e->id, w->id[w->n]);
    assert_int_equal(e->generation, 2);
    assert_int_equal(e->dim, DIM);
    for (size_t i = 0; i < DIM; i++) assert_same_bits(e->x[i], w->x[w->n * DIM + i]);
    assert_true(e->valued);
    if (isnan(w->f[w->n]))
        assert_true(isnan(e->f) && nes_is_eval_failed(e->f) == nes_is_eval_failed(w->f[w->n]));
    else
        assert_same_bits(e->f, w->f[w->n]);
    w->n++;
    return 0;
}

/* Each awkward number is a value, and is in each place of a point. */
static void numbers_are_exact(void **state)
{
    (void)state;
    enum { N = N_AWKWARD + 4 };
    double x[N * DIM], f[N];
    uint64_t id[N];
    for (size_t k = 0; k < N; k++) {
        id[k] = 7 + k;
        for (size_t i = 0; i < DIM; i++) x[k * DIM + i] = AWKWARD[(k + i) % N_AWKWARD];
        f[k] = k < N_AWKWARD ? AWKWARD[k] : 0;
    }
    f[N_AWKWARD] = NAN;
    f[N_AWKWARD + 1] = INFINITY;
    f[N_AWKWARD + 2] = -INFINITY;
    f[N_AWKWARD + 3] = NES_EVAL_FAILED;
    const nes_points p = {.n = N, .dim = DIM, .x = x, .id = id};
    store *s = create("run");
    assert_int_equal(store_add_points(s, 3, 2, &p), 0);
    for (size_t k = N; k-- > 0;) assert_int_equal(store_set_value(s, 3, id[k], f[k], NULL), 0);
    s = open_again(s, STORE_READ);
    expected w = {.x = x, .f = f, .id = id};
    assert_int_equal(store_each_evaluation(s, 0, check_row, &w), 0);
    assert_int_equal(w.n, N);
    for (size_t k = 0; k < N; k++) {
        double v = 5;
        assert_true(store_find_value(s, 3, id[k], &v));
        if (!isnan(f[k])) assert_same_bits(v, f[k]);
    }
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(facts, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(numbers_are_exact, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
