/* SPDX-License-Identifier: MIT
 *
 * Random numbers of several runs behind one handle. Run i of a handle with option run r has the
 * numbers of run i + 1 of one with r - 1, for its start and for its samples: under one seed every
 * number has a run of its own, and handles with neighbouring numbers share all runs but their
 * first. */
#include "support/runs.h"

enum { DIM = 3, RUNS = 12, POINTS = 3, ROW = POINTS * DIM };

/* The first points of every run: the start itself, and two samples around it. All values are equal,
 * so that runs end soon. */
static void collect(uint64_t run, const double *low, const double *high, double *x)
{
    const double x0[DIM] = {1, -2, 3};
    nes_settings s = run_settings("1+1-nes");
    size_t taken[RUNS] = {0}, done = 0;
    s.run = run;
    s.restarts = "ipop";
    s.restart_factor = 1;
    s.popsize = 2;
    s.tolfun = 1e300;
    s.start_lower = low;
    s.start_upper = high;
    nes_opt *o = run_start(DIM, low != NULL ? NULL : x0, &s);
    while (done < RUNS * POINTS) {
        nes_points p;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const size_t i = (size_t)(p.id[0] >> 48);
        if (i < RUNS && taken[i] < POINTS) {
            memcpy(x + i * ROW + taken[i] * DIM, p.x, DIM * sizeof *x);
            taken[i]++;
            done++;
        }
        p.f[0] = 1;
        assert_int_equal(nes_tell(o, 1, p.f), NES_OK);
    }
    nes_destroy(o);
}

static void neighbours(const double *low, const double *high)
{
    double x[RUNS * ROW], y[RUNS * ROW];
    collect(4, low, high, x);
    collect(5, low, high, y);
    for (size_t i = 1; i + 1 < RUNS; i++) assert_same_reals(ROW, y + i * ROW, x + (i + 1) * ROW);
    for (size_t i = 1; i < RUNS; i++)
        for (size_t k = 0; k < ROW; k++) assert_true(y[i * ROW + k] != x[i * ROW + k]);
    if (low != NULL) assert_same_reals(ROW, y, x + ROW); /* the first start is drawn too */
}

static void around_a_start(void **state)
{
    (void)state;
    neighbours(NULL, NULL);
}

static void in_a_box(void **state)
{
    (void)state;
    const double low[DIM] = {-4, -5, -6}, high[DIM] = {4, 5, 6};
    neighbours(low, high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(around_a_start),
                                       cmocka_unit_test(in_a_box)};
    return cmocka_run_group_tests_name("streams of runs", tests, NULL, NULL);
}
