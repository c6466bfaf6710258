/* SPDX-License-Identifier: MIT
 *
 * Stops that look at values alone, fed with values of the test's own: tolfun is absolute but for
 * rounding, and the marks of a course say what a complete memory would say. */
#include <float.h>

#include "opt/run/run.h"

#include "support/runs.h"

enum { D = 4, N = 6, LENGTH = 10 + 20 }; /* 10 + ceil(30 d/n) */

static nes_opt *start(void)
{
    nes_settings s = run_settings("snes");
    s.popsize = N;
    s.eta_mu = s.eta_sigma = 0;
    s.flat = s.stagnation = NES_OFF;
    return run_start(D, NULL, &s);
}

/* A generation whose values are best, best + gap, best + 2 gap, ... */
static void tell(nes_opt *o, double best, double gap)
{
    nes_points p;
    assert_int_equal(nes_ask(o, &p), NES_OK);
    for (size_t k = 0; k < p.n; k++) p.f[k] = k == 0 ? best : best + gap * (double)k;
    assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
}

/* Best values that fall by the same amount in each generation: whether that ends the run. */
static nes_stop after(double first, double fall, double gap, int generations)
{
    nes_opt *o = start();
    for (int t = 0; t < generations && nes_stopped(o) == NES_RUNNING; t++) {
        assert_int_equal(nes_stopped(o), NES_RUNNING);
        tell(o, first - fall * t, gap);
    }
    const nes_stop stop = nes_stopped(o);
    nes_destroy(o);
    return stop;
}

static void small_against_large_values(void **state)
{
    (void)state;
    assert_int_equal(after(1e6, 1e-8, 1, 300), NES_RUNNING); /* 3e-13 of the value in all */
    assert_int_equal(after(2e3, 1e-11, 1, 300), NES_RUNNING);
    assert_int_equal(after(1e6, 0, 1, LENGTH - 1), NES_RUNNING);
    assert_int_equal(after(1e6, 0, 1, LENGTH), NES_STOP_TOLFUN);
}

/* Four units in the last place are rounding, five are not. */
static void rounding(void **state)
{
    (void)state;
    const double unit = 0x1p20 * DBL_EPSILON;
    for (int units = 3; units <= 5; units++) {
        nes_opt *o = start();
        for (int t = 0; t < LENGTH; t++) tell(o, 0x1p20 + (t == 3 ? unit * units : 0), 1);
        assert_int_equal(nes_stopped(o), units <= 4 ? NES_STOP_TOLFUN : NES_RUNNING);
        if (units == 4) run_assert_real(run_result(o).stop_threshold, 4 * unit);
        nes_destroy(o);
    }
}

static void absolute(void **state)
{
    (void)state;
    assert_int_equal(after(0, 0.9e-12 / (LENGTH - 1), 1, LENGTH), NES_STOP_TOLFUN);
    assert_int_equal(after(0, 1.1e-12 / (LENGTH - 1), 1, 300), NES_RUNNING);
}

/* The worst value of the last generation is five gaps above its best. */
static void with_the_worst(void **state)
{
    (void)state;
    const double fall = 3e-12 / (LENGTH - 1);
    assert_int_equal(after(0, fall, 1.3e-12, LENGTH), NES_STOP_TOLFUN);
    assert_int_equal(after(0, fall, 2.1e-12, 300), NES_RUNNING);
    assert_int_equal(after(0, fall, NAN, 300), NES_RUNNING);
    assert_int_equal(after(0, fall, INFINITY, 300), NES_RUNNING);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The upper median of the 20 values before entry t. */
static double median(const double *v, uint64_t t)
{
    double sorted[NES_RECENT];
    memcpy(sorted, v + t - NES_RECENT, sizeof sorted);
    qsort(sorted, NES_RECENT, sizeof *sorted, ascending);
    return sorted[NES_RECENT / 2];
}

static void marks_of_a_long_course(void **state)
{
    (void)state;
    enum { LONG = 20000 };
    static double low[LONG], middle[LONG];
    uint64_t random = 7;
    nes_course c = {.stride = NES_MARK_EVERY};
    for (uint64_t t = 1; t <= LONG; t++) {
        low[t - 1] = (double)(run_random(&random) >> 11) * 0x1p-53 - (double)t * 1e-4;
        middle[t - 1] = 5 + (double)(run_random(&random) >> 11) * 0x1p-53;
        nes_course_add(&c, low[t - 1], middle[t - 1], -(double)t, 1.0 / (double)t);
        if (t < 2 * NES_RECENT || t % 97 != 0) continue;
        const uint64_t back = run_random(&random) % (t - NES_RECENT);
        const nes_mark *m = nes_course_back(&c, back);
        if (m == NULL) {
            assert_true(t - back < c.stride);
            continue;
        }
        const uint64_t made = (uint64_t)-m->best, least = t - back;
        assert_true(made <= least && least - made < (t / 32 > 5 ? t / 32 + 1 : 5));
        run_assert_real(m->width, 1.0 / (double)made);
        if (made < NES_RECENT) continue;
        run_assert_real(m->low, median(low, made));
        run_assert_real(m->middle, median(middle, made));
        assert_int_equal(nes_course_improves(&c, m),
                         median(low, t) < m->low || median(middle, t) < m->middle);
    }
    assert_true(c.used < NES_MARKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_against_large_values),
        cmocka_unit_test(rounding),
        cmocka_unit_test(absolute),
        cmocka_unit_test(with_the_worst),
        cmocka_unit_test(marks_of_a_long_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
