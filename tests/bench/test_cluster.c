/* SPDX-License-Identifier: MIT
 *
 * The simulator of bench/cluster against closed forms: exactly where times are constant, within
 * the error of its sample where they are drawn. Bounds are five standard errors, each from the
 * spread of twenty batches, so that a right simulator fails less than once in ten thousand seeds;
 * and the seeds are fixed. */
#include <math.h>
#include <stdlib.h>

#include "median.h"
#include "model.h"
#include "support/check.h"

enum { BATCHES = 20 };

static cluster_job job(const char *law, cluster_schedule schedule, size_t ranks, size_t points)
{
    cluster_job j = {.law = {.mean = 0.01},
                     .schedule = schedule,
                     .straggler = 3,
                     .ranks = ranks,
                     .points = points,
                     .generations = 1};
    cluster_machine_default(&j.machine);
    assert_true(cluster_law_read(&j.law, law));
    return j;
}

static double seconds(cluster_job j, uint64_t seed)
{
    cluster_outcome o;
    j.seed = seed;
    assert_true(cluster_simulate(&j, &o));
    return o.seconds / (double)j.generations;
}

/* The mean of the simulator is expected, but for its error and a share of it. */
static void check_mean(cluster_job j, size_t generations, double expected, double share)
{
    double sum = 0, squares = 0;
    j.generations = generations;
    for (uint64_t i = 0; i < BATCHES; i++) {
        const double s = seconds(j, i);
        sum += s;
        squares += s * s;
    }
    const double mean = sum / BATCHES;
    const double error = sqrt(fmax(0, squares / BATCHES - mean * mean) / (BATCHES - 1));
    if (!(fabs(mean - expected) <= 5 * error + share * expected))
        fail_msg("%g seconds are expected, the mean is %g with error %g", expected, mean, error);
}

static void static_constant(void **state)
{
    (void)state;
    const cluster_job even = job("constant", CLUSTER_STATIC, 8, 64);
    const cluster_job odd = job("constant", CLUSTER_STATIC, 8, 65);
    const cluster_job few = job("constant", CLUSTER_STATIC, 100, 7);
    const double more = cluster_optimiser(&even.machine, 64) + cluster_round(&even.machine, 8, 64);
    assert_within(seconds(even, 1), 8 * 0.01 + more, 1e-12);
    assert_within(seconds(odd, 1), cluster_model_seconds(&odd), 1e-12);
    assert_within(seconds(few, 1), cluster_model_seconds(&few), 1e-12);
    assert_true(seconds(odd, 1) > 9 * 0.01);
}

static void static_random(void **state)
{
    (void)state;
    static const char *const laws[] = {"exponential", "lognormal:0.5", "pareto:3", "slow:0.02:10"};
    for (size_t i = 0; i < 4; i++) {
        const cluster_job one = job(laws[i], CLUSTER_STATIC, 200, 200);
        check_mean(one, 50, cluster_model_seconds(&one), 1e-6);
    }
    const cluster_job sums = job("exponential", CLUSTER_STATIC, 30, 100);
    check_mean(sums, 100, cluster_model_seconds(&sums), 1e-6);
    const cluster_job slow = job("slow:0.02:10", CLUSTER_STATIC, 30, 300);
    check_mean(slow, 100, cluster_model_seconds(&slow), 1e-6);
    /* Sums of lognormal times are nearly, but not quite, lognormal. */
    const cluster_job nearly = job("lognormal:0.5", CLUSTER_STATIC, 50, 400);
    check_mean(nearly, 100, cluster_model_seconds(&nearly), 0.01);
}

/* Harmonic numbers, and the largest of exponential times. */
static void largest_exponential(void **state)
{
    (void)state;
    const cluster_law law = {.shape = CLUSTER_EXPONENTIAL, .mean = 2};
    double harmonic = 0;
    for (size_t n = 1; n <= 1000; n++) {
        harmonic += 1 / (double)n;
        if (n == 1 || n == 10 || n == 1000)
            assert_within(cluster_model_largest(&law, n), 2 * harmonic, 1e-5);
    }
}

