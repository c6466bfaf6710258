/* SPDX-License-Identifier: MIT
 *
 * Importance mixing, the weighted Mann-Whitney test, adaptation sampling and the Student density
 * against worked examples, whose densities and exponentials were computed densely and elsewhere.
 * Every number agrees to 1e-12, relative. [math: A5-A8, A20] */
#include <math.h>
#include <string.h>

#include "family/families.h"
#include "family/student.h"
#include "nes/mann_whitney.h"
#include "support/check.h"
#include "support/json.h"
#include "support/rig.h"
#include "technique/hooks.h"
#include "technique/shaping.h"

#define TOLERANCE 1e-12
enum { MOST = 64 };

/* The batch and the move of the xNES example, whose states before and after are those of the mixing
 * example. */
static void start_mixing(rig *r, const cJSON *c)
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

static void check_state(const rig *r, const cJSON *m, const char *mu, const char *factor)
{
    const size_t d = r->g.dist.d;
    double want[MOST], got[MOST];
    json_reals(m, mu, d, want);
    assert_all_relative(d, r->g.dist.theta, want, TOLERANCE);
    json_reals(m, factor, d * d, want);
    rig_factor(r, got);
    assert_all_relative(d * d, got, want, TOLERANCE);
}

/* Old samples: densities before and after, probability to be kept, coordinates after. */
static void check_old(rig *r, const cJSON *c, const cJSON *m)
{
    const size_t d = r->g.dist.d, n = r->g.batch.n;
    const nes_family *family = r->g.dist.family;
    const double alpha = json_real(m, "alpha");
    const nes_rates eta = {
        json_real(c, "eta_mu"), json_real(c, "eta_sigma"), json_real(c, "eta_B"), 10, 0, 0};
    double before[MOST], after[MOST], keep[MOST], place[MOST], x[MOST];
    json_reals(m, "old_logpdf_old", n, before);
    json_reals(m, "old_logpdf_new", n, after);
    json_reals(m, "keep_probability", n, keep);
    json_reals(m, "kept_coordinates_new", n * d, place);
    json_reals(m, "old_points", n * d, x);
    assert_all_relative(n * d, r->g.batch.x, x, TOLERANCE);
    for (size_t k = 0; k < n; k++)
        assert_relative(family->scores->logpdf(&r->g.dist, &r->g.batch, k), before[k], TOLERANCE);
    assert_int_equal(rig_step(r, &eta), 0);
    double change[MOST];
    rig_relocate(r, change);
    for (size_t k = 0; k < n; k++) {
        assert_relative(change[k], after[k] - before[k], TOLERANCE * 10);
        assert_relative(family->scores->logpdf(&r->g.dist, &r->g.batch, k), after[k], TOLERANCE);
        assert_relative(fmin(1, (1 - alpha) * exp(change[k])), keep[k], TOLERANCE);
        for (size_t i = 0; i < d; i++)
            assert_within(r->g.batch.tail[k] * r->g.batch.z[k * d + i], place[k * d + i],
                          TOLERANCE);
    }
}

/* Candidates: densities before and after, probability to be accepted. */
static void check_new(rig *r, const cJSON *m)
{
    enum { CANDIDATES = 4 };
    const size_t d = r->g.dist.d;
    const nes_family *family = r->g.dist.family;
    const double alpha = json_real(m, "alpha");
    double before[MOST], after[MOST], accept[MOST], x[MOST];
    json_reals(m, "candidate_s", CANDIDATES * d, r->g.batch.z);
    json_reals(m, "candidates", CANDIDATES * d, x);
    json_reals(m, "candidate_logpdf_old", CANDIDATES, before);
    json_reals(m, "candidate_logpdf_new", CANDIDATES, after);
    json_reals(m, "accept_probability", CANDIDATES, accept);
    family->place(&r->g.dist, &r->g.batch, 0, CANDIDATES);
    assert_all_relative(CANDIDATES * d, r->g.batch.x, x, TOLERANCE);
    double ratio[CANDIDATES];
    family->densities->ratio(&r->g.dist, &r->g.step, (nes_slots){&r->g.batch, 0, CANDIDATES},
                             ratio);
    for (size_t k = 0; k < CANDIDATES; k++) {
        assert_relative(family->scores->logpdf(&r->g.dist, &r->g.batch, k), after[k], TOLERANCE);
        assert_relative(ratio[k], before[k] - after[k], TOLERANCE * 10);
        assert_relative(fmax(alpha, -expm1(ratio[k])), accept[k], TOLERANCE);
    }
}

