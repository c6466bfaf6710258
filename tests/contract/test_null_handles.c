/* SPDX-License-Identifier: MIT
 *
 * Functions of nes/nes.h, nes/handle.h, nes/async.h and nes/slice.h that are given null pointers,
 * sizes that make no sense and numbers that are no members of their enumeration: the status that
 * the header says, and nothing else happens.
 */
#include <stdint.h>

#include "nes/async.h"
#include "nes/slice.h"
#include "support/nulls.h"
#include "support/runs.h"

enum { DIM = NULLS_DIM };

static double sphere(size_t d, const double *x, void *user)
{
    return run_sphere(d, x, user);
}

static void spheres(size_t n, size_t d, const double *x, double *f, void *user)
{
    for (size_t k = 0; k < n; k++) f[k] = run_sphere(d, x + k * d, user);
}

static void version(void)
{
    assert_string_equal(nes_version(), NES_VERSION);
}

static void fates(void)
{
    assert_string_equal(nes_fate_name(NES_LATE), "late");
}

static nes_fate record(size_t d, const double *x, double *values, void *user)
{
    values[0] = run_sphere(d, x, user);
    return NES_MEASURED;
}

static void minimize(void)
{
    double x[DIM] = {1, 2, 3};
    nes_settings s;
    nes_settings_default(&s);
    s.max_evals = 20;
    REFUSED(nes_minimize(NULL, NULL, DIM, x, &s, NULL));
    REFUSED(nes_minimize(sphere, NULL, DIM, NULL, &s, NULL));
    assert_int_equal(nes_minimize(sphere, NULL, 0, x, &s, NULL), NES_ERR_DIMENSION);
    assert_int_equal(nes_minimize(sphere, NULL, SIZE_MAX, x, &s, NULL), NES_ERR_DIMENSION);
    run_assert_real(x[2], 3);
    assert_int_equal(nes_minimize(sphere, NULL, DIM, x, &s, NULL), NES_OK);
}

static void minimize_batch(void)
{
    double x[DIM] = {1, 2, 3};
    nes_settings s;
    nes_settings_default(&s);
    s.max_evals = 20;
    REFUSED(nes_minimize_batch(NULL, NULL, DIM, x, &s, NULL));
    REFUSED(nes_minimize_batch(spheres, NULL, DIM, NULL, &s, NULL));
    assert_int_equal(nes_minimize_batch(spheres, NULL, 0, x, &s, NULL), NES_ERR_DIMENSION);
    assert_int_equal(nes_minimize_batch(spheres, NULL, DIM, x, &s, NULL), NES_OK);
}

static void records(void)
{
    double x[DIM] = {1, 2, 3};
    nes_settings s;
    nes_opt *o = NULL;
    nes_settings_default(&s);
    s.max_evals = 20;
    REFUSED(nes_minimize_records(NULL, NULL, DIM, x, &s, NULL));
    REFUSED(nes_minimize_records(record, NULL, DIM, NULL, &s, NULL));
    assert_int_equal(nes_minimize_records(record, NULL, DIM, x, &s, NULL), NES_OK);
    REFUSED(nes_run_records(NULL, record, NULL));
    REFUSED(nes_tell_records(NULL, 1, NULL, NULL, x));
    assert_int_equal(nes_create(&o, DIM, x, &s), NES_OK);
    REFUSED(nes_run_records(o, NULL, NULL));
    REFUSED(nes_tell_records(o, 1, NULL, NULL, NULL));
    assert_int_equal(nes_tell_records(o, 0, NULL, NULL, NULL), NES_ERR_ORDER);
    assert_int_equal(nes_run_records(o, record, NULL), NES_OK);
    nes_destroy(o);
}

static void create(void)
{
    nes_opt *o = NULL;
    REFUSED(nes_create(NULL, DIM, NULL, NULL));
    assert_int_equal(nes_create(&o, 0, NULL, NULL), NES_ERR_DIMENSION);
    assert_int_equal(nes_create(&o, SIZE_MAX, NULL, NULL), NES_ERR_DIMENSION);
    assert_null(o);
    assert_int_equal(nes_create(&o, DIM, NULL, NULL), NES_OK);
    nes_destroy(o);
    nes_destroy(NULL);
}

static void create_slice(void)
{
    nes_opt *o = NULL;
    const nes_slice all = {.n = DIM}, none = {0}, part = {.n = NES_PART};
    char message[NES_MESSAGE_SIZE];
    REFUSED(nes_create_slice(NULL, DIM, &all, NULL, NULL, message, sizeof message));
    REFUSED(nes_create_slice(&o, DIM, NULL, NULL, NULL, message, sizeof message));
    assert_int_equal(nes_create_slice(&o, DIM, &none, NULL, NULL, NULL, 0), NES_ERR_VALUE);
    REFUSED(nes_create_slice(&o, 2 * NES_PART, &part, NULL, NULL, message, sizeof message));
    run_assert_has(message, "reduce");
    assert_null(o);
    assert_int_equal(nes_create_slice(&o, DIM, &all, NULL, NULL, NULL, SIZE_MAX), NES_OK);
    nes_destroy(o);
}

