/* SPDX-License-Identifier: MIT
 *
 * Steps of integer variables against worked examples: the mean by spread points, then mean and
 * factor by the probabilities of leaving. What the family does of its own is taken from the
 * examples, which have it from dd-xnes. Numbers agree to 1e-10. [math: B15] */
#include <math.h>

#include "support/check.h"
#include "support/json.h"
#include "technique/crossing.h"
#include "technique/shaping.h"

#define TOLERANCE 1e-10
enum { MOST = 40, ROWS = 64 };

/* A distribution of an example, before or after its step. */
typedef struct law {
    size_t d, integers;
    double m[MOST], sigma, scale[MOST], shape[MOST * MOST], a[MOST], rho[MOST];
} law;

static law read_law(const cJSON *s, size_t d, size_t integers)
{
    law l = {.d = d, .integers = integers, .sigma = json_real(s, "sigma")};
    json_reals(s, "m", d, l.m);
    json_reals(s, "D", d, l.scale);
    json_reals(s, "B", d * d, l.shape);
    json_reals(s, "a", integers, l.a);
    json_reals(s, "rho", integers, l.rho);
    return l;
}

static double image(const law *l, const double *z, size_t i)
{
    double sum = 0;
    for (size_t j = 0; j < l->d; j++) sum += l->shape[i * l->d + j] * z[j];
    return l->sigma * l->scale[i] * sum;
}

static double deviation(const law *l, size_t i)
{
    double sum = 0;
    for (size_t j = 0; j < l->d; j++) sum += l->shape[i * l->d + j] * l->shape[i * l->d + j];
    return l->sigma * l->scale[i] * sqrt(sum);
}

static double whole(double y, double low, double high)
{
    return fmin(fmax(rint(y), low), high);
}

/* Integer j, whose box is [low, high]. */
static void check_integer(const cJSON *c, const law *l, const law *after, const double *weight,
                          size_t j, double low, double high)
{
    static double z[ROWS * MOST];
    const size_t n = (size_t)json_real(c, "lambda"), i = l->d - l->integers + j;
    const double here = whole(l->m[i], low, high);
    double order[ROWS], m = l->m[i];
    bool hit = false;
    json_reals(c, "z", n * l->d, z);
    json_reals(c, "order", n, order);
    for (size_t rank = 0; rank < n; rank++) {
        const double y = l->m[i] + l->a[j] * image(l, z + (size_t)order[rank] * l->d, i);
        const double near = whole(y, low, high);
        m += weight[rank] * ((near == here ? y : near) - l->m[i]);
        hit = hit || (weight[rank] > 0 && near != here);
    }
    m = fmin(fmax(m, low - 0.5), high + 0.5);
    const double k = whole(m, low, high);
    const nes_cell cell = {k, k == low ? -INFINITY : k - 0.5, k == high ? INFINITY : k + 0.5};
    const double least = -0.5 * expm1(log(0.9) / (json_real(c, "share")));
    nes_crossing s = {l->a[j], l->rho[j]};
    nes_cross(&cell, deviation(after, i), least, hit, &m, &s);
    assert_within(m, after->m[i], TOLERANCE * fmax(1, fabs(after->m[i])));
    assert_relative(s.factor, after->a[j], TOLERANCE);
    assert_relative(s.rho, after->rho[j], TOLERANCE);
}

static size_t check_example(cJSON *c)
{
    const size_t integers = (size_t)json_real(c, "integers"), n = (size_t)json_real(c, "lambda");
    const size_t d = (size_t)json_real(c, "reals") + integers;
    const size_t choices = (size_t)cJSON_GetArraySize(json_member(c, "choices"));
    if (integers == 0) return 0;
    const law l = read_law(json_member(c, "before"), d, integers);
    const law after = read_law(json_member(c, "after"), d, integers);
    double mean[ROWS], shape[ROWS], low[MOST], high[MOST];
    cJSON_AddNumberToObject(c, "share", (double)(integers + choices));
    nes_shaping_find("active")->fill(d, n, mean, shape);
    json_reals(c, "lower", integers, low);
    json_reals(c, "upper", integers, high);
    for (size_t j = 0; j < integers; j++) check_integer(c, &l, &after, mean, j, low[j], high[j]);
    return integers;
}

static void check_file(const char *name, size_t steps)
{
    cJSON *all = json_load(name), *c;
    size_t n = 0;
    cJSON_ArrayForEach(c, all) n += check_example(c);
    assert_int_equal(n, steps);
    cJSON_Delete(all);
}

static void test_examples(void **state)
{
    (void)state;
    check_file("mixed_steps.json", 22);
    check_file("mixed_steps_more.json", 32);
}

static void test_quantiles(void **state)
{
    (void)state;
    for (double p = 0.5; p > 1e-15; p *= 0.83)
        assert_relative(0.5 * erfc(nes_normal_quantile(p) / sqrt(2)), p, 1e-13);
    assert_relative(nes_normal_quantile(0.025), 1.959963984540054, 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples),
                                       cmocka_unit_test(test_quantiles)};
    return cmocka_run_group_tests_name("steps of integers", tests, NULL, NULL);
}
