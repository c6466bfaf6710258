/* SPDX-License-Identifier: MIT
 *
 * Stable ranking: for every small arrangement of few values, and for long ones, the order is the
 * sorted one and equal elements keep theirs. */
#include <stdlib.h>

#include "support/check.h"
#include "support/dense.h"
#include "util/rank.h"

static bool less(size_t a, size_t b, const void *data)
{
    const int *v = data;
    return v[a] < v[b];
}

static void check(size_t n, const int *v, size_t *order, size_t *scratch)
{
    nes_rank(n, less, v, order, scratch);
    for (size_t i = 0; i < n; i++) scratch[i] = 0;
    for (size_t i = 0; i < n; i++) {
        assert_true(order[i] < n);
        scratch[order[i]]++;
        if (i == 0) continue;
        assert_true(v[order[i - 1]] < v[order[i]] ||
                    (v[order[i - 1]] == v[order[i]] && order[i - 1] < order[i]));
    }
    for (size_t i = 0; i < n; i++) assert_int_equal(scratch[i], 1);
}

static void test_all_small(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 7; n++) {
        size_t count = 1, order[8], scratch[8];
        for (size_t i = 0; i < n; i++) count *= 4;
        for (size_t code = 0; code < count; code++) {
            int v[8];
            for (size_t i = 0, c = code; i < n; i++, c /= 4) v[i] = (int)(c % 4);
            check(n, v, order, scratch);
        }
    }
}

static void test_long(void **state)
{
    (void)state;
    enum { N = 5000 };
    int *v = dense_room(N, sizeof *v);
    double *z = dense_room(N, sizeof *z);
    size_t *order = dense_room(2 * N, sizeof *order);
    dense_normals(1, N, z);
    for (double width = 1; width < 1e6; width *= 10) { /* from many ties to few */
        for (size_t i = 0; i < N; i++) v[i] = (int)(width * z[i]);
        for (size_t n = N - 3; n <= N; n++) check(n, v, order, order + N);
    }
    free(v);
    free(z);
    free(order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_small),
        cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
