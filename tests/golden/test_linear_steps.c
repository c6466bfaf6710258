/* SPDX-License-Identifier: MIT
 *
 * Generations of cr-fm-nes and lm-ma-es with given samples, against runs computed elsewhere. Every
 * number agrees to 1e-10, relative to the largest of its vector. [math: B1, B16] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/gauss_lm.h"
#include "family/gauss_vd.h"
#include "family/path_rates.h"
#include "sampling/sampling.h"
#include "support/check.h"
#include "support/json.h"
#include "support/rig.h"
#include "technique/shaping.h"

#define TOLERANCE 1e-10
enum { MOST = 640 };

static double worst; /* error so far, for the report */

static void check_vector(const cJSON *g, const char *name, size_t n, const double *got)
{
    double want[MOST], size = 0;
    json_reals(g, name, n, want);
    for (size_t i = 0; i < n; i++) size = fmax(size, fabs(want[i]));
    for (size_t i = 0; i < n; i++) {
        worst = fmax(worst, fabs(got[i] - want[i]) / size);
        assert_within(got[i], want[i], TOLERANCE * size);
    }
}

static const nes_shaping *shaping;

static double effective(const nes_extent *e)
{
    return nes_effective_samples(shaping, e->n, NULL);
}

/* The family at the start of the example, with its default rates and the utilities of a shaping. */
static void start(rig *r, const nes_family *family, const char *utilities, const cJSON *root,
                  nes_rates *eta)
{
    const size_t d = (size_t)json_real(root, "d"), n = (size_t)json_real(root, "lambda");
    double x0[MOST];
    nes_defaults rates = {0};
    shaping = nes_shaping_find(utilities);
    rig_make(r, family, d, n, true);
    rig_arrange(r, nes_sampling_find("mirrored-orthogonal"));
    r->g.utilities.average_ties = false;
    rig_shaping(r, utilities, d);
    json_reals(root, "x0", d, x0);
    rig_start(r, x0, json_real(root, "sigma0"), NULL);
    family->rate(&(nes_extent){.d = d, .n = n, .effective = effective}, &rates);
    rig_paths(r, &rates.paths);
    *eta = (nes_rates){.mu = 1, .sigma = rates.sigma, .shape = rates.shape, .limit = 10};
}

/* The objective of the examples, of a point of the batch. */
static double objective(const rig *r, size_t k)
{
    const size_t d = r->g.dist.d;
    const double *x = r->g.batch.x + k * d;
    double sum = 0;
    for (size_t j = 0; j < d; j++) {
        const double y = x[j] + x[(j + 1) % d] / 2 - 1;
        sum += pow(1000, (double)j / (double)(d - 1)) * y * y;
    }
    return sum;
}

/* The file has all samples, then all mirror images; here each stands beside its own. */
static void step(rig *r, const cJSON *g, const nes_rates *eta)
{
    const size_t d = r->g.dist.d, n = r->g.batch.n, pairs = n / 2;
    double z[MOST], both[2 * MOST], f[MOST];
    json_reals(g, "z", pairs * d, z);
    json_reals(g, "f", n, f);
    for (size_t q = 0; q < pairs; q++) {
        for (size_t i = 0; i < d; i++) {
            both[2 * q * d + i] = z[q * d + i];
            both[(2 * q + 1) * d + i] = -z[q * d + i];
        }
        r->g.batch.f[2 * q] = f[q];
        r->g.batch.f[2 * q + 1] = f[pairs + q];
    }
    rig_place(r, both, NULL);
    for (size_t k = 0; k < n; k++) assert_relative(objective(r, k), r->g.batch.f[k], TOLERANCE);
    assert_int_equal(rig_step(r, eta), 0);
    check_vector(g, "m", d, r->g.dist.theta);
    check_vector(g, "sigma", 1, r->g.dist.theta + d);
}

static int phase_of(const rig *r)
{
    const size_t d = r->g.dist.d;
    const double *p = nes_vd_scale_path(&r->g.dist);
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += p[i] * p[i];
    const double length = sqrt(sum) / nes_mean_length(d);
    return length >= 1 ? 0 : length >= 0.1 ? 1 : 2;
}

static void check_vd(const char *file)
{
    cJSON *root = json_load(file);
    const cJSON *c = json_member(root, "crfm"), *g;
    rig r;
    nes_rates eta;
    size_t generations = 0, phases[3] = {0};
    start(&r, &nes_gauss_vd, "paper", root, &eta);
    const nes_dist *p = &r.g.dist;
    json_reals(c, "v0", p->d, nes_vd_axis(p));
    for (size_t i = 0; i < p->d; i++) nes_vd_factors(p)[i] = 1; /* the first step normalises them */
    worst = 0;
    cJSON_ArrayForEach(g, json_member(c, "generations"))
    {
        step(&r, g, &eta);
        check_vector(g, "D", p->d, nes_vd_factors(p));
        check_vector(g, "v", p->d, nes_vd_axis(p));
        check_vector(g, "p_sigma", p->d, nes_vd_scale_path(p));
        check_vector(g, "p_c", p->d, nes_vd_shape_path(p));
        assert_int_equal(phase_of(&r), (int)json_real(g, "phase"));
        phases[phase_of(&r)]++;
        generations++;
    }
    print_message("cr-fm-nes, %s: %zu generations, error %.2g\n", file, generations, worst);
    assert_true(generations >= 16 && phases[0] > 0 && phases[1] > 0);
    rig_free(&r);
    cJSON_Delete(root);
}

static void check_lm(const char *file)
{
    cJSON *root = json_load(file);
    const cJSON *g;
    rig r;
    nes_rates eta;
    size_t generations = 0;
    start(&r, &nes_gauss_lm, "half", root, &eta);
    const nes_dist *p = &r.g.dist;
    worst = 0;
    cJSON_ArrayForEach(g, json_member(json_member(root, "lmma"), "generations"))
    {
        step(&r, g, &eta);
        check_vector(g, "p_sigma", p->d, nes_lm_path(p));
        check_vector(g, "M1", p->d, nes_lm_direction(p, 0));
        check_vector(g, "M2", p->d, nes_lm_direction(p, 1));
        generations++;
    }
    print_message("lm-ma-es, %s: %zu generations, error %.2g\n", file, generations, worst);
    assert_true(generations >= 16);
    rig_free(&r);
    cJSON_Delete(root);
}

static void test_vd(void **state)
{
    (void)state;
    check_vd("linear_steps.json");
    check_vd("linear_steps_d40.json");
}

static void test_lm(void **state)
{
    (void)state;
    check_lm("linear_steps.json");
    check_lm("linear_steps_d40.json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vd), cmocka_unit_test(test_lm)};
    return cmocka_run_group_tests_name("linear steps", tests, NULL, NULL);
}