static void demand_constant(void **state)
{
    (void)state;
    cluster_job j = job("constant", CLUSTER_DEMAND, 16, 160);
    assert_within(seconds(j, 1), cluster_model_seconds(&j), 1e-12);
    j.machine.serve = j.machine.fetch = 1e-3; /* 16 ranks ask within the time of 10 answers */
    assert_within(seconds(j, 1), cluster_model_seconds(&j), 1e-12);
    assert_true(seconds(j, 1) > 0.16);
    j.points = j.ranks; /* nobody asks */
    assert_within(seconds(j, 1), cluster_model_seconds(&j), 1e-12);
}

/* n exponential times on R ranks take (n/R - 1 + 1 + 1/2 + ... + 1/R) times the mean. */
static void demand_random(void **state)
{
    (void)state;
    cluster_job j = job("exponential", CLUSTER_DEMAND, 10, 100);
    j.machine = (cluster_machine){0};
    const double harmonic = 7381.0 / 2520.0;
    assert_within(cluster_model_seconds(&j), 0.01 * (9 + harmonic), 1e-7);
    check_mean(j, 200, cluster_model_seconds(&j), 1e-6);
    cluster_job lognormal = job("lognormal:0.5", CLUSTER_DEMAND, 50, 1000);
    check_mean(lognormal, 200, cluster_model_seconds(&lognormal), 0.002);
}

/* One generation of very many points on as many ranks that are free. */
static void closing(void **state)
{
    (void)state;
    static const char *const laws[] = {"lognormal:1", "exponential", "pareto:1.5"};
    for (size_t i = 0; i < 3; i++) {
        cluster_outcome o;
        cluster_job j = job(laws[i], CLUSTER_CHASE, 100000, 100000);
        j.machine = (cluster_machine){0};
        const double closed = cluster_model_closing(&j.law, j.straggler);
        const double late = 1 - cluster_cdf(&j.law, closed);
        assert_true(late > 1e-3 && late < 0.5);
        assert_true(cluster_simulate(&j, &o));
        assert_within(o.late, late, 5 * sqrt(late / 100000));
        assert_within(o.seconds, closed, 0.02 * closed);
    }
}

/* A slow evaluation holds up static ranks, and not those that leave it behind; its rank is missing
 * until it is done. */
static void stragglers(void **state)
{
    (void)state;
    cluster_outcome o;
    cluster_job j = job("slow:0.01:50", CLUSTER_STATIC, 100, 400);
    j.generations = 50;
    assert_true(cluster_simulate(&j, &o));
    const double waiting = cluster_efficiency(&j, &o);
    j.schedule = CLUSTER_CHASE;
    assert_true(cluster_simulate(&j, &o));
    assert_true(cluster_efficiency(&j, &o) > 1.5 * waiting);
    assert_within(o.late, 0.01, 5 * sqrt(0.01 / (400 * 50)));
    j.straggler = 100; /* none is so slow */
    assert_true(cluster_simulate(&j, &o));
    assert_within(o.late, 0, 0);
    j = job("constant", CLUSTER_CHASE, 400, 1600);
    j.law.mean = 1e-4; /* a tenth of what rank 0 needs for the letters */
    assert_true(cluster_simulate(&j, &o));
    assert_within(o.late, 0, 0);
}

/* Six points on two ranks, the first of them slow: one rank evaluates all others meanwhile. By then
 * the slow one is late, whenever others were given. */
static void first_is_slow(void **state)
{
    (void)state;
    cluster_outcome o;
    cluster_job j = job("slow:0.3:100", CLUSTER_CHASE, 2, 6);
    const double usual = cluster_usual(&j.law);
    j.machine = (cluster_machine){0};
    for (bool found = false; !found; j.seed += !found) {
        found = cluster_time_of(&j, 0, 0) > usual;
        for (size_t k = 1; k < 6; k++) found = found && cluster_time_of(&j, 0, k) == usual;
    }
    assert_true(cluster_simulate(&j, &o));
    assert_within(o.seconds, 5 * usual, 1e-9);
    assert_within(o.late, 1.0 / 6, 1e-12);
    assert_within(o.useful, 5 * usual, 1e-9);
}

/* Nothing is closed before half of the values are there, and all slow ones come together. */
static void most_are_slow(void **state)
{
    (void)state;
    cluster_outcome o;
    cluster_job j = job("slow:0.7:10", CLUSTER_CHASE, 1000, 1000);
    j.machine = (cluster_machine){0};
    assert_true(cluster_simulate(&j, &o));
    assert_within(o.seconds, 10 * cluster_usual(&j.law), 1e-9);
    assert_within(o.late, 0, 0);
}

