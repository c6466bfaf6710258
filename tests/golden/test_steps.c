/* SPDX-License-Identifier: MIT
 *
 * Single steps of every method against worked examples, whose matrix exponentials were computed
 * densely and elsewhere. Every number agrees to 1e-12, relative. [math: A4, A12-A16, A21, A22] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "nes/nes.h"
#include "support/check.h"
#include "support/json.h"
#include "support/rig.h"
#include "technique/shaping.h"

#define TOLERANCE 1e-12
enum { MOST = 64 };

static void test_utilities(void **state)
{
    (void)state;
    const cJSON *table;
    size_t tables = 0;
    cJSON_ArrayForEach(table, json_member(json_steps, "utilities"))
    {
        double want[MOST], got[MOST], sum = 0;
        const size_t n = (size_t)cJSON_GetArraySize(table);
        json_reals(json_member(json_steps, "utilities"), table->string, n, want);
        nes_shaping_find("paper")->fill(2, n, got, got);
        for (size_t i = 0; i < n; i++) {
            /* the third of seven is 0 but for rounding */
            assert_within(got[i], want[i], TOLERANCE * fmax(fabs(want[i]), 1 / (double)n));
            sum += got[i];
        }
        assert_within(sum, 0, 1e-15);
        tables++;
    }
    assert_int_equal(tables, 8);
}

static void check_defaults(const char *method, size_t d, uint64_t popsize, double eta)
{
    nes_settings s;
    nes_opt *o;
    nes_settings_default(&s);
    s.method = method;
    assert_int_equal(nes_create(&o, d, NULL, &s), NES_OK);
    const nes_settings *resolved = nes_get_settings(o);
    assert_int_equal(resolved->popsize, popsize);
    assert_relative(resolved->eta_mu, 1, 0);
    assert_relative(resolved->eta_sigma, eta, TOLERANCE);
    assert_relative(resolved->eta_shape, eta, TOLERANCE);
    nes_destroy(o);
}

/* The table has the bare formula; at d = 1 it gives 1.8 for the full families, which is clamped. */
static void test_defaults(void **state)
{
    (void)state;
    const cJSON *row;
    size_t rows = 0;
    cJSON_ArrayForEach(row, json_member(json_steps, "defaults"))
    {
        const size_t d = (size_t)json_real(row, "d");
        const uint64_t popsize = (uint64_t)json_real(row, "lam");
        const double full = fmin(1, json_real(row, "eta_xnes"));
        const double diag = json_real(row, "eta_snes");
        check_defaults("xnes", d, popsize, full);
        check_defaults("1+1-xnes", d, popsize, full);
        check_defaults("1+1-cauchy", d, popsize, full);
        check_defaults("snes", d, popsize, diag);
        check_defaults("1+1-snes", d, popsize, diag);
        check_defaults("1+1-nes", d, popsize, 0.2 / sqrt((double)d));
        rows++;
    }
    assert_int_equal(rows, 14);
}

/* A full family at mu, sigma, B of the example, with its local samples and values. */
static void start_xnes(rig *r, const cJSON *c)
{
    double mu[MOST], b[MOST], z[MOST];
    const size_t d = (size_t)json_real(c, "d"), n = (size_t)json_real(c, "lam");
    json_reals(c, "mu", d, mu);
    json_reals(c, "B", d * d, b);
    json_reals(c, "S", n * d, z);
    rig_make(r, &nes_gauss_full, d, n, true);
    rig_start(r, mu, json_real(c, "sigma"), b);
    rig_place(r, z, NULL);
    json_reals(c, "objective", n, r->g.batch.f);
}

static void check_xnes(rig *r, const cJSON *c)
{
    const size_t d = r->g.dist.d;
    const nes_rates eta = {
        json_real(c, "eta_mu"), json_real(c, "eta_sigma"), json_real(c, "eta_B"), 10, 0, 0};
    double want[MOST];
    assert_int_equal(rig_step(r, &eta), 0);
    json_reals(c, "mu_new", d, want);
    assert_all_relative(d, r->g.dist.theta, want, TOLERANCE);
    assert_relative(r->g.dist.theta[d], json_real(c, "sigma_new"), TOLERANCE);
    double shape[MOST];
    rig_shape(r, shape);
    json_reals(c, "B_new", d * d, want);
    assert_all_relative(d * d, shape, want, TOLERANCE);
}

static void test_xnes(void **state)
{
    (void)state;
    const cJSON *c = json_member(json_steps, "xnes_step");
    double want[MOST], got[MOST], delta[3] = {0}, trace = 0;
    rig r;
    start_xnes(&r, c);
    const nes_batch *b = &r.g.batch;
    json_reals(c, "z", b->n * b->d, want);
    assert_all_relative(b->n * b->d, b->x, want, TOLERANCE);
    check_xnes(&r, c);
    json_reals(c, "utilities_by_sample", b->n, want);
    assert_all_relative(b->n, b->u, want, TOLERANCE);
    for (size_t k = 0; k < b->n; k++)
        for (size_t i = 0; i < b->d; i++) {
            delta[i] += b->v[k] * b->z[k * b->d + i];
            trace += b->u[k] * (b->z[k * b->d + i] * b->z[k * b->d + i] - 1);
        }
    json_reals(c, "grad_delta", b->d, want);
    assert_all_relative(b->d, delta, want, TOLERANCE);
    assert_relative(trace / (double)b->d, json_real(c, "grad_sigma"), TOLERANCE);
    json_reals(c, "A_new", b->d * b->d, want);
    rig_factor(&r, got);
    assert_all_relative(b->d * b->d, got, want, TOLERANCE);
    rig_free(&r);
}

