/* SPDX-License-Identifier: MIT
 *
 * The drivers: one call, one call with batches, a handle run to its end; threads, progress, and
 * what is left untouched when nothing can be said. */
#include <stdatomic.h>
#include <time.h>

#include "support/runs.h"
#include "support/threads.h"

enum { D = 4 };
static const double START[D] = {1, -2, 3, -4};

static double nothing(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return NAN;
}

static void sphere_batch(size_t n, size_t dim, const double *x, double *f, void *user)
{
    size_t *batches = user;
    if (batches != NULL) ++*batches;
    for (size_t k = 0; k < n; k++) f[k] = run_sphere(dim, x + k * dim, NULL);
}

static void defaults_suffice(void **state)
{
    (void)state;
    double x[D];
    nes_result r;
    memcpy(x, START, sizeof x);
    assert_int_equal(nes_minimize(run_sphere, NULL, D, x, NULL, NULL), NES_OK);
    assert_true(run_sphere(D, x, NULL) < 1e-9);
    memcpy(x, START, sizeof x);
    assert_int_equal(nes_minimize_batch(sphere_batch, NULL, D, x, NULL, &r), NES_OK);
    assert_true(run_sphere(D, x, NULL) < 1e-9);
    assert_ptr_equal(r.best_x, x);
    assert_null(r.mean_x);
    assert_null(r.std_x);
    run_assert_real(r.best_f, run_sphere(D, x, NULL));
    assert_string_equal(r.method, "dd-xnes");
    assert_true(r.stop != NES_RUNNING && r.stop_text[0] != '\0');
}

/* One call, batches, a handle, and any number of threads: the same answer to the bit. */
static void all_the_same(void **state)
{
    (void)state;
    static const uint64_t jobs[] = {0, 1, 2, 7};
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        double want[D], x[D];
        nes_result a, b;
        s.max_evals = 300;
        memcpy(want, START, sizeof x);
        assert_int_equal(nes_minimize(run_sphere, NULL, D, want, &s, &a), NES_OK);
        for (size_t j = 0; j < 4; j++) {
            s.jobs = jobs[j];
            memcpy(x, START, sizeof x);
            assert_int_equal(nes_minimize(run_sphere, NULL, D, x, &s, &b), NES_OK);
            assert_memory_equal(x, want, sizeof x);
            assert_int_equal(a.best_evaluation, b.best_evaluation);
        }
        memcpy(x, START, sizeof x);
        assert_int_equal(nes_minimize_batch(sphere_batch, NULL, D, x, &s, NULL), NES_OK);
        assert_memory_equal(x, want, sizeof x);
        nes_opt *o = run_start(D, START, &s);
        assert_int_equal(nes_run_batch(o, sphere_batch, NULL), NES_OK);
        assert_memory_equal(run_result(o).best_x, want, sizeof x);
        assert_int_equal(nes_run(o, run_sphere, NULL), NES_ERR_ORDER); /* it has stopped */
        assert_int_equal(run_result(o).evaluations, 300);
        nes_destroy(o);
    }
}

typedef struct crowd {
    atomic_int inside, most, calls;
} crowd;

/* Takes a different time for every point. */
static double slow(size_t dim, const double *x, void *user)
{
    crowd *c = user;
    const int now = ++c->inside;
    int most = c->most;
    while (now > most && !atomic_compare_exchange_weak(&c->most, &most, now)) continue;
    const struct timespec pause = {0, 100000 + (long)(fabs(sin(1000 * x[0])) * 1e6)};
    nanosleep(&pause, NULL);
    c->calls++;
    c->inside--;
    return run_sphere(dim, x, NULL);
}

static void uneven_times(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    double want[D], x[D];
    s.popsize = 20;
    s.max_gens = 10;
    memcpy(want, START, sizeof x);
    assert_int_equal(nes_minimize(run_sphere, NULL, D, want, &s, NULL), NES_OK);
    crowd c = {0};
    s.jobs = 7;
    memcpy(x, START, sizeof x);
    assert_int_equal(nes_minimize(slow, &c, D, x, &s, NULL), NES_OK);
    assert_memory_equal(x, want, sizeof x);
    assert_int_equal(c.calls, 200);
    assert_true(c.most > 1 && c.most <= 7);
}

typedef struct watch {
    uint64_t calls, stop_after;
} watch;

