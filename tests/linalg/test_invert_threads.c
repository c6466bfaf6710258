/* SPDX-License-Identifier: MIT
 *
 * Several threads may factorise matrices at once, with the same bits as one alone. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/invert.h"
#include "support/check.h"

enum { D = 12, THREADS = 4, TIMES = 10000 };

typedef struct solution {
    double vectors[D * D], w[D], inverse[D * D], l[D * D], l_inverse[D * D], log_det[2];
} solution;

static void solve(solution *s, double *work)
{
    double a[D * D];
    for (size_t i = 0; i < D; i++)
        for (size_t j = 0; j < D; j++) a[i * D + j] = 1.0 / (double)(i + j + 1) + (double)(i == j);
    memset(s, 0, sizeof *s);
    memcpy(s->l, a, sizeof a);
    nes_decompose(D, a, s->vectors, s->w, work, NES_CPU_BASELINE);
    nes_invert(D, a, s->inverse, &s->log_det[0], work, NES_CPU_BASELINE);
    nes_cholesky(D, s->l, s->l_inverse, &s->log_det[1], work, NES_CPU_BASELINE);
}

static void *solve_often(void *wrong)
{
    double *work = malloc(nes_invert_work(D) * sizeof *work);
    solution first, again;
    if (work == NULL) return NULL;
    solve(&first, work);
    for (size_t i = 0; i < TIMES; i++) {
        solve(&again, work);
        *(size_t *)wrong += memcmp(&first, &again, sizeof first) != 0;
    }
    free(work);
    return NULL;
}

static void at_once(void **state)
{
    (void)state;
    pthread_t thread[THREADS];
    size_t wrong[THREADS] = {0};
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, solve_often, &wrong[i]), 0);
    for (size_t i = 0; i < THREADS; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (size_t i = 0; i < THREADS; i++) assert_int_equal(wrong[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