WITH_HANDLE(ask, {
    REFUSED(nes_ask(NULL, &p));
    REFUSED(nes_ask(o, NULL));
})

WITH_HANDLE(tell, {
    const double f[1] = {0};
    REFUSED(nes_tell(NULL, p.n, p.f));
    REFUSED(nes_tell(o, p.n, NULL));
    assert_int_equal(nes_tell(o, SIZE_MAX, f), NES_ERR_COUNT);
    assert_int_equal(nes_tell(o, 0, NULL), NES_ERR_COUNT);
})

/* Ids and values are on the heap and end where they end: nobody reads behind them. */
WITH_HANDLE(tell_some, {
    const size_t size = p.n * sizeof *p.f;
    uint64_t *id = malloc(size);
    double *f = calloc(p.n, sizeof *f);
    assert_true(id != NULL && f != NULL);
    memcpy(id, p.id, size);
    REFUSED(nes_tell_some(NULL, p.n, id, f));
    REFUSED(nes_tell_some(o, p.n, NULL, f));
    REFUSED(nes_tell_some(o, p.n, id, NULL));
    assert_int_equal(nes_tell_some(o, 0, NULL, NULL), NES_OK);
    assert_int_equal(nes_tell_some(o, p.n + 1, id, f), NES_ERR_COUNT);
    run_assert_has(nes_message(o), "have been handed out");
    assert_int_equal(nes_tell_some(o, SIZE_MAX, id, f), NES_ERR_COUNT);
    free(id);
    free(f);
})

static void close_generation(void)
{
    REFUSED(nes_close(NULL));
}

static void stops(void)
{
    assert_int_equal(nes_stopped(NULL), NES_STOP_USER);
    assert_string_equal(nes_stop_name((nes_stop)-1), "unknown");
    assert_string_equal(nes_stop_name(NES_STOP_END_), "unknown");
    assert_string_equal(nes_stop_text((nes_stop)1000), "unknown reason");
    assert_string_equal(nes_trust_name((nes_trust)-1), "unknown");
    assert_string_equal(nes_trust_text(NES_TRUST_END_), "unknown trust");
    nes_stop_now(NULL);
}

WITH_HANDLE(seconds, {
    nes_set_seconds(NULL, 1);
    run_assert_real(nes_seconds(NULL), 0);
    nes_set_seconds(o, -1);
    run_assert_real(nes_seconds(o), 0);
    nes_set_seconds(o, NAN);
    assert_true(nes_seconds(o) >= 0);
})

static void go_on(void)
{
    nes_settings s;
    nes_settings_default(&s);
    REFUSED(nes_continue(NULL, &s));
    REFUSED(nes_continue(NULL, NULL));
}

WITH_HANDLE(results, {
    nes_result r;
    REFUSED(nes_get_result(NULL, &r));
    REFUSED(nes_get_result(o, NULL));
})

static void texts(void)
{
    assert_null(nes_get_settings(NULL));
    assert_string_equal(nes_choice_text(NULL), "");
    assert_string_equal(nes_message(NULL), "");
}

WITH_HANDLE(drivers, {
    REFUSED(nes_run(NULL, sphere, NULL));
    REFUSED(nes_run(o, NULL, NULL));
    REFUSED(nes_run_batch(NULL, spheres, NULL));
    REFUSED(nes_run_batch(o, NULL, NULL));
})

WITH_HANDLE(save, {
    unsigned char byte = 0;
    size_t written = 0;
    assert_int_equal(nes_save_size(NULL), 0);
    assert_int_equal(nes_fingerprint(NULL), 0);
    REFUSED(nes_save(NULL, &byte, 1, &written));
    REFUSED(nes_save(o, NULL, SIZE_MAX, &written));
    assert_int_equal(nes_save(o, &byte, 0, NULL), NES_ERR_SPACE);
})

static void load(void)
{
    static const char foreign[] = "not a saved run";
    nes_opt *o = NULL;
    char message[80] = "";
    REFUSED(nes_load(NULL, foreign, sizeof foreign, NULL, message, sizeof message));
    REFUSED(nes_load(&o, NULL, 10, NULL, message, sizeof message));
    assert_int_equal(nes_load(&o, foreign, 0, NULL, NULL, 0), NES_ERR_FOREIGN);
    assert_int_equal(nes_load(&o, foreign, sizeof foreign, NULL, NULL, SIZE_MAX), NES_ERR_FOREIGN);
    assert_null(o);
}

