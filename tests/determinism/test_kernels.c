/* SPDX-License-Identifier: MIT
 *
 * Pinned kernels and fingerprints. With kernels "baseline" every compiler and every build gives the
 * same bytes: the fingerprints after 200 generations of every method are in tests/data, made by
 * gcc, and all builds of the test suite compare with them. Elementary functions are the C
 * library's, so the file says with which version it was made; with another the comparison is
 * skipped. NES_WRITE_FINGERPRINTS=FILE writes a new one. */
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/runs.h"
#include "util/cpu.h"

enum { DIM = 7, GENERATIONS = 200 };

static double bowl(size_t dim, const double *x, void *user)
{
    return run_ellipsoid(dim, x, user) + floor(4 * sin(9 * x[0]));
}

/* Stop tests are off, so that every method makes all its generations. */
static nes_opt *run_of(const char *method, const char *kernels)
{
    static const double real[DIM] = {1, -2, 3, 0.5, -1, 2, 1}, bits[DIM] = {1, 1, 1, 0, 0, 1, 1};
    const bool binary = run_is_binary(run_find_method(method));
    nes_settings s = run_settings(method);
    s.kernels = kernels;
    s.tolx = s.tolx_abs = s.tolfun = s.max_condition = NES_OFF;
    s.noeffect = false;
    s.max_gens = GENERATIONS;
    if (binary) s.settled = s.flat = NES_OFF;
    nes_opt *o = run_start(DIM, binary ? bits : real, &s);
    run_to_end(o, bowl, NULL);
    return o;
}

static uint64_t pinned_fingerprint(const char *method)
{
    nes_opt *o = run_of(method, "baseline");
    const uint64_t f = nes_fingerprint(o);
    nes_destroy(o);
    return f;
}

static void write_file(const char *name)
{
    FILE *out = fopen(name, "w");
    assert_non_null(out);
    fprintf(out, "glibc %s\n", gnu_get_libc_version());
    for (size_t m = 0; m < nes_method_count(); m++) {
        const char *method = nes_method_at(m)->name;
        fprintf(out, "%s %016llx\n", method, (unsigned long long)pinned_fingerprint(method));
    }
    fclose(out);
}

static void same_in_every_build(void **state)
{
    (void)state;
    char libc[32], method[32];
    unsigned long long wanted;
    size_t compared = 0;
    if (getenv("NES_WRITE_FINGERPRINTS") != NULL) {
        write_file(getenv("NES_WRITE_FINGERPRINTS"));
        return;
    }
    FILE *in = fopen(NES_TEST_DATA "/fingerprints.txt", "r");
    assert_non_null(in);
    assert_int_equal(fscanf(in, "glibc %31s", libc), 1);
    const bool libm = strcmp(libc, gnu_get_libc_version()) == 0;
    while (libm && fscanf(in, "%31s %llx", method, &wanted) == 2) {
        compared++;
        if (pinned_fingerprint(method) != wanted) fail_msg("%s gives another run", method);
    }
    fclose(in);
    if (!libm) skip();
    assert_int_equal(compared, nes_method_count());
}

/* Every level that there is runs; its last bits may differ, and the level is part of the state. */
static void every_level(void **state)
{
    (void)state;
    static const char *const levels[] = {"baseline", "avx2", "avx512"};
    for (size_t i = 0; i <= (size_t)nes_cpu_best(); i++) {
        nes_opt *a = run_of("xnes", levels[i]), *b = run_of("xnes", "baseline");
        assert_within(log(run_result(a).sigma), log(run_result(b).sigma), 1e-6);
        assert_true((nes_fingerprint(a) == nes_fingerprint(b)) == (i == 0));
        nes_destroy(a);
        nes_destroy(b);
    }
}

static void best_is_auto(void **state)
{
    (void)state;
    static const char *const levels[] = {"baseline", "avx2", "avx512"};
    nes_opt *a = run_of("xnes", "auto"), *b = run_of("xnes", levels[nes_cpu_best()]);
    const nes_result r = run_result(a), q = run_result(b);
    assert_memory_equal(r.mean_x, q.mean_x, DIM * sizeof(double));
    run_assert_real(r.sigma, q.sigma);
    nes_destroy(a);
    nes_destroy(b);
}

static void missing_level(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    nes_settings s = run_settings("xnes");
    s.kernels = "avx512";
    const nes_status st = nes_settings_check(&s, 2, NULL, message, sizeof message);
    assert_int_equal(st, nes_cpu_best() == NES_CPU_AVX512 ? NES_OK : NES_ERR_VALUE);
    if (st != NES_OK) run_assert_has(message, "kernels 'avx512' are not available here");
    s.kernels = "sse9";
    assert_int_equal(nes_settings_check(&s, 2, NULL, message, sizeof message), NES_ERR_VALUE);
    run_assert_has(message, "baseline, avx2, avx512");
}

/* Equal states have equal fingerprints, whatever was asked, saved or looked at; others do not. */
static void fingerprint(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    nes_opt *a = run_start(DIM, NULL, &s), *b = run_start(DIM, NULL, &s);
    nes_points p;
    assert_true(nes_fingerprint(a) != 0);
    assert_true(nes_fingerprint(NULL) == 0);
    for (int t = 0; t < 5; t++) {
        assert_true(nes_fingerprint(a) == nes_fingerprint(b));
        run_step(a, bowl, NULL);
        assert_true(nes_fingerprint(a) != nes_fingerprint(b));
        run_step(b, bowl, NULL);
        run_result(b);
        nes_opt *c = run_copy(a);
        assert_true(nes_fingerprint(c) == nes_fingerprint(a));
        nes_destroy(c);
    }
    assert_int_equal(nes_ask(a, &p), NES_OK);
    assert_int_equal(nes_ask(b, &p), NES_OK);
    const double f = 1;
    assert_int_equal(nes_tell_some(a, 1, p.id, &f), NES_OK);
    assert_true(nes_fingerprint(a) != nes_fingerprint(b));
    nes_destroy(a);
    nes_destroy(b);
    s.seed = 2;
    a = run_start(DIM, NULL, &s);
    s.seed = 3;
    b = run_start(DIM, NULL, &s);
    assert_true(nes_fingerprint(a) != nes_fingerprint(b));
    nes_destroy(a);
    nes_destroy(b);
}

/* The clock is not part of the state. */
static void time_does_not_count(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.max_time = 1000;
    nes_opt *a = run_start(2, NULL, &s), *b = run_start(2, NULL, &s);
    assert_true(nes_fingerprint(a) == nes_fingerprint(b));
    nes_destroy(a);
    nes_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_in_every_build), cmocka_unit_test(every_level),
        cmocka_unit_test(best_is_auto),        cmocka_unit_test(missing_level),
        cmocka_unit_test(fingerprint),         cmocka_unit_test(time_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
