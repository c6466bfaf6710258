/* SPDX-License-Identifier: MIT
 *
 * Strings of bits against sums over all 2^d of them: probabilities add up to one, the step is the
 * inverse Fisher matrix times the gradient, relations of densities across a step, samples have
 * their law, and margins hold. [math: B6] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/families.h"
#include "sampling/sampling.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/rig.h"
#include "support/stats.h"

enum { MOST = 6, ROWS = 12, MANY = 40000 };

static const double THETA[MOST] = {0.3, 0.85, 0.5, 0.1, 0.62, 0.41};

static void start(rig *r, size_t d, size_t n, double margin)
{
    rig_make(r, &nes_bernoulli, d, n, true);
    r->options.margin = margin;
    rig_take(r);
    memcpy(r->g.dist.theta, THETA, d * sizeof *THETA);
}

static void string_of(size_t number, size_t d, double *x)
{
    for (size_t i = 0; i < d; i++) x[i] = (double)(number >> i & 1);
}

static double probability(const double *theta, size_t d, const double *x)
{
    double product = 1;
    for (size_t i = 0; i < d; i++) product *= x[i] > 0 ? theta[i] : 1 - theta[i];
    return product;
}

/* A batch of all strings, in the order of their numbers. */
static void start_all(rig *r, size_t d)
{
    const size_t n = (size_t)1 << d;
    double *z = dense_room(n * d, sizeof *z);
    start(r, d, n, 0.01);
    for (size_t k = 0; k < n; k++) string_of(k, d, z + k * d);
    rig_place(r, z, NULL);
    free(z);
}

static void test_logpdf(void **state)
{
    (void)state;
    for (size_t d = 1; d <= MOST; d++) {
        rig r;
        double sum = 0;
        start_all(&r, d);
        for (size_t k = 0; k < r.g.batch.n; k++) {
            const double log_p = nes_bernoulli.scores->logpdf(&r.g.dist, &r.g.batch, k);
            assert_relative(exp(log_p), probability(THETA, d, r.g.batch.x + k * d), 1e-13);
            sum += exp(log_p);
        }
        assert_within(sum, 1, 1e-13);
        rig_free(&r);
    }
}

/* Fisher matrix and gradient of the expected utility, both as sums over all strings, with scores as
 * differences of the logarithm of the product. */
static void brute_force(size_t d, const double *u, double *fisher, double *gradient)
{
    const double h = 1e-5;
    memset(fisher, 0, d * d * sizeof *fisher);
    memset(gradient, 0, d * sizeof *gradient);
    for (size_t k = 0; k < (size_t)1 << d; k++) {
        double x[MOST], score[MOST];
        string_of(k, d, x);
        const double p = probability(THETA, d, x);
        for (size_t i = 0; i < d; i++) {
            double up[MOST], down[MOST];
            memcpy(up, THETA, sizeof up);
            memcpy(down, THETA, sizeof down);
            up[i] += h;
            down[i] -= h;
            score[i] = log(probability(up, d, x) / probability(down, d, x)) / (2 * h);
        }
        for (size_t i = 0; i < d; i++) {
            gradient[i] += p * u[k] * score[i];
            for (size_t j = 0; j < d; j++) fisher[i * d + j] += p * score[i] * score[j];
        }
    }
}

/* With the weight p(x) u(x) for each string, the step is the natural gradient of sum p u. */
static void test_natural_gradient(void **state)
{
    (void)state;
    const nes_rates eta = {.sigma = 0.01};
    for (size_t d = 1; d <= MOST; d++) {
        double u[1 << MOST], fisher[MOST * MOST], inverse[MOST * MOST], gradient[MOST];
        rig r;
        start_all(&r, d);
        dense_normals(d, r.g.batch.n, u);
        brute_force(d, u, fisher, gradient);
        dense_inverse(d, fisher, inverse);
        for (size_t k = 0; k < r.g.batch.n; k++)
            r.g.batch.u[k] = u[k] * probability(THETA, d, r.g.batch.x + k * d);
        assert_int_equal(rig_move(&r, &nes_gradient_local, &eta), NES_MOVED);
        for (size_t i = 0; i < d; i++) {
            double want = 0;
            for (size_t j = 0; j < d; j++) want += inverse[i * d + j] * gradient[j];
            assert_within((r.g.dist.theta[i] - THETA[i]) / eta.sigma, want, 1e-7);
        }
        rig_free(&r);
    }
}

/* A batch of random strings and the step it makes, with the rate times factor. */
static void moved(rig *r, size_t d, double factor)
{
    const nes_rates eta = {.sigma = 1.5 * factor};
    start(r, d, ROWS, 0.05);
    rig_sample(r, 3, d);
    dense_normals(9, ROWS, r->g.batch.f);
    assert_int_equal(rig_step(r, &eta), NES_MOVED);
}

static double log_probability(const rig *r, const double *x)
{
    return log(probability(r->g.dist.theta, r->g.dist.d, x));
}

static void test_relations(void **state)
{
    (void)state;
    size_t clamped = 0;
    for (size_t d = 1; d <= MOST; d++) {
        double change[ROWS], ratio[ROWS];
        rig before, after;
        start(&before, d, ROWS, 0.05);
        moved(&after, d, 1);
        rig_relocate(&after, change);
        nes_bernoulli.densities->ratio(&after.g.dist, &after.g.step,
                                       (nes_slots){&after.g.batch, 2, ROWS}, ratio);
        for (size_t k = 0; k < ROWS; k++) {
            const double *x = after.g.batch.x + k * d;
            const double want = log_probability(&after, x) - log_probability(&before, x);
            assert_within(change[k], want, 1e-13 * (double)d * 10);
            if (k >= 2) assert_within(ratio[k - 2], -want, 1e-13 * (double)d * 10);
        }
        for (size_t i = 0; i < d; i++) clamped += fabs(after.g.dist.theta[i] - 0.5) > 0.449;
        rig_free(&before);
        rig_free(&after);
    }
    assert_true(clamped > 0); /* margins were met on the way */
}