static int watching(nes_opt *o, void *user)
{
    watch *w = user;
    w->calls++;
    const nes_result r = run_result(o);
    assert_true(r.generations == w->calls || r.generations + 1 == w->calls);
    return w->calls == w->stop_after;
}

/* Once a generation, and once for a start point. */
static void progress(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++)
        for (uint64_t stop_after = 0; stop_after <= 6; stop_after += 3) {
            if (run_is_binary(nes_method_at(m))) continue;
            nes_settings s = run_settings(nes_method_at(m)->name);
            watch w = {0, stop_after};
            double x[D] = {0};
            nes_result r;
            s.max_gens = 9;
            s.progress = watching;
            s.progress_user = &w;
            s.jobs = 2;
            assert_int_equal(nes_minimize(run_sphere, NULL, D, x, &s, &r), NES_OK);
            const uint64_t start = run_is_elitist(nes_method_at(m));
            assert_int_equal(w.calls, stop_after > 0 ? stop_after : 9 + start);
            assert_int_equal(r.generations, w.calls - start);
            assert_int_equal(r.stop, stop_after > 0 ? NES_STOP_USER : NES_STOP_GENS);
        }
}

static void untouched(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    double x[D];
    nes_result r;
    memcpy(x, START, sizeof x);
    assert_int_equal(nes_minimize(nothing, NULL, D, x, &s, &r), NES_OK);
    assert_memory_equal(x, START, sizeof x);
    assert_int_equal(r.stop, NES_STOP_INFEASIBLE);
    assert_null(r.best_x);
    assert_true(isnan(r.best_f));
    assert_int_equal(r.nonfinite, r.evaluations);
    s.sigma = -1;
    assert_int_equal(nes_minimize(run_sphere, NULL, D, x, &s, &r), NES_ERR_VALUE);
    assert_int_equal(nes_minimize_batch(sphere_batch, NULL, D, x, &s, &r), NES_ERR_VALUE);
    assert_memory_equal(x, START, sizeof x);
}

static void failing_threads(void **state)
{
    (void)state;
    nes_settings s = run_settings("xnes");
    double x[D];
    crowd c = {0};
    memcpy(x, START, sizeof x);
    s.jobs = 7;
    s.max_gens = 3;
    for (long allowed = 0; allowed < 6; allowed++) {
        threads_allow(allowed);
        assert_int_equal(nes_minimize(slow, &c, D, x, &s, NULL), NES_ERR_THREAD);
        assert_memory_equal(x, START, sizeof x);
        assert_int_equal(c.calls, 0);
    }
    threads_allow(6);
    assert_int_equal(nes_minimize(slow, &c, D, x, &s, NULL), NES_OK);
    assert_true(c.calls > 0);
    threads_allow(0);
    s.jobs = 1; /* needs none */
    assert_int_equal(nes_minimize(run_sphere, NULL, D, x, &s, NULL), NES_OK);
    threads_allow(-1);
}

/* An objective that minimises something itself. */
static double nested(size_t dim, const double *x, void *user)
{
    nes_settings s = run_settings("snes");
    double y[2] = {0, 0}, at = x[0];
    s.max_gens = 5;
    return nes_minimize(run_sphere, &at, 2, y, &s, NULL) == NES_OK
               ? run_sphere(2, y, &at) + run_sphere(dim, x, user)
               : MARKED_FAILED;
}

static void nesting(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    double x[D] = {0}, y[D] = {0};
    s.max_gens = 5;
    assert_int_equal(nes_minimize(nested, NULL, D, x, &s, NULL), NES_OK);
    s.jobs = 4;
    assert_int_equal(nes_minimize(nested, NULL, D, y, &s, NULL), NES_OK);
    assert_memory_equal(x, y, sizeof x);
}

static void batches(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    double x[D] = {0};
    size_t n = 0;
    s.max_gens = 12;
    assert_int_equal(nes_minimize_batch(sphere_batch, &n, D, x, &s, NULL), NES_OK);
    assert_int_equal(n, 12); /* one call a generation */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_suffice), cmocka_unit_test(all_the_same),
        cmocka_unit_test(uneven_times),     cmocka_unit_test(progress),
        cmocka_unit_test(untouched),        cmocka_unit_test(failing_threads),
        cmocka_unit_test(nesting),          cmocka_unit_test(batches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
