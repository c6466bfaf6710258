/* SPDX-License-Identifier: MIT
 *
 * One problem evaluated by more threads than it has rooms to work in: every value is the one a
 * single thread gets. Evaluation allocates nothing. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bbob/workspace.h"
#include "nes/problems.h"
#include "support/check.h"
#include "support/heap.h"

enum { THREADS = 80, POINTS = 19, DIM = 10, ROUNDS = 20 };

typedef struct shared {
    const nes_problem *problem;
    double x[POINTS * DIM], f[POINTS];
    pthread_barrier_t start;
} shared;

static void *evaluate(void *data)
{
    shared *s = data;
    static const char wrong[] = "wrong";
    double f[POINTS];
    pthread_barrier_wait(&s->start);
    for (int round = 0; round < ROUNDS; round++) {
        nes_problem_values(s->problem, POINTS, s->x, f);
        if (memcmp(f, s->f, sizeof f) != 0) return (void *)(uintptr_t)wrong;
    }
    return NULL;
}

static void check(const char *id)
{
    static shared s;
    pthread_t thread[THREADS];
    nes_problem *p;
    assert_int_equal(nes_problem_create(&p, id, NULL, 0), NES_OK);
    s.problem = p;
    for (size_t i = 0; i < POINTS * DIM; i++) s.x[i] = 4.0 * sin((double)i);
    nes_problem_values(p, POINTS, s.x, s.f);
    pthread_barrier_init(&s.start, NULL, THREADS);
    for (size_t k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, evaluate, &s), 0);
    for (size_t k = 0; k < THREADS; k++) {
        void *result;
        pthread_join(thread[k], &result);
        assert_null(result);
    }
    pthread_barrier_destroy(&s.start);
    nes_problem_destroy(p);
}

static void test_threads(void **state)
{
    (void)state;
    check("bbob_f001_i01_d10");
    check("bbob_f015_i01_d10");
    check("bbob_f024_i01_d10");
}

static void test_no_allocation(void **state)
{
    (void)state;
    double x[POINTS * DIM] = {0}, f[POINTS];
    for (size_t n = 1; n <= 24; n++) {
        nes_problem *p;
        char id[64];
        nes_suite_id(nes_suite_find("bbob"), n, 1, DIM, id, sizeof id);
        assert_int_equal(nes_problem_create(&p, id, NULL, 0), NES_OK);
        const size_t before = heap_calls();
        nes_problem_values(p, POINTS, x, f);
        f[0] = nes_problem_value(p, x);
        assert_int_equal(heap_calls(), before);
        nes_problem_destroy(p);
    }
}

static void *take_and_give(void *data)
{
    nes_bbob_workspace *w = data;
    double *room = nes_bbob_workspace_take(w);
    nes_bbob_workspace_give(w, room);
    return room;
}

/* Large problems have fewer rooms, but some. */
static void test_large_rooms(void **state)
{
    (void)state;
    nes_bbob_workspace *w = nes_bbob_workspace_create((size_t)1 << 22);
    const double *room[32];
    assert_non_null(w);
    for (size_t k = 0; k < 32; k++) room[k] = nes_bbob_workspace_take(w);
    for (size_t k = 1; k < 32; k++) assert_true(room[k] - room[k - 1] == 1 << 22);
    nes_bbob_workspace_give(w, room[31]);
    assert_ptr_equal(nes_bbob_workspace_take(w), room[31]);
    nes_bbob_workspace_destroy(w);
}

/* All rooms differ; whoever comes when all are taken gets the one that is given back. */
static void test_rooms(void **state)
{
    (void)state;
    enum { ROOMS = 64, SIZE = 10 };
    nes_bbob_workspace *w = nes_bbob_workspace_create(SIZE);
    double *room[ROOMS];
    pthread_t waiting;
    void *got;
    assert_non_null(w);
    for (size_t k = 0; k < ROOMS; k++) {
        room[k] = nes_bbob_workspace_take(w);
        assert_true((uintptr_t)room[k] % 64 == 0);
        for (size_t i = 0; i < SIZE; i++) room[k][i] = (double)k;
    }
    for (size_t k = 0; k < ROOMS; k++)
        for (size_t i = 0; i < SIZE; i++) assert_true(room[k][i] == (double)k);
    assert_int_equal(pthread_create(&waiting, NULL, take_and_give, w), 0);
    nes_bbob_workspace_give(w, room[37]);
    pthread_join(waiting, &got);
    assert_ptr_equal(got, room[37]);
    nes_bbob_workspace_destroy(w);
    nes_bbob_workspace_destroy(NULL);
    assert_null(nes_bbob_workspace_create(SIZE_MAX / 8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_no_allocation),
        cmocka_unit_test(test_rooms),
        cmocka_unit_test(test_large_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