/* More dimensions than samples: the other branch of the exponential. */
static void test_xnes_wide(void **state)
{
    (void)state;
    const cJSON *c = json_member(json_steps, "xnes_step_wide");
    rig r;
    start_xnes(&r, c);
    check_xnes(&r, c);
    rig_free(&r);
}

static void test_snes(void **state)
{
    (void)state;
    const cJSON *c = json_member(json_steps, "snes_step");
    const size_t d = (size_t)json_real(c, "d"), n = (size_t)json_real(c, "lam");
    double mu[MOST], sigma[MOST], z[MOST], want[MOST];
    rig r;
    json_reals(c, "mu", d, mu);
    json_reals(c, "sigma", d, sigma);
    json_reals(c, "S", n * d, z);
    rig_make(&r, &nes_gauss_diag, d, n, true);
    const nes_start start = {.mu = mu, .std = sigma, .factor = NULL, .seed = 1};
    assert_int_equal(nes_gauss_diag.init(&r.g.dist, &start), 0);
    rig_place(&r, z, NULL);
    json_reals(c, "z", n * d, want);
    assert_all_relative(n * d, r.g.batch.x, want, TOLERANCE);
    json_reals(c, "objective", n, r.g.batch.f);
    const nes_rates eta = {json_real(c, "eta_mu"), json_real(c, "eta_sigma"), NAN, 10, 0, 0};
    assert_int_equal(rig_step(&r, &eta), 0);
    json_reals(c, "mu_new", d, want);
    assert_all_relative(d, r.g.dist.theta, want, TOLERANCE);
    json_reals(c, "sigma_new", d, want);
    assert_all_relative(d, r.g.dist.theta + d, want, TOLERANCE);
    rig_free(&r);
}

/* A hill climber of that family: parent at mu with value 1, one offspring z with tail factor t. */
static void start_elitist(rig *r, const nes_family *family, const cJSON *c, bool success)
{
    const size_t d = (size_t)json_real(c, "d");
    const bool cauchy = family == &nes_student;
    double mu[MOST], a[MOST], z[MOST], std[MOST], tail = 1;
    rig_make(r, family, d, 1, true);
    rig_climb(r, 5, family->elitist_down, family->elitist_learn);
    json_reals(c, "mu", d, mu);
    json_reals(c, cauchy ? "normal_vector" : "s", d, z);
    if (cauchy) tail = 1 / fabs(json_real(c, "normal_scalar"));
    for (size_t i = 0; i < d; i++) std[i] = 1;
    if (family->matrix) json_reals(c, "A", d * d, a);
    if (family == &nes_gauss_diag) json_reals(c, "sigma", d, std);
    if (family == &nes_gauss_radial)
        for (size_t i = 0; i < d; i++) std[i] = json_real(c, "sigma");
    const nes_start start = {.mu = mu, .std = std, .factor = family->matrix ? a : NULL, .seed = 1};
    assert_int_equal(family->init(&r->g.dist, &start), 0);
    rig_place(r, z, &tail);
    r->g.batch.f[0] = success ? 0.5 : 1.0; /* an equal value is no success */
}

static void check_elitist(const nes_family *family, const char *name)
{
    const cJSON *c = json_member(json_steps, name), *outcome;
    size_t outcomes = 0;
    cJSON_ArrayForEach(outcome, json_member(c, "cases"))
    {
        const bool success = cJSON_IsTrue(json_member(outcome, "success"));
        const double eta = json_real(c, "eta");
        const nes_rates rates = {1, eta, eta, 10, 0, 0};
        double want[MOST], got[MOST];
        rig r;
        start_elitist(&r, family, c, success);
        const size_t d = r.g.dist.d;
        json_reals(c, "z", d, want);
        assert_all_relative(d, r.g.batch.x, want, TOLERANCE);
        assert_int_equal(rig_step(&r, &rates), 0);
        assert_relative(r.g.parent_f, success ? 0.5 : 1.0, 0);
        json_reals(outcome, "mu_new", d, want);
        assert_all_relative(d, r.g.dist.theta, want, TOLERANCE);
        rig_factor(&r, got);
        if (family->matrix) {
            json_reals(outcome, "A_new", d * d, want);
        } else {
            double std[MOST];
            const size_t n = family == &nes_gauss_diag ? d : 1;
            json_reals(outcome, "sigma_new", n, std);
            memset(want, 0, sizeof want);
            for (size_t i = 0; i < d; i++) want[i * d + i] = std[i % n];
        }
        assert_all_relative(d * d, got, want, TOLERANCE);
        rig_free(&r);
        outcomes++;
    }
    assert_int_equal(outcomes, 2);
}

static void test_hill_climbers(void **state)
{
    (void)state;
    check_elitist(&nes_gauss_full, "one_plus_one_xnes");
    check_elitist(&nes_student, "one_plus_one_cauchy");
    check_elitist(&nes_gauss_diag, "one_plus_one_snes");
    check_elitist(&nes_gauss_radial, "one_plus_one_radial");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utilities), cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_xnes),      cmocka_unit_test(test_xnes_wide),
        cmocka_unit_test(test_snes),      cmocka_unit_test(test_hill_climbers),
    };
    return cmocka_run_group_tests_name("steps", tests, json_open_steps, json_close_steps);
}