static void test_importance_mixing(void **state)
{
    (void)state;
    const cJSON *c = json_member(json_steps, "xnes_step");
    const cJSON *m = json_member(json_steps, "importance_mixing");
    rig r;
    start_mixing(&r, c);
    check_state(&r, m, "mu_old", "A_old");
    check_old(&r, c, m);
    check_state(&r, m, "mu_new", "A_new");
    check_new(&r, m);
    rig_free(&r);
}

static void check_test(size_t n, const double *s, const double *w, size_t m, const double *t,
                       const double *v, const cJSON *c)
{
    nes_mann_whitney_result r;
    assert_int_equal(nes_mann_whitney(n, s, w, m, t, v, &r), NES_OK);
    assert_relative(r.u, json_real(c, "U"), TOLERANCE);
    assert_relative(r.mean, json_real(c, "mean"), TOLERANCE);
    assert_relative(r.sd, json_real(c, "sd"), TOLERANCE);
    assert_relative(r.p, json_real(c, "phi"), TOLERANCE);
}

static void test_mann_whitney(void **state)
{
    (void)state;
    const cJSON *c;
    size_t cases = 0;
    cJSON_ArrayForEach(c, json_member(json_steps, "weighted_mann_whitney"))
    {
        double s[MOST], w[MOST], t[MOST], v[MOST];
        const size_t n = (size_t)cJSON_GetArraySize(json_member(c, "S"));
        const size_t m = (size_t)cJSON_GetArraySize(json_member(c, "S_prime"));
        json_reals(c, "S", n, s);
        json_reals(c, "w", n, w);
        json_reals(c, "S_prime", m, t);
        json_reals(c, "w_prime", m, v);
        check_test(n, s, w, m, t, v, c);
        cases++;
    }
    assert_int_equal(cases, 4);
}

/* Moves by the scale gradient of the example alone, then takes its batch: lengths and values. */
static void start_adaptation(rig *r, const nes_family *family, const cJSON *c)
{
    double r2[MOST], fitness[MOST];
    const size_t d = (size_t)json_real(c, "d");
    const size_t n = (size_t)cJSON_GetArraySize(json_member(c, "r2"));
    const double eta = json_real(c, "eta_sigma");
    const nes_rates rates = {1, eta, eta, 10, 0, 0};
    json_reals(c, "r2", n, r2);
    json_reals(c, "fitness_to_maximise", n, fitness);
    rig_make(r, family, d, n, true);
    rig_start(r, NULL, 1, NULL);
    rig_sample(r, 1, 0);
    r->g.batch.u0 = -json_real(c, "grad_sigma_previous");
    assert_int_equal(rig_move(r, &nes_gradient_local, &rates), 0);
    memset(r->g.batch.z, 0, n * d * sizeof *r->g.batch.z);
    for (size_t k = 0; k < n; k++) {
        r->g.batch.z[k * d + k % d] = sqrt(r2[k]);
        r->g.batch.f[k] = -fitness[k];
    }
    r->g.eta = rates;
    r->options.as_ratio = 1.5;
    r->options.c_rho = 3;
    r->options.as_grow = 1.1;
    r->options.as_decay = 0.1;
    r->options.as_most = 1;
    rig_take(r);
    nes_shape(&r->g);
}

