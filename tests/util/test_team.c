/* SPDX-License-Identifier: MIT
 *
 * A team of threads: every element of the work is in one piece, pieces are whole units, runs follow
 * each other without a trace, and a team that cannot be had leaves nothing behind. */
#include "util/team.h"

#include <stdlib.h>
#include <string.h>

#include "support/allocator.h"
#include "support/check.h"
#include "support/threads.h"

static const nes_allocator SYSTEM = {NULL, NULL, NULL};
static const nes_note SILENT = {NULL, 0};

static nes_team *team_of(uint64_t threads)
{
    nes_team *t = NULL;
    assert_int_equal(nes_team_create(&t, threads, &SYSTEM, SILENT), NES_OK);
    return t;
}

enum { MOST = 3000 };
typedef struct tally {
    size_t n, unit;
    unsigned seen[MOST];
    unsigned uneven; /* written by nobody unless something is wrong */
} tally;

static void count(void *data, size_t lo, size_t hi)
{
    tally *t = data;
    if (lo % t->unit != 0 || (hi % t->unit != 0 && hi != t->n) || hi > t->n || lo > hi)
        t->uneven = 1;
    for (size_t i = lo; i < hi; i++) t->seen[i]++;
}

static void check_run(nes_team *team, size_t n, size_t unit)
{
    tally t = {.n = n, .unit = unit};
    nes_team_run(team, n, unit, count, &t);
    assert_int_equal(t.uneven, 0);
    for (size_t i = 0; i < MOST; i++) assert_int_equal(t.seen[i], i < n);
}

static void count_one(void *data, size_t lo, size_t hi)
{
    count(data, lo, hi);
    if (hi != lo + 1) ((tally *)data)->uneven = 1;
}

/* One element at a time, where there is a team. */
static void check_each(nes_team *team, size_t n)
{
    tally t = {.n = n, .unit = 1};
    nes_team_each(team, n, team != NULL && n > 0 ? count_one : count, &t);
    assert_int_equal(t.uneven, 0);
    for (size_t i = 0; i < MOST; i++) assert_int_equal(t.seen[i], i < n);
}

static void every_element_once(void **state)
{
    (void)state;
    static const uint64_t threads[] = {1, 2, 3, 7, 0};
    static const size_t units[] = {1, 8, 24, 512};
    for (size_t i = 0; i < 5; i++) {
        nes_team *t = team_of(threads[i]);
        assert_true((t == NULL) == (threads[i] == 1) || threads[i] == 0);
        for (size_t u = 0; u < 4; u++)
            for (size_t n = 0; n <= MOST; n += 1 + n / 2) check_run(t, n, units[u]);
        for (size_t n = 0; n <= MOST; n += 1 + n / 2) check_each(t, n);
        nes_team_destroy(t);
    }
}

static void add_one(void *data, size_t lo, size_t hi)
{
    for (size_t i = lo; i < hi; i++) ((double *)data)[i]++;
}

/* Each run sees what the one before has written, whoever wrote it. */
static void runs_in_a_row(void **state)
{
    (void)state;
    enum { N = 40, RUNS = 3000 };
    double v[N] = {0};
    nes_team *t = team_of(4);
    for (int r = 0; r < RUNS; r++) nes_team_run(t, N, 1 + (size_t)r % 7, add_one, v);
    for (size_t i = 0; i < N; i++) assert_true(v[i] == RUNS);
    nes_team_destroy(t);
}

static void idle_teams(void **state)
{
    (void)state;
    nes_team_destroy(NULL);
    for (int i = 0; i < 50; i++) nes_team_destroy(team_of(3)); /* some threads never got to run */
}

static void no_team(void **state)
{
    (void)state;
    char message[200];
    const nes_note note = {message, sizeof message};
    for (long started = 0; started < 6; started++) {
        allocations a = {.fail_at = 0};
        const nes_allocator allocator = allocator_of(&a);
        nes_team *t = (nes_team *)(void *)message;
        threads_allow(started);
        assert_int_equal(nes_team_create(&t, 7, &allocator, note), NES_ERR_THREAD);
        threads_allow(-1);
        assert_null(t);
        assert_string_equal(message,
                            "a team of 7 threads cannot be started: lower option 'threads'");
        assert_int_equal(a.live, 0);
    }
    allocations a = {.fail_at = 1};
    const nes_allocator allocator = allocator_of(&a);
    nes_team *t = NULL;
    assert_int_equal(nes_team_create(&t, 2, &allocator, note), NES_ERR_MEMORY);
    assert_null(t);
    assert_non_null(strstr(message, "lower option 'threads'"));
    assert_int_equal(nes_team_create(&t, 1, &allocator, note), NES_OK); /* needs nothing */
    assert_null(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_element_once),
        cmocka_unit_test(runs_in_a_row),
        cmocka_unit_test(idle_teams),
        cmocka_unit_test(no_team),
    };
    return cmocka_run_group_tests_name("team", tests, NULL, NULL);
}