static void messages(void **state)
{
    (void)state;
    const cluster_machine m = {
        .latency = 3, .byte = 0.01, .nap = 1, .wake = 0.1, .point = 2, .generation = 7};
    assert_within(cluster_collective(&m, 1, 100), 0, 0);
    assert_within(cluster_collective(&m, 2, 100), 3 + 1, 1e-12);
    assert_within(cluster_collective(&m, 5, 100), 3 * (3 + 1), 1e-12);
    assert_within(cluster_collective(&m, 8, 1e6), 2 * (3 * 3 + 1e4), 1e-9);
    assert_within(cluster_round(&m, 4, 24), 2 * (3 + 2.56), 1e-12);
    assert_within(cluster_round(&m, 4, 25), 2 * (3 + 2.56) + 2 * (3 + 0.08), 1e-12);
    assert_within(cluster_chain(&m, 4, 100), 3 * (3 + 1) + 2 * (3 + 1), 1e-12);
    assert_within(cluster_optimiser(&m, 10), 27, 1e-12);
    assert_within(cluster_nap(&m, 4), 0.2, 1e-12);
    assert_within(cluster_nap(&m, 400), 1, 0);
    assert_within(cluster_nap(&m, 1), 0.1, 0);
}

/* Draws have the mean and the deviation that the law says. */
static void drawn(void **state)
{
    (void)state;
    enum { N = 100000 };
    static const char *const names[] = {"constant", "exponential", "lognormal:0.5", "pareto:6",
                                        "slow:0.1:5"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cluster_law law = {.mean = 3};
        double sum = 0;
        size_t below = 0;
        assert_true(cluster_law_read(&law, names[i]));
        const double middle = cluster_quantile(&law, 0.5);
        for (uint64_t k = 0; k < N; k++) {
            sum += cluster_time(&law, k);
            below += cluster_time(&law, k) <= middle * (1 + 1e-12);
        }
        assert_within(sum / N, 3, 5 * 3 * cluster_cv(&law) / sqrt(N) + 1e-9);
        assert_within((double)below / N, cluster_cdf(&law, middle), 5 * 0.5 / sqrt(N));
    }
}

static void same_seed_same_numbers(void **state)
{
    (void)state;
    for (int schedule = CLUSTER_STATIC; schedule <= CLUSTER_CHASE; schedule++) {
        const cluster_job j = job("lognormal:0.5", (cluster_schedule)schedule, 7, 50);
        assert_true(seconds(j, 3) == seconds(j, 3));
        assert_true(seconds(j, 3) != seconds(j, 4));
    }
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void median(void **state)
{
    (void)state;
    enum { MOST = 200 };
    for (size_t most = 1; most <= MOST; most += 33) {
        double sorted[MOST];
        nes_median m = {.room = 0};
        for (size_t n = 0; n < most; n++) {
            const double x = sorted[n] = (double)(cluster_mix(most, n) % 50); /* some are equal */
            assert_true(nes_median_reserve(&m, n + 1));
            nes_median_add(&m, x);
            qsort(sorted, n + 1, sizeof *sorted, by_size);
            assert_true(nes_median_get(&m) == sorted[(n + 1) / 2]);
        }
        nes_median_free(&m);
    }
}

static void laws(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",         "gauss",        "lognormal",    "lognormal:0",   "pareto:1", "slow:0.1",
        "slow:2:3", "slow:0.1:0.5", "slow:0.1:inf", "lognormal:inf", "pareto:2x"};
    cluster_law law = {.mean = 1};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(cluster_law_read(&law, wrong[i]));
    assert_true(cluster_law_read(&law, "lognormal:0.5"));
    assert_within(cluster_cdf(&law, cluster_quantile(&law, 0.3)), 0.3, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_constant),
        cmocka_unit_test(static_random),
        cmocka_unit_test(largest_exponential),
        cmocka_unit_test(demand_constant),
        cmocka_unit_test(demand_random),
        cmocka_unit_test(closing),
        cmocka_unit_test(stragglers),
        cmocka_unit_test(same_seed_same_numbers),
        cmocka_unit_test(first_is_slow),
        cmocka_unit_test(most_are_slow),
        cmocka_unit_test(messages),
        cmocka_unit_test(drawn),
        cmocka_unit_test(median),
        cmocka_unit_test(laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
