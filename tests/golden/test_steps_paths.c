/* SPDX-License-Identifier: MIT
 *
 * Several generations of dd-xnes against worked examples, from the start and from the middle of a
 * run, with a refresh after every generation and after every second one. The examples were made by
 * dense matrix functions. Every number agrees to 1e-10, relative to the largest of its kind.
 * [math: B4] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "family/families.h"
#include "family/gauss_dd.h"
#include "family/path_rates.h"
#include "sampling/sampling.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/json.h"
#include "support/rig.h"
#include "technique/shaping.h"
#include "technique/technique.h"

#define TOLERANCE 1e-10
enum { MOST = 1600, G = 3 }; /* numbers in a matrix; paths in the state of cumulation */

static cJSON *examples;

static int open_examples(void **state)
{
    (void)state;
    examples = json_load("dd_steps.json");
    return examples == NULL;
}

static int close_examples(void **state)
{
    (void)state;
    cJSON_Delete(examples);
    return 0;
}

/* n numbers against those of that name, relative to the largest of them. */
static void check_numbers(const cJSON *c, const char *name, size_t n, const double *got)
{
    double want[MOST], largest = 0;
    json_reals(c, name, n, want);
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(want[i]));
    for (size_t i = 0; i < n; i++) assert_within(got[i], want[i], TOLERANCE * fmax(largest, 1e-3));
}

static void check_number(const cJSON *c, const char *name, double got)
{
    assert_relative(got, json_real(c, name), TOLERANCE);
}

/* Constants of the example against our formulas. */
static nes_defaults check_constants(const cJSON *c, size_t d, size_t n)
{
    const cJSON *k = json_member(c, "constants");
    const nes_shaping *active = nes_shaping_find("active");
    double mean[MOST], u[MOST];
    nes_defaults r;
    const double effective = nes_effective_samples(active, n, NULL);
    check_number(k, "mu_eff", effective);
    nes_path_defaults(d, n, effective, &r);
    check_number(k, "c_sigma", r.paths.sigma);
    check_number(k, "d_sigma", r.paths.sigma / r.sigma);
    check_number(k, "c_1", r.paths.one);
    check_number(k, "c_mu", r.shape);
    check_number(k, "c_c", r.paths.shape);
    check_number(k, "c_1D", r.paths.one_diag);
    check_number(k, "c_muD", r.diag);
    check_number(k, "c_cD", r.paths.diag);
    check_number(k, "chi", nes_mean_length(d));
    active->fill(d, n, mean, u);
    check_numbers(k, "w", n, u);
    for (size_t i = 0; i < n; i++) assert_within(mean[i], fmax(u[i], 0), 1e-15);
    return r;
}

static double *state_of(rig *r)
{
    for (size_t i = 0; i < r->g.nactive; i++)
        if (strcmp(r->g.active[i].technique->name, "cumulation") == 0) return r->g.active[i].state;
    return NULL;
}

/* The distribution and the paths of the example. */
static void start(rig *r, const cJSON *s)
{
    const size_t d = r->g.dist.d, width = nes_padded(d);
    double b[MOST], *p = state_of(r), *bt = nes_dd_shape(&r->g.dist);
    nes_dd_memory *m = nes_dd_remembered(&r->g.dist);
    rig_start(r, NULL, 1, NULL);
    json_reals(s, "m", d, r->g.dist.theta);
    r->g.dist.theta[d] = json_real(s, "sigma");
    json_reals(s, "D", d, nes_dd_factors(&r->g.dist));
    json_reals(s, "B", d * d, b);
    for (size_t i = 0; i < d * d; i++) bt[i % d * width + i / d] = b[i];
    p[0] = json_real(s, "g_sigma");
    p[1] = json_real(s, "g");
    p[2] = json_real(s, "g_D");
    json_reals(s, "p_sigma", d, p + G);
    json_reals(s, "p", d, p + G + d);
    json_reals(s, "p_D", d, p + G + 2 * d);
    m->damping = json_real(s, "beta");
    m->since = json_real(s, "since");
}

/* Row 2q is sample q of the example, row 2q + 1 its mirror image. */
static void place(rig *r, const cJSON *g)
{
    nes_batch *b = &r->g.batch;
    const size_t d = b->d, h = b->n / 2;
    double z[MOST], f[MOST], rows[MOST];
    json_reals(g, "z", h * d, z);
    json_reals(g, "f", b->n, f);
    for (size_t q = 0; q < h; q++) {
        for (size_t i = 0; i < d; i++) {
            rows[2 * q * d + i] = z[q * d + i];
            rows[(2 * q + 1) * d + i] = -z[q * d + i];
        }
        b->f[2 * q] = f[q];
        b->f[2 * q + 1] = f[h + q];
    }
    rig_place(r, rows, NULL);
    check_numbers(g, "x_0", d, b->x);
}

static void check_after(rig *r, const cJSON *a)
{
    const size_t d = r->g.dist.d, width = nes_padded(d);
    const nes_dd_memory *m = nes_dd_remembered(&r->g.dist);
    const double *p = state_of(r), *bt = nes_dd_shape(&r->g.dist);
    double b[MOST];
    for (size_t i = 0; i < d * d; i++) b[i] = bt[i % d * width + i / d];
    check_numbers(a, "m", d, r->g.dist.theta);
    check_number(a, "sigma", r->g.dist.theta[d]);
    check_numbers(a, "D", d, nes_dd_factors(&r->g.dist));
    check_numbers(a, "B", d * d, b);
    check_number(a, "g_sigma", p[0]);
    check_number(a, "g", p[1]);
    check_number(a, "g_D", p[2]);
    check_numbers(a, "p_sigma", d, p + G);
    check_numbers(a, "p", d, p + G + d);
    check_numbers(a, "p_D", d, p + G + 2 * d);
    check_number(a, "beta", m->damping);
    check_number(a, "since", m->since);
}

/* mirrored: our samplings know that rows are pairs, and half of the products will do. */
static void check_example(const cJSON *c, const char *sampling)
{
    const size_t d = (size_t)json_real(c, "d"), n = (size_t)json_real(c, "lambda");
    const nes_defaults k = check_constants(c, d, n);
    const cJSON *g;
    rig r;
    rig_make(&r, &nes_gauss_dd, d, n, true);
    rig_arrange(&r, nes_sampling_find(sampling));
    r.g.utilities.average_ties = false;
    r.options.refresh = (uint64_t)json_real(c, "T");
    rig_paths(&r, &k.paths);
    rig_shaping(&r, "active", d);
    start(&r, json_member(c, "start"));
    cJSON_ArrayForEach(g, json_member(c, "generations"))
    {
        const nes_rates eta = {
            .mu = 1, .sigma = k.sigma, .shape = k.shape, .limit = 10, .diag = k.diag};
        place(&r, g);
        assert_int_equal(rig_step(&r, &eta), 0);
        check_after(&r, json_member(g, "after"));
    }
    rig_free(&r);
}

static void check_all(const char *sampling)
{
    const cJSON *c;
    size_t n = 0;
    cJSON_ArrayForEach(c, json_member(examples, "cases"))
    {
        check_example(c, sampling);
        n++;
    }
    assert_int_equal(n, 15);
}

static void test_pairs(void **state)
{
    (void)state;
    check_all("mirrored-orthogonal");
}

static void test_single_rows(void **state)
{
    (void)state;
    check_all("iid");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs),
                                       cmocka_unit_test(test_single_rows)};
    return cmocka_run_group_tests_name("steps with paths", tests, open_examples, close_examples);
}