/* The same step at a larger rate, carried out; its samples are those of the same random numbers. */
static void test_longer(void **state)
{
    (void)state;
    for (size_t d = 1; d <= MOST; d++)
        for (double extra = 0.5; extra <= 2; extra += 1.5) {
            double log[ROWS];
            rig now, then;
            moved(&now, d, 1);
            moved(&then, d, 1 + extra);
            rig_sample(&now, 4, 1);
            rig_sample(&then, 4, 1);
            nes_batch *b = &now.g.batch;
            nes_bernoulli.densities->longer(&now.g.dist, &now.g.step, (nes_slots){b, 0, ROWS},
                                            extra, log);
            for (size_t k = 0; k < ROWS; k++) {
                const double *x = b->x + k * d;
                assert_within(log[k], log_probability(&then, x) - log_probability(&now, x), 1e-12);
            }
            nes_bernoulli.densities->stretch(&now.g.dist, &now.g.step, (nes_slots){b, 0, ROWS},
                                             extra);
            nes_bernoulli.place(&now.g.dist, b, 0, ROWS);
            assert_same_reals(ROWS * d, b->x, then.g.batch.x);
            rig_free(&now);
            rig_free(&then);
        }
}

/* Numbers of all strings in many samples, and rows drawn alone. */
static void test_samples(void **state)
{
    (void)state;
    enum { D = 4, STRINGS = 1 << D };
    size_t count[STRINGS] = {0};
    rig r, alone;
    start(&r, D, MANY, 0.01);
    start(&alone, D, MANY, 0.01);
    rig_sample(&r, 5, 2);
    alone.g.batch.stream = r.g.batch.stream;
    rig_draw(&alone, 7, 8);
    assert_same_reals(D, alone.g.batch.x + 7 * D, r.g.batch.x + 7 * D);
    for (size_t k = 0; k < MANY; k++) {
        const double *x = r.g.batch.x + k * D;
        size_t number = 0;
        for (size_t i = 0; i < D; i++) {
            assert_true(x[i] == 0 || x[i] == 1);
            number += x[i] > 0 ? (size_t)1 << i : 0;
        }
        count[number]++;
    }
    for (size_t s = 0; s < STRINGS; s++) {
        double x[D];
        string_of(s, D, x);
        const double p = probability(THETA, D, x);
        assert_within((double)count[s] / MANY, p, FIVE * sqrt(p * (1 - p) / MANY));
    }
    rig_free(&r);
    rig_free(&alone);
}

/* Even odds, or halfway to a string; never beyond the margins, however long the step. */
static void test_margins(void **state)
{
    (void)state;
    const double string[3] = {0, 1, 1}, z[3] = {1, 0, 1};
    const nes_start none = {.seed = 1}, given = {.mu = string, .seed = 1};
    const nes_rates far = {.sigma = 1e6}, endless = {.sigma = 1e308};
    rig r;
    start(&r, 3, 1, 0.1);
    assert_int_equal(nes_bernoulli.init(&r.g.dist, &none), 0);
    for (size_t i = 0; i < 3; i++) assert_within(r.g.dist.theta[i], 0.5, 0);
    assert_int_equal(nes_bernoulli.init(&r.g.dist, &given), 0);
    for (size_t i = 0; i < 3; i++) assert_within(r.g.dist.theta[i], i == 0 ? 0.25 : 0.75, 0);
    assert_false(nes_bernoulli.settled(&r.g.dist));
    rig_place(&r, z, NULL);
    r.g.batch.u[0] = 1;
    assert_int_equal(rig_move(&r, &nes_gradient_local, &far), NES_MOVED);
    for (size_t i = 0; i < 3; i++) assert_within(r.g.dist.theta[i], i == 1 ? 0.1 : 1 - 0.1, 0);
    assert_true(nes_bernoulli.settled(&r.g.dist));
    r.g.dist.theta[2] = 0.5;
    assert_false(nes_bernoulli.settled(&r.g.dist));
    r.g.batch.u[0] = 1e10;
    assert_int_equal(rig_move(&r, &nes_gradient_local, &endless), NES_MOVE_NONFINITE);
    assert_within(r.g.dist.theta[2], 0.5, 0);
    rig_free(&r);
}

/* Standard deviations, their geometric mean and largest ratio. */
static void test_widths(void **state)
{
    (void)state;
    const double want[3] = {sqrt(0.21), sqrt(0.1275), 0.5};
    double std[3];
    rig r;
    start(&r, 3, 2, 0.01);
    nes_bernoulli.widths->spread(&r.g.dist, std);
    for (size_t i = 0; i < 3; i++) assert_relative(std[i], want[i], 1e-15);
    assert_relative(nes_bernoulli.widths->sigma(&r.g.dist), cbrt(want[0] * want[1] * want[2]),
                    1e-14);
    assert_relative(nes_bernoulli.widths->condition(&r.g.dist), want[2] / want[1], 1e-14);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logpdf),    cmocka_unit_test(test_natural_gradient),
        cmocka_unit_test(test_relations), cmocka_unit_test(test_longer),
        cmocka_unit_test(test_samples),   cmocka_unit_test(test_margins),
        cmocka_unit_test(test_widths),
    };
    return cmocka_run_group_tests_name("bernoulli", tests, NULL, NULL);
}
