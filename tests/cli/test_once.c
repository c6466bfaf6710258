/* SPDX-License-Identifier: MIT
 *
 * Equal points are evaluated once, whatever the order in which values come: in front of an
 * evaluator with few places, some of whose evaluations fail. */
#include "evaluate/once.h"

#include "support/runs.h"

enum { N = 400, KINDS = 37 };

/* ---- an evaluator with a few places ---------------------------------------------------------- */

typedef struct inner {
    size_t places, n;
    uint64_t id[N];
    double x[N], outputs[2];
    uint64_t random;
    size_t calls[KINDS]; /* evaluations of each point */
} inner;

/* The first of the evaluations of every fifth point fail: one of 0, two of 5, ... */
static bool fails(const inner *e, size_t kind)
{
    return kind % 5 == 0 && e->calls[kind] < 1 + kind / 5;
}

static size_t submit(void *self, size_t n, const uint64_t *id, const double *x)
{
    inner *e = self;
    size_t taken = 0;
    for (; taken < n && e->n < e->places; taken++, e->n++) {
        e->id[e->n] = id[taken];
        e->x[e->n] = x[taken];
    }
    return taken;
}

static size_t collect(void *self, double seconds, size_t room, eval_record *to)
{
    inner *e = self;
    assert_true(e->n > 0 && room > 0 && seconds > 0);
    if (run_random(&e->random) % 3 == 0) return 0;
    const size_t k = (size_t)(run_random(&e->random) % e->n), kind = (size_t)e->x[k];
    *to = eval_measured(e->id[k], e->x[k] * e->x[k]);
    e->outputs[0] = 3 * e->x[k];
    e->outputs[1] = -e->x[k];
    to->outputs = e->outputs;
    to->seconds = 2;
    if (fails(e, kind)) {
        to->fate = NES_FAILED;
        to->f = (double)NAN;
        to->outputs = NULL;
    }
    e->calls[kind]++;
    e->n--;
    e->id[k] = e->id[e->n];
    e->x[k] = e->x[e->n];
    return 1;
}

/* ---- points ---------------------------------------------------------------------------------- */

static void take(const eval_record *r, const double *x, nes_fate *fate)
{
    const size_t k = (size_t)r->id - 1;
    assert_in_range(k, 0, N - 1);
    assert_int_equal(fate[k], NES_WAITING);
    fate[k] = r->fate;
    if (r->fate == NES_FAILED) return;
    assert_true(r->f == x[k] * x[k]);
    assert_true(r->outputs[0] == 3 * x[k] && r->outputs[1] == -x[k]);
    assert_true(isnan(r->seconds) == (r->fate == NES_KNOWN));
}

/* Evaluates all points in rounds of some, and returns their fates. */
static void evaluate(inner *e, const double *x, size_t round, nes_fate *fate)
{
    evaluator inside = {.submit = submit, .collect = collect, .self = e}, once;
    eval_record to[5];
    cache c;
    uint64_t id[N];
    for (size_t i = 0; i < N; i++) id[i] = i + 1;
    for (size_t i = 0; i < N; i++) fate[i] = NES_WAITING;
    cache_open(&c, NULL, 1, 2);
    once_open(&once, &c, &inside);
    for (size_t first = 0; first < N; first += round) {
        const size_t end = first + round < N ? first + round : N;
        size_t next = first, back = first;
        while (back < end) {
            size_t taken = 0;
            if (next < end) taken = once.submit(once.self, end - next, id + next, x + next);
            assert_true(taken > 0 || next > back || next == end);
            next += taken;
            const size_t n = once.collect(once.self, 0.001, 5, to);
            for (size_t i = 0; i < n; i++) take(&to[i], x, fate);
            back += n;
        }
    }
    assert_int_equal(e->n, 0);
    once.close(once.self);
    cache_close(&c);
}

/* Of equal points as many fail as do so, the next is measured, and all others are known. */
static void equal_points_are_evaluated_once(void **state)
{
    (void)state;
    double x[N];
    nes_fate first[N], fate[N];
    uint64_t random = 5;
    for (size_t i = 0; i < N; i++) x[i] = (double)(run_random(&random) % KINDS);
    for (uint64_t seed = 1; seed <= 30; seed++) {
        inner e = {.places = 1 + seed % 7, .random = seed};
        size_t seen[KINDS] = {0};
        evaluate(&e, x, seed % 4 == 0 ? N : 1 + seed, fate);
        for (size_t i = 0; i < N; i++) {
            const size_t kind = (size_t)x[i], failing = kind % 5 == 0 ? 1 + kind / 5 : 0;
            const nes_fate want = seen[kind] < failing    ? NES_FAILED
                                  : seen[kind] == failing ? NES_MEASURED
                                                          : NES_KNOWN;
            seen[kind]++;
            assert_int_equal(fate[i], want);
            assert_true(e.calls[kind] <= failing + 1);
        }
        if (seed == 1) memcpy(first, fate, sizeof fate);
        assert_memory_equal(first, fate, sizeof fate);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(equal_points_are_evaluated_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