static void load_slice(void)
{
    static const char foreign[] = "not a saved run";
    nes_opt *o = NULL;
    const nes_slice all = {.n = DIM};
    REFUSED(nes_load_slice(NULL, foreign, sizeof foreign, &all, NULL, NULL, 0));
    REFUSED(nes_load_slice(&o, NULL, 10, &all, NULL, NULL, 0));
    REFUSED(nes_load_slice(&o, foreign, sizeof foreign, NULL, NULL, NULL, 0));
    assert_int_equal(nes_load_slice(&o, foreign, sizeof foreign, &all, NULL, NULL, SIZE_MAX),
                     NES_ERR_FOREIGN);
    assert_null(o);
}

static void point_name(void)
{
    char text[NES_POINT_NAME_SIZE];
    assert_string_equal(nes_point_name(0, NULL, sizeof text), "");
    assert_string_equal(nes_point_name(0, text, 0), "");
}

static void one_point(void)
{
    nes_points p;
    nes_traffic t;
    const nes_settings s = run_settings("dd-xnes");
    nes_opt *o = run_start(DIM, NULL, &s);
    REFUSED(nes_ask_one(NULL, &p));
    REFUSED(nes_ask_one(o, NULL));
    REFUSED(nes_drop(NULL, 0, NULL));
    REFUSED(nes_drop(o, 1, NULL));
    REFUSED(nes_get_traffic(NULL, &t));
    REFUSED(nes_get_traffic(o, NULL));
    nes_destroy(o);
}

static void pace(void)
{
    nes_pace *p;
    const nes_traffic t = {.popsize = 4};
    bool refill;
    double again;
    REFUSED(nes_pace_create(NULL, 1, NULL));
    assert_int_equal(nes_pace_create(&p, 0, NULL), NES_ERR_VALUE);
    assert_null(p);
    assert_int_equal(nes_pace_create(&p, SIZE_MAX, NULL), NES_ERR_MEMORY);
    assert_int_equal(nes_pace_create(&p, 1, NULL), NES_OK);
    REFUSED(nes_pace_begin(NULL, 1, 0));
    REFUSED(nes_pace_end(NULL, 1, 0));
    REFUSED(nes_pace_refill(NULL, &t, 0, &refill, &again));
    REFUSED(nes_pace_refill(p, NULL, 0, &refill, &again));
    REFUSED(nes_pace_refill(p, &t, 0, NULL, &again));
    REFUSED(nes_pace_refill(p, &t, 0, &refill, NULL));
    nes_pace_destroy(p);
    nes_pace_destroy(NULL);
}

static const null_row rows[] = {
    {"nes_version", version},
    {"nes_fate_name", fates},
    {"nes_minimize", minimize},
    {"nes_minimize_batch", minimize_batch},
    {"nes_minimize_records", records},
    {"nes_run_records", records},
    {"nes_tell_records", records},
    {"nes_create", create},
    {"nes_create_slice", create_slice},
    {"nes_destroy", create},
    {"nes_ask", ask},
    {"nes_tell", tell},
    {"nes_tell_some", tell_some},
    {"nes_point_name", point_name},
    {"nes_close", close_generation},
    {"nes_stopped", stops},
    {"nes_stop_name", stops},
    {"nes_stop_text", stops},
    {"nes_trust_name", stops},
    {"nes_trust_text", stops},
    {"nes_stop_now", stops},
    {"nes_seconds", seconds},
    {"nes_set_seconds", seconds},
    {"nes_continue", go_on},
    {"nes_get_result", results},
    {"nes_get_settings", texts},
    {"nes_choice_text", texts},
    {"nes_message", texts},
    {"nes_run", drivers},
    {"nes_run_batch", drivers},
    {"nes_save_size", save},
    {"nes_save", save},
    {"nes_fingerprint", save},
    {"nes_load", load},
    {"nes_load_slice", load_slice},
    {"nes_ask_one", one_point},
    {"nes_drop", one_point},
    {"nes_get_traffic", one_point},
    {"nes_pace_create", pace},
    {"nes_pace_destroy", pace},
    {"nes_pace_begin", pace},
    {"nes_pace_end", pace},
    {"nes_pace_refill", pace},
};

static void handles(void **state)
{
    static const char *const headers[] = {"nes.h",        "stop.h",  "handle.h", "slice.h",
                                          "evaluation.h", "async.h", NULL};
    (void)state;
    nulls_check(sizeof rows / sizeof *rows, rows, headers);
}

static void headers_are_complete(void **state)
{
    static const char *const headers[] = {"nes.h",      "stop.h",   "handle.h",  "settings.h",
                                          "by_name.h",  "status.h", "density.h", "mann_whitney.h",
                                          "problems.h", "mpi.h",    "slice.h",   "evaluation.h",
                                          "async.h",    NULL};
    (void)state;
    nulls_check_symbols(headers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(handles),
                                       cmocka_unit_test(headers_are_complete)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
