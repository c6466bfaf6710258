/* SPDX-License-Identifier: MIT
 *
 * Slices of which one is not like the other, or lacks something: all of them are refused, and none
 * waits for another. */
#include "support/allocator.h"
#include "support/runs.h"
#include "support/slices.h"

enum { D = NES_PART + 100 };

/* Two slices, of which the second has settings of its own. */
typedef struct pair {
    slices_seat seat;
    nes_settings s;
    const double *x0;
    size_t dim, first, n; /* the place; dim 0: the usual one */
    nes_status st;
    char message[NES_MESSAGE_SIZE];
} pair;

static void *create(void *data)
{
    pair *p = data;
    const size_t i = p->seat.number;
    nes_slice slice = {i * NES_PART, i == 0 ? NES_PART : 100, slices_reduce, &p->seat};
    nes_opt *o = NULL;
    if (p->dim > 0) slice.first = p->first;
    if (p->dim > 0) slice.n = p->n;
    p->st = nes_create_slice(&o, p->dim > 0 ? p->dim : D, &slice, p->x0, &p->s, p->message,
                             sizeof p->message);
    nes_destroy(o);
    return NULL;
}

static void work_as_pair(pair *p, void *(*first)(void *), void *(*second)(void *))
{
    slices_meeting m;
    pthread_t other;
    slices_meet(&m, 2);
    for (size_t i = 0; i < 2; i++) p[i].seat = (slices_seat){&m, i};
    assert_int_equal(pthread_create(&other, NULL, second, &p[1]), 0);
    first(&p[0]);
    pthread_join(other, NULL);
    slices_part(&m);
}

static void create_pair(pair *p)
{
    work_as_pair(p, create, create);
}

/* The slice at fault has the sentence, and both have the status. */
static void assert_refused(pair *p, nes_status want, const char *part)
{
    create_pair(p);
    assert_int_equal(p[0].st, want);
    assert_int_equal(p[1].st, want);
    assert_string_equal(p[0].message, "");
    run_assert_has(p[1].message, "from coordinate 8192 on");
    run_assert_has(p[1].message, part);
}

static void alike(void **state)
{
    static double zeros[NES_PART], bad[100];
    (void)state;
    const nes_settings s = run_settings("cr-fm-nes");
    pair p[2] = {{.s = s, .x0 = zeros}, {.s = s, .x0 = bad}};
    bad[3] = NAN;
    assert_refused(p, NES_ERR_START, "variable 4 of x0");
    p[1].x0 = zeros;
    bad[3] = -1;
    p[1].s.std = bad;
    assert_refused(p, NES_ERR_VALUE, "step size of variable 1");
    p[1].s.std = NULL;
    p[1].s.lower = p[1].s.upper = zeros;
    assert_refused(p, NES_ERR_VALUE, "equal bounds");
    p[1].s = p[0].s;
    for (size_t i = 0; i < 100; i++) bad[i] = i == 50 ? 5e-324 : 1;
    p[1].s.std = bad; /* of which only the family finds out that they differ too much */
    create_pair(p);
    assert_int_equal(p[0].st, NES_ERR_VALUE);
    assert_int_equal(p[1].st, NES_ERR_VALUE);
}

/* A pair that does not fit together: both slices say so. */
static void assert_unlike(const pair *first, const pair *second, const char *part)
{
    pair p[2] = {*first, *second};
    create_pair(p);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(p[i].st, NES_ERR_VALUE);
        run_assert_has(p[i].message, part);
    }
}

static void unlike(void **state)
{
    static const char *const options[][2] = {
        {"seed", "8"},   {"method", "snes"},     {"popsize", "16"}, {"max_gens", "3"},
        {"tolx", "off"}, {"restarts", "ipop"},   {"window", "2"},   {"maximize", "yes"},
        {"sigma", "2"},  {"kernels", "baseline"}};
    static double ones[NES_PART];
    (void)state;
    const pair usual = {.s = run_settings("cr-fm-nes")};
    for (size_t i = 0; i < NES_PART; i++) ones[i] = 1;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        pair other = usual;
        assert_int_equal(nes_set(&other.s, options[i][0], options[i][1]), NES_OK);
        assert_unlike(&usual, &other, "different settings");
    }
    pair other = usual;
    other.s.upper = ones;
    assert_unlike(&usual, &other, "different settings");
}

/* Slices that lie among all coordinates, each by itself. */
static void places_of_others(void **state)
{
    (void)state;
    const pair usual = {.s = run_settings("snes")};
    const nes_settings s = usual.s;
    const pair far = {.s = s, .dim = D + NES_PART, .first = 2 * NES_PART, .n = 100};
    const pair near = {.s = s, .dim = D + NES_PART, .n = NES_PART};
    const pair wide = {.s = s, .dim = D, .n = D};
    assert_unlike(&near, &far, "gaps");
    assert_unlike(&wide, &usual, "overlap");
    pair p[2] = {usual, {.s = s, .dim = D + 50, .first = NES_PART, .n = 150}};
    create_pair(p); /* the second one, taken by itself, is right */
    for (size_t i = 0; i < 2; i++) assert_int_equal(p[i].st, NES_ERR_VALUE);
    run_assert_has(p[0].message, "different dimensions");
}

/* One slice that has nowhere to put its handle; the other one does not wait for it. */
static void *create_nowhere(void *data)
{
    pair *p = data;
    const nes_slice slice = {NES_PART, 100, slices_reduce, &p->seat};
    p->st = nes_create_slice(NULL, D, &slice, NULL, &p->s, NULL, 0);
    assert_int_equal(nes_load_slice(NULL, p, 1, &slice, NULL, NULL, 0), NES_ERR_ARGUMENT);
    return NULL;
}

static void *create_and_load(void *data)
{
    pair *p = data;
    const nes_slice slice = {0, NES_PART, slices_reduce, &p->seat};
    nes_opt *o = NULL;
    create(p);
    assert_int_equal(nes_load_slice(&o, p, sizeof *p, &slice, NULL, NULL, 0), NES_ERR_ARGUMENT);
    return NULL;
}

static void nowhere(void **state)
{
    (void)state;
    const pair usual = {.s = run_settings("snes")};
    pair p[2] = {usual, usual};
    work_as_pair(p, create_and_load, create_nowhere);
    for (size_t i = 0; i < 2; i++) assert_int_equal(p[i].st, NES_ERR_ARGUMENT);
}

/* Memory that one slice does not get: the other one does not wait for it. */
static void memory(void **state)
{
    static double x0[NES_PART];
    size_t refusals = 0;
    (void)state;
    for (size_t at = 1; at < 50; at++) {
        const nes_settings s = run_settings("snes");
        allocations a = {.fail_at = at};
        pair p[2] = {{.s = s, .x0 = x0}, {.s = s, .x0 = x0}};
        p[1].s.allocator = allocator_of(&a);
        create_pair(p);
        assert_int_equal(p[0].st, p[1].st);
        assert_int_equal(a.live, 0);
        if (p[1].st == NES_OK) break;
        assert_int_equal(p[1].st, NES_ERR_MEMORY);
        refusals++;
    }
    assert_in_range(refusals, 3, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alike),   cmocka_unit_test(unlike), cmocka_unit_test(places_of_others),
        cmocka_unit_test(nowhere), cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