static void check_adaptation(const nes_family *family, const cJSON *c)
{
    double want[MOST], got[MOST], value[MOST], weight[MOST];
    rig r;
    start_adaptation(&r, family, c);
    nes_batch *b = &r.g.batch;
    const double d = json_real(c, "d");
    json_reals(c, "weights", b->n, want);
    assert_relative(sqrt(family->widths->sigma(&r.g.dist)), json_real(c, "kappa"), TOLERANCE);
    family->densities->longer(&r.g.dist, &r.g.step, (nes_slots){b, 0, b->n}, 0.5, got);
    for (size_t k = 0; k < b->n; k++) got[k] = exp(got[k]);
    assert_all_relative(b->n, got, want, TOLERANCE);
    for (size_t i = 0; i < b->n; i++) {
        const size_t k = b->order[b->n - 1 - i]; /* worst first */
        value[i] = -b->f[k];
        weight[i] = got[k];
    }
    check_test(b->n, value, NULL, b->n, value, weight, c);
    assert_relative(0.5 - 1 / (r.options.c_rho * (d + 1)), json_real(c, "rho"), TOLERANCE);
    r.g.base.sigma = json_real(c, "eta_init");
    nes_before_propose(&r.g, NULL);
    assert_relative(r.g.eta.sigma, json_real(c, "eta_sigma_new"), TOLERANCE);
    rig_free(&r);
}

static void test_adaptation(void **state)
{
    (void)state;
    const cJSON *c;
    size_t cases = 0;
    cJSON_ArrayForEach(c, json_member(json_steps, "adaptation_sampling"))
    {
        check_adaptation(&nes_gauss_full, c);
        check_adaptation(&nes_gauss_radial, c);
        check_adaptation(&nes_gauss_diag, c); /* no sample moves it: all scales alike */
        cases++;
    }
    assert_int_equal(cases, 5);
}

/* One sample of weight 1 moves the mean by 2 h s/kappa_delta. */
static double h_by_move(size_t d, double nu, double r2, double kappa)
{
    const nes_rates eta = {1, 0, 0, 10, 0, 0};
    double z[MOST] = {0};
    rig r;
    z[0] = sqrt(r2);
    rig_make(&r, &nes_student, d, 1, true);
    r.options.nu = nu;
    rig_take(&r);
    rig_start(&r, NULL, 1, NULL);
    rig_place(&r, z, NULL);
    r.g.batch.v[0] = 1;
    assert_int_equal(rig_move(&r, &nes_gradient_local, &eta), 0);
    const double h = 0.5 * kappa * r.g.dist.theta[0] / z[0];
    rig_free(&r);
    return h;
}

static void test_student(void **state)
{
    (void)state;
    const cJSON *c;
    size_t cases = 0;
    cJSON_ArrayForEach(c, json_member(json_steps, "student_t"))
    {
        const size_t d = (size_t)json_real(c, "d");
        const double nu = json_real(c, "nu"), r2 = json_real(c, "r2");
        const nes_student_fisher f = nes_student_fisher_of(d, nu);
        assert_relative(nes_student_log(d, nu, r2), json_real(c, "log_q"), TOLERANCE);
        assert_relative(h_by_move(d, nu, r2, f.delta), json_real(c, "h"), TOLERANCE);
        /* sums of terms of order 1/nu: relative to those */
        assert_within(nes_student_tail_score(d, nu, r2), json_real(c, "dlogq_dnu"), TOLERANCE / nu);
        assert_relative(f.delta, json_real(c, "kappa_delta"), TOLERANCE);
        assert_relative(f.shape, json_real(c, "kappa_perp"), TOLERANCE);
        assert_relative(f.scale, json_real(c, "kappa_par"), TOLERANCE);
        assert_relative(f.cross, json_real(c, "v"), TOLERANCE);
        assert_relative(f.tail, json_real(c, "c"), TOLERANCE);
        cases++;
    }
    assert_int_equal(cases, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_importance_mixing),
        cmocka_unit_test(test_mann_whitney),
        cmocka_unit_test(test_adaptation),
        cmocka_unit_test(test_student),
    };
    return cmocka_run_group_tests_name("steps of techniques", tests, json_open_steps,
                                       json_close_steps);
}
