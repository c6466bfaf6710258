/* SPDX-License-Identifier: MIT
 *
 * Status codes: every one is provoked, and no null pointer does harm. */
#include "support/allocator.h"
#include "support/runs.h"
#include "support/threads.h"

static void null_pointers(void **state)
{
    (void)state;
    nes_settings s = run_settings("auto");
    nes_points p;
    nes_result r;
    double x[3] = {0, 0, 0};
    char text[8];
    const uint64_t id = 0;
    nes_opt *o = run_start(3, NULL, NULL);
    const nes_status calls[] = {nes_create(NULL, 3, x, &s),
                                nes_ask(NULL, &p),
                                nes_ask(o, NULL),
                                nes_tell(NULL, 1, x),
                                nes_tell(o, 1, NULL),
                                nes_tell_some(NULL, 1, &id, x),
                                nes_tell_some(o, 1, NULL, x),
                                nes_tell_some(o, 1, &id, NULL),
                                nes_get_result(NULL, &r),
                                nes_get_result(o, NULL),
                                nes_run(NULL, run_sphere, NULL),
                                nes_run(o, NULL, NULL),
                                nes_run_batch(NULL, NULL, NULL),
                                nes_run_batch(o, NULL, NULL),
                                nes_continue(NULL, &s),
                                nes_save(NULL, text, 8, NULL),
                                nes_save(o, NULL, 8, NULL),
                                nes_load(NULL, text, 8, NULL, NULL, 0),
                                nes_load(&(nes_opt *){NULL}, NULL, 8, NULL, NULL, 0),
                                nes_minimize(NULL, NULL, 3, x, &s, &r),
                                nes_minimize(run_sphere, NULL, 3, NULL, &s, &r),
                                nes_minimize_batch(NULL, NULL, 3, x, &s, &r),
                                nes_set(NULL, "seed", "1"),
                                nes_set(&s, NULL, "1"),
                                nes_set(&s, "seed", NULL),
                                nes_get(NULL, "seed", text, 8),
                                nes_get(&s, NULL, text, 8),
                                nes_get(&s, "seed", NULL, 8)};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        assert_int_equal(calls[i], NES_ERR_ARGUMENT);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    nes_destroy(o);
    nes_destroy(NULL);
    nes_settings_default(NULL);
    assert_int_equal(nes_save_size(NULL), 0);
    assert_null(nes_get_settings(NULL));
    assert_string_equal(nes_message(NULL), "");
    assert_string_equal(nes_choice_text(NULL), "");
    assert_int_equal(nes_settings_check(NULL, 3, NULL, NULL, 0), NES_OK);
}

static nes_status with_handle(nes_status (*call)(nes_opt *o))
{
    nes_settings s = run_settings("snes");
    s.jobs = 2;
    nes_opt *o = run_start(2, NULL, &s);
    const nes_status st = call(o);
    nes_destroy(o);
    return st;
}

static nes_status tell_early(nes_opt *o)
{
    const double f = 1;
    return nes_tell(o, 1, &f);
}

static nes_status tell_too_few(nes_opt *o)
{
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    return nes_tell(o, p.n - 1, p.f);
}

static nes_status tell_unknown(nes_opt *o)
{
    nes_points p;
    const uint64_t id = 1000;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    return nes_tell_some(o, 1, &id, p.f);
}

static nes_status save_too_small(nes_opt *o)
{
    char buffer[8];
    return nes_save(o, buffer, sizeof buffer, NULL);
}

static nes_status load_part(nes_opt *o)
{
    const run_saved saved = run_save(o);
    nes_opt *loaded = NULL;
    const nes_status st = nes_load(&loaded, saved.data, saved.size - 1, NULL, NULL, 0);
    free(saved.data);
    return st;
}

static nes_status run_without_threads(nes_opt *o)
{
    threads_allow(0);
    const nes_status st = nes_run(o, run_sphere, NULL);
    threads_allow(-1);
    return st;
}

static nes_status create_as(size_t dim, double x0, double sigma, const char *method, double upper,
                            size_t fail_at)
{
    const double zero = 0;
    allocations a = {.fail_at = fail_at};
    nes_settings s = run_settings(method);
    nes_opt *o = NULL;
    s.sigma = sigma;
    s.upper = &upper;
    s.lower = &zero;
    s.allocator = allocator_of(&a);
    const nes_status st = nes_create(&o, dim, &x0, &s);
    nes_destroy(o);
    return st;
}

/* A value for a point of the generation before. */
static nes_status tell_late(nes_opt *o)
{
    nes_points p;
    const double f = 1;
    run_step(o, run_sphere, NULL);
    assert_int_equal(nes_ask(o, &p), NES_OK);
    const uint64_t id = p.id[0] - 1;
    return nes_tell_some(o, 1, &id, &f);
}

static nes_status provoke(nes_status wanted)
{
    nes_settings s = run_settings("auto");
    nes_opt *o = NULL;
    switch (wanted) {
    case NES_OK:
        return create_as(1, 1, 1, "xnes", 2, 0);
    case NES_ERR_ARGUMENT:
        return nes_ask(NULL, NULL);
    case NES_ERR_DIMENSION:
        return create_as(0, 1, 1, "xnes", 2, 0);
    case NES_ERR_START:
        return create_as(1, 3, 1, "xnes", 2, 0);
    case NES_ERR_OPTION:
        return nes_set(&s, "colour", "red");
    case NES_ERR_VALUE:
        return create_as(1, 1, 0, "xnes", 2, 0);
    case NES_ERR_METHOD:
        return create_as(1, 1, 1, "newton", 2, 0);
    case NES_ERR_BOUNDS:
        return create_as(1, 0, 1, "xnes", 0, 0);
    case NES_ERR_MEMORY:
        return create_as(1, 1, 1, "xnes", 2, 1);
    case NES_ERR_ORDER:
        return with_handle(tell_early);
    case NES_ERR_COUNT:
        return with_handle(tell_too_few);
    case NES_ERR_ID:
        return with_handle(tell_unknown);
    case NES_ERR_LATE:
        return with_handle(tell_late);
    case NES_ERR_SPACE:
        return with_handle(save_too_small);
    case NES_ERR_FOREIGN:
        return nes_load(&o, "something else entirely", 23, NULL, NULL, 0);
    case NES_ERR_DAMAGED:
        return with_handle(load_part);
    case NES_ERR_THREAD:
        return with_handle(run_without_threads);
    case NES_ERR_MPI: /* tests/mpi provokes these */
    case NES_ERR_RANKS:
        return wanted;
    case NES_STATUS_END_:
        break;
    }
    fail_msg("status %d has no provocation", (int)wanted);
    return NES_STATUS_END_;
}

static void every_status(void **state)
{
    (void)state;
#define CHECK(name, value, text)                                                                   \
    assert_int_equal(name, value);                                                                 \
    assert_string_equal(nes_strerror(name), text);                                                 \
    assert_int_equal(provoke(name), name);
    NES_STATUS_LIST(CHECK)
#undef CHECK
    assert_string_equal(nes_strerror(NES_STATUS_END_), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_pointers),
        cmocka_unit_test(every_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
