/* SPDX-License-Identifier: MIT
 *
 * Slices that are saved and loaded: they go on as if nothing had happened, and are refused where
 * they do not belong together. */
#include "support/allocator.h"
#include "support/runs.h"
#include "support/slices.h"

enum { D = NES_PART + 100 };

static const size_t PARTS[] = {1, 1};

static double constant(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 1;
}

/* Before every ask and every tell, through a restart. */
static void goes_on(void **state)
{
    static const char *const methods[] = {"snes", "cr-fm-nes"};
    static double x0[D], std_of[D];
    (void)state;
    for (size_t i = 0; i < D; i++) x0[i] = 0.1 * (double)(i % 11) - 0.3;
    for (size_t i = 0; i < D; i++) std_of[i] = 1 + 0.1 * (double)(i % 7);
    for (size_t i = 0; i < 4; i++) {
        nes_settings s = run_settings(methods[i % 2]);
        s.sampling = i < 2 ? "mirrored" : "iid";
        s.popsize = 8;
        s.restarts = "ipop";
        s.flat = 1;
        s.max_runs = 2;
        s.std = std_of;
        s.eval_start = "yes";
        if (i == 0) s.window = 2;
        const slices_search search = {D, 2,    PARTS, x0, &s, i % 3 == 0 ? constant : run_ellipsoid,
                                      8, true, NULL};
        slices_compare_search(&search);
    }
}

/* Data of no slice, of another one, damaged. */
static void loading(void **state)
{
    const nes_slice all = {.n = 20}, part = {.n = 19};
    const nes_settings s = run_settings("snes");
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL, *again = NULL;
    (void)state;
    assert_int_equal(nes_create_slice(&o, 20, &all, NULL, &s, NULL, 0), NES_OK);
    const run_saved slice = run_save(o);
    nes_destroy(o);
    o = run_start(20, NULL, &s);
    const run_saved whole = run_save(o);
    nes_destroy(o);
#define LOAD_SLICE(saved, place)                                                                   \
    nes_load_slice(&again, (saved).data, (saved).size, &(place), NULL, message, sizeof message)
    assert_int_equal(nes_load(&again, slice.data, slice.size, NULL, message, sizeof message),
                     NES_ERR_VALUE);
    run_assert_has(message, "nes_load_slice");
    assert_int_equal(LOAD_SLICE(slice, part), NES_ERR_VALUE);
    run_assert_has(message, "20 coordinates from 0 on, but 19");
    assert_int_equal(LOAD_SLICE(whole, all), NES_ERR_VALUE);
    run_assert_has(message, "no slice");
    slice.data[slice.size - 20] ^= 1;
    assert_int_equal(LOAD_SLICE(slice, all), NES_ERR_DAMAGED);
    assert_null(again);
    free(slice.data);
    free(whole.data);
}

/* Slices of two moments are not loaded together. */
typedef struct visitor {
    slices_seat seat;
    nes_status st;
    char message[NES_MESSAGE_SIZE];
} visitor;

static void *visit(void *data)
{
    visitor *v = data;
    const nes_settings s = run_settings("snes");
    const size_t i = v->seat.number;
    const nes_slice slice = {i * NES_PART, i == 0 ? NES_PART : 100, slices_reduce, &v->seat};
    nes_opt *o = NULL, *again = NULL;
    assert_int_equal(nes_create_slice(&o, D, &slice, NULL, &s, NULL, 0), NES_OK);
    run_saved saved = {NULL, 0};
    if (i == 0) saved = run_save(o);
    run_step(o, run_sphere, NULL);
    if (i == 1) saved = run_save(o);
    v->st =
        nes_load_slice(&again, saved.data, saved.size, &slice, NULL, v->message, sizeof v->message);
    free(saved.data);
    nes_destroy(o);
    nes_destroy(again);
    return NULL;
}

static void moments(void **state)
{
    slices_meeting m;
    visitor v[2] = {{.st = NES_OK}, {.st = NES_OK}};
    pthread_t other;
    (void)state;
    slices_meet(&m, 2);
    for (size_t i = 0; i < 2; i++) v[i].seat = (slices_seat){&m, i};
    assert_int_equal(pthread_create(&other, NULL, visit, &v[1]), 0);
    visit(&v[0]);
    pthread_join(other, NULL);
    for (size_t i = 0; i < 2; i++) assert_int_equal(v[i].st, NES_ERR_VALUE);
    run_assert_has(v[0].message, "different moments");
    slices_part(&m);
}

/* Memory that one of two slices does not get: the other one does not wait for it. */
typedef struct loader {
    slices_seat seat;
    allocations a;
    nes_status st;
} loader;

static void *load_again(void *data)
{
    loader *l = data;
    nes_settings s = run_settings("cr-fm-nes");
    const size_t i = l->seat.number;
    const nes_slice slice = {i * NES_PART, i == 0 ? NES_PART : 100, slices_reduce, &l->seat};
    nes_opt *o = NULL, *again = NULL;
    s.restarts = "ipop";
    assert_int_equal(nes_create_slice(&o, D, &slice, NULL, &s, NULL, 0), NES_OK);
    const run_saved saved = run_save(o);
    if (i == 1) s.allocator = allocator_of(&l->a);
    l->st = nes_load_slice(&again, saved.data, saved.size, &slice, &s, NULL, 0);
    free(saved.data);
    nes_destroy(o);
    nes_destroy(again);
    return NULL;
}

static void memory(void **state)
{
    size_t at = 0;
    loader l[2] = {{.st = NES_ERR_MEMORY}};
    (void)state;
    while (l[0].st == NES_ERR_MEMORY) {
        slices_meeting m;
        pthread_t other;
        slices_meet(&m, 2);
        l[1].a = (allocations){.fail_at = ++at};
        for (size_t i = 0; i < 2; i++) l[i].seat = (slices_seat){&m, i};
        assert_int_equal(pthread_create(&other, NULL, load_again, &l[1]), 0);
        load_again(&l[0]);
        pthread_join(other, NULL);
        assert_int_equal(l[0].st, l[1].st);
        assert_int_equal(l[1].a.live, 0);
        slices_part(&m);
    }
    assert_int_equal(l[0].st, NES_OK);
    assert_in_range(at, 3, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_on), cmocka_unit_test(loading),
                                       cmocka_unit_test(moments), cmocka_unit_test(memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
