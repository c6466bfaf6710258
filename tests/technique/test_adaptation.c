/* SPDX-License-Identifier: MIT
 *
 * Adaptation sampling: when the rate grows, when it falls back, and how far; which points the forms
 * with samples of their own evaluate; that what they have stands for the larger rate. [math: A6,
 * A7]
 */

#include <math.h>
#include <string.h>

#include "family/families.h"
#include "opt/handle/opt.h"
#include "support/check.h"
#include "support/mixture.h"
#include "support/rig.h"
#include "support/runs.h"
#include "support/stats.h"
#include "technique/hooks.h"
#include "technique/shaping.h"
#include "technique/techniques.h"

static void constants(rig *r)
{
    r->options.as_ratio = 1.5;
    r->options.c_rho = 3;
    r->options.as_grow = 1.1;
    r->options.as_decay = 0.1;
    r->options.as_most = 1;
    r->options.mixing_alpha = 0.1;
    rig_take(r);
}

/* A batch of n rows of lengths 1, 2, 3, ..., after a move that changed ln sigma by scale. */
static void start(rig *r, size_t d, size_t n, double scale, const char *form)
{
    const nes_rates eta = {0, 1, 0, 10, 0, 0};
    rig_make(r, &nes_gauss_full, d, n, true);
    rig_start(r, NULL, 1, NULL);
    rig_sample(r, 1, 0);
    r->g.batch.u0 = -2 * scale;
    assert_int_equal(rig_move(r, &nes_gradient_local, &eta), 0);
    memset(r->g.batch.z, 0, n * d * sizeof *r->g.batch.z);
    for (size_t k = 0; k < n; k++) r->g.batch.z[k * d] = (double)k + 1;
    r->g.active[RIG_ADAPTATION].technique = nes_technique_find("adaptation", form);
    constants(r);
}

/* The rate after a test with those values, from that rate. */
static double adapted(rig *r, const double *f, double eta, double initial)
{
    memcpy(r->g.batch.f, f, r->g.batch.n * sizeof *f);
    nes_shape(&r->g);
    r->g.eta.sigma = eta;
    r->g.base.sigma = initial;
    nes_before_propose(&r->g, NULL);
    return r->g.eta.sigma;
}

/* The scale grew: if the long rows are the better ones, it should have grown more. */
static void test_direction(void **state)
{
    (void)state;
    const double outer[6] = {6, 5, 4, 3, 2, 1}, inner[6] = {1, 2, 3, 4, 5, 6};
    rig grown, shrunk;
    start(&grown, 2, 6, 0.3, "virtual");
    start(&shrunk, 2, 6, -0.3, "virtual");
    assert_relative(adapted(&grown, outer, 0.5, 0.2), 0.55, 1e-15);
    assert_relative(adapted(&grown, inner, 0.5, 0.2), 0.47, 1e-15);
    assert_relative(adapted(&shrunk, outer, 0.5, 0.2), 0.47, 1e-15);
    assert_relative(adapted(&shrunk, inner, 0.5, 0.2), 0.55, 1e-15);
    rig_free(&grown);
    rig_free(&shrunk);
}

/* The rate stops at as_most, or at its initial value where that is larger. */
static void test_cap(void **state)
{
    (void)state;
    const double outer[6] = {6, 5, 4, 3, 2, 1};
    rig r;
    start(&r, 2, 6, 0.3, "virtual");
    assert_within(adapted(&r, outer, 0.95, 0.2), 1, 0);
    assert_within(adapted(&r, outer, 1, 0.2), 1, 0);
    assert_within(adapted(&r, outer, 1.8, 1.8), 1.8, 0);
    assert_relative(adapted(&r, outer, 1.2, 1.8), 1.32, 1e-15);
    r.options.as_most = 0.5;
    rig_take(&r);
    assert_within(adapted(&r, outer, 0.49, 0.2), 0.5, 0);
    rig_free(&r);
}

/* Equal values say nothing: the ties of a sample with itself count half. */
static void test_ties(void **state)
{
    (void)state;
    const double same[6] = {2, 2, 2, 2, 2, 2};
    rig r;
    start(&r, 2, 6, 0.3, "virtual");
    assert_relative(adapted(&r, same, 0.5, 0.2), 0.47, 1e-15);
    rig_free(&r);
}

/* Weights that overflow, or all vanish, are no success; values that are none do not take part. */
static void test_not_finite(void **state)
{
    (void)state;
    const double outer[6] = {6, 5, 4, 3, 2, 1}, none[6] = {NAN, NAN, NAN, INFINITY, NAN, 1e301};
    const double holes[6] = {NAN, 5, 4, INFINITY, 2, 1};
    rig r;
    start(&r, 2, 6, 0.3, "virtual");
    assert_relative(adapted(&r, none, 0.5, 0.2), 0.47, 1e-15);
    assert_relative(adapted(&r, holes, 0.5, 0.2), 0.55, 1e-15);
    r.g.batch.z[5 * 2] = 1e3; /* e^(r^2/8) */
    assert_relative(adapted(&r, outer, 0.5, 0.2), 0.47, 1e-15);
    rig_free(&r);
    start(&r, 2, 6, -0.3, "virtual");
    for (size_t k = 0; k < 6; k++) r.g.batch.z[k * 2] = 1e3;
    assert_relative(adapted(&r, outer, 0.5, 0.2), 0.47, 1e-15);
    rig_free(&r);
}

/* Rows of the batch by their weights and the trial by 1 have the moments of the larger rate. */
static void test_mixed_sample(void **state)
{
    (void)state;
    enum { N = 20000, D = 3 };
    for (int sign = -1; sign <= 1; sign += 2) {
        const double scale = 0.4 * sign, kappa = exp(0.5 * scale);
        double sum = 0, square = 0, kept = 0;
        rig r, trial;
        start(&r, D, N, scale, "mixed");
        rig_make(&trial, &nes_gauss_full, D, N, true);
        rig_sample(&r, 7, 1);
        const size_t n = nes_draw_trial(&r.g, &trial.g.batch);
        double log[N];
        nes_gauss_full.densities->longer(&r.g.dist, &r.g.step, (nes_slots){&r.g.batch, 0, N}, 0.5,
                                         log);
        for (size_t k = 0; k < N; k++) {
            const double w = fmin(1, 0.9 * exp(log[k]));
            kept += w;
            sum += w * nes_batch_norm2(&r.g.batch, k);
            square += pow(w * nes_batch_norm2(&r.g.batch, k), 2);
        }
        assert_within((double)n, N - kept, 0.5);
        assert_true(n > N / 20 && n < N / 2);
        for (size_t k = 0; k < n; k++) {
            sum += nes_batch_norm2(&trial.g.batch, k);
            square += pow(nes_batch_norm2(&trial.g.batch, k), 2);
        }
        assert_within(sum / N, D * kappa * kappa, FIVE * sqrt(square / N / N));
        rig_free(&r);
        rig_free(&trial);
    }
}

/* The larger rate, drawn outright: local samples stretched by kappa. */
static void test_sampled_points(void **state)
{
    (void)state;
    enum { N = 20000, D = 3 };
    double sum = 0;
    rig r, trial;
    start(&r, D, N, 0.4, "sampled");
    rig_make(&trial, &nes_gauss_full, D, N, true);
    assert_int_equal(nes_draw_trial(&r.g, &trial.g.batch), N);
    for (size_t k = 0; k < N; k++) sum += nes_batch_norm2(&trial.g.batch, k) / N;
    const double want = D * exp(0.4);
    assert_within(sum, want, FIVE * want * sqrt(2.0 / D / N));
    rig_free(&r);
    rig_free(&trial);
}

/* Evaluations by generation: popsize, and from the second on those of the trial. */
static void test_evaluations(void **state)
{
    (void)state;
    static const char *const forms[] = {"virtual", "sampled", "mixed"};
    const double x0[5] = {1, 2, 3, 2, 1};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = run_settings("xnes");
        s.adaptation = forms[i];
        nes_opt *o = run_start(5, x0, &s);
        const struct nes_run *run = o->runs.schedule.member[0].run;
        size_t trials = 0;
        for (int t = 0; t < 40; t++) {
            const uint64_t generations = run_result(o).generations;
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            assert_int_equal(p.n, 8);
            run_step(o, run_sphere, NULL);
            double want = i == 1 && t > 0 ? 8 : 0, log[8];
            if (run->in_trial)
                run->g.dist.family->densities->longer(&run->g.dist, &run->g.step,
                                                      nes_slots_of(&run->g.batch), 0.5, log);
            for (size_t k = 0; i == 2 && run->in_trial && k < 8; k++)
                want += 1 - fmin(1, 0.9 * exp(log[k]));
            if (run->in_trial) {
                assert_int_equal(run_result(o).generations, generations);
                assert_int_equal(nes_ask(o, &p), NES_OK);
                assert_within((double)p.n, want, i == 1 ? 0 : 0.5);
                trials += p.n;
                run_step(o, run_sphere, NULL);
            }
            assert_int_equal(run_result(o).generations, generations + 1);
        }
        assert_int_equal(run_result(o).evaluations, 40 * 8 + trials);
        if (i == 0) assert_int_equal(trials, 0);
        if (i == 1) assert_int_equal(trials, 39 * 8);
        if (i == 2) assert_in_range(trials, 39, 39 * 4);
        nes_destroy(o);
    }
}

/* All forms, with and without mixing, solve the sphere, each family that can. The rate moves in all
 * of the 36 runs but a few: by chance it stays in one of 40. */
static void test_solves(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-full", "gauss-diag",   "gauss-radial",
                                           "student",    "student-diag", "gauss-exp"};
    const double x0[4] = {1, 2, -3, 2};
    size_t stays = 0;
    for (size_t i = 0; i < 6; i++)
        for (size_t form = 1; nes_technique_at("adaptation", form) != NULL; form++)
            for (int mixes = 0; mixes < 2; mixes++) {
                nes_settings s = run_settings("xnes");
                s.family = families[i];
                s.adaptation = nes_technique_at("adaptation", form)->name;
                s.mixing = mixes ? "importance" : "none";
                s.popsize = 20;
                s.c_rho = 2.5;
                if (nes_family_find(families[i])->nu != NULL) s.nu = 10;
                s.target = 1e-8;
                s.max_evals = 20000;
                nes_opt *o = run_start(4, x0, &s);
                bool moves = false;
                while (nes_stopped(o) == NES_RUNNING) {
                    run_step(o, run_sphere, NULL);
                    const nes_gen *g = &nes_runs_best(&o->runs)->run->g;
                    moves = moves || g->eta.sigma != g->base.sigma;
                }
                if (nes_stopped(o) != NES_STOP_TARGET)
                    fail_msg("%s, %s, %s: %s", families[i], s.adaptation, s.mixing,
                             run_result(o).stop_text);
                stays += !moves;
                nes_destroy(o);
            }
    assert_true(stays <= 4);
}

/* The natural gradient of logarithm and square root of the covariance is the same to first order:
 * at small rates the families agree on when the rate is to grow. */
static void test_same_verdicts(void **state)
{
    (void)state;
    enum { N = 40, D = 3 };
    size_t successes = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        double eta[2];
        for (int i = 0; i < 2; i++) {
            const nes_family *family = i == 0 ? &nes_gauss_full : &nes_gauss_exp;
            const nes_rates rates = {.mu = 0.1, .sigma = 0.2, .shape = 0.01, .limit = 10};
            double f[N];
            rig r;
            rig_make(&r, family, D, N, true);
            rig_start(&r, NULL, 1, NULL);
            constants(&r);
            rig_sample(&r, seed, 0);
            for (size_t k = 0; k < N; k++) r.g.batch.f[k] = nes_batch_norm2(&r.g.batch, k);
            assert_int_equal(rig_step(&r, &rates), 0);
            rig_sample(&r, seed, 1);
            for (size_t k = 0; k < N; k++) f[k] = run_sphere(D, r.g.batch.x + k * D, NULL);
            r.g.active[RIG_ADAPTATION].technique = &nes_virtual_adaptation;
            eta[i] = adapted(&r, f, 0.2, 0.1);
            rig_free(&r);
        }
        assert_within(eta[0], eta[1], 0);
        successes += eta[0] > 0.2;
    }
    assert_in_range(successes, 1, 40);
}

/* The parameters of canonical NES and of the factored plain gradient, and a user's own. */
static void test_scores(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-cov",  "gauss-factor", "gauss-exp",
                                           "gauss-diag", "user",         "gauss-full"};
    const double x0[2] = {1, -1};
    for (size_t i = 0; i < 6; i++)
        for (size_t form = 1; nes_technique_at("adaptation", form) != NULL; form++)
            for (int mixes = 0; mixes < 2; mixes++) {
                nes_settings s = run_settings("auto");
                s.family = families[i];
                s.gradient = "fisher";
                s.density = i == 4 ? mixture_density() : NULL;
                s.adaptation = nes_technique_at("adaptation", form)->name;
                s.mixing = mixes ? "importance" : "none";
                s.popsize = 60;
                s.as_most = 0.4;
                s.target = i == 4 ? 1e-3 : 1e-6;
                s.max_evals = 60000;
                nes_opt *o = run_start(2, i == 4 ? NULL : x0, &s);
                bool moves = false;
                while (nes_stopped(o) == NES_RUNNING) {
                    run_step(o, run_sphere, NULL);
                    const nes_gen *g = &nes_runs_best(&o->runs)->run->g;
                    moves = moves || g->eta.sigma != g->base.sigma;
                }
                if (nes_stopped(o) != NES_STOP_TARGET || !moves)
                    fail_msg("%s, %s, %s: %s", families[i], s.adaptation, s.mixing,
                             run_result(o).stop_text);
                nes_destroy(o);
            }
}

/* Steps that add to the parameters lose no more runs with adaptation than without, which are none.
 */
static void test_stays_valid(void **state)
{
    (void)state;
    enum { SEEDS = 30 };
    static const char *const families[] = {"gauss-cov", "gauss-diag", "student-diag",
                                           "gauss-radial", "gauss-factor"};
    const double x0[4] = {0.5, -1, 1.5, -2};
    for (size_t i = 0; i < 5; i++)
        for (size_t form = 1; nes_technique_at("adaptation", form) != NULL; form++)
            for (uint64_t seed = 1; seed <= (form == 1 ? SEEDS : SEEDS / 3); seed++) {
                nes_settings s = run_settings("auto");
                s.family = families[i];
                s.gradient = "fisher";
                s.adaptation = nes_technique_at("adaptation", form)->name;
                s.seed = seed;
                s.restarts = "none";
                s.target = 1e-8;
                s.max_evals = 10000;
                nes_opt *o = run_start(4, x0, &s);
                assert_int_equal(nes_run(o, run_sphere, NULL), NES_OK);
                if (nes_stopped(o) != NES_STOP_TARGET)
                    fail_msg("%s, %s, seed %llu: %s", families[i], s.adaptation,
                             (unsigned long long)seed, run_result(o).stop_text);
                nes_destroy(o);
            }
}

/* The rate of a step that adds to sigma is one with which the longer step leaves a positive sigma:
 * lowered to at most (raised/initial)^(1/64) below the largest, but never below the initial rate,
 * and remembered. */
static void test_room(void **state)
{
    (void)state;
    static const struct {
        double move, eta, initial, most;
    } cases[] = {
        {-0.5, 1, 0.1, 1},                              /* 1 - 1.5 * 1 * 0.5 > 0 */
        {-0.7, 1, 0.1, 1 / 1.05},                       /* 1 - 1.5 * 1 * 0.7 < 0 */
        {-2, 0.9, 0.1, 1.0 / 3},  {-50, 0.9, 0.1, 0.1}, /* nothing fits: the initial rate */
        {-50, 0.1, 0.1, 0.1},                           /* which adaptation did not raise */
        {50, 1, 0.1, 1},                                /* growing has no end */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int share = 1; share <= 2; share++) {
            rig r;
            rig_make(&r, &nes_gauss_diag, 2, 6, true);
            rig_start(&r, NULL, 1, NULL);
            constants(&r);
            r.g.active[RIG_ADAPTATION].technique = &nes_virtual_adaptation;
            r.g.step.straight = true;
            const double direction[4] = {0, 0, 0.1, cases[i].move * share};
            memcpy(r.g.step.direction, direction, sizeof direction);
            r.g.eta.sigma = cases[i].eta;
            r.g.base.sigma = cases[i].initial;
            nes_rates eta = {.mu = 1, .sigma = cases[i].eta / share, .limit = 10};
            nes_before_apply(&r.g, &eta);
            const double step = pow(cases[i].eta / cases[i].initial, 1.0 / 64);
            assert_true(r.g.eta.sigma <= cases[i].most * (1 + 1e-15));
            assert_true(r.g.eta.sigma >= cases[i].most / step * (1 - 1e-15));
            assert_relative(eta.sigma, r.g.eta.sigma / share, 1e-15);
            assert_within(r.g.dist.theta[2], 1, 0);
            assert_within(r.g.dist.theta[3], 1, 0);
            rig_free(&r);
        }
}

/* A user's density: ratios are differences of its logpdf, samples are its own, and what repair
 * makes of the longer step counts. */
static int clamp(double *theta, size_t dim, void *user)
{
    (void)dim;
    const double *most = user;
    if (theta[3] < -most[1]) return 1;
    theta[4] = fmin(theta[4], most[0]);
    return 0;
}

static void move_user(rig *r, const nes_density *density, double rate)
{
    enum { N = 20 };
    const nes_rates eta = {.mu = 1, .sigma = rate, .limit = 10};
    rig_make_user(r, density, 2, N);
    rig_start(r, NULL, 1, NULL);
    rig_sample(r, 5, 0);
    for (size_t k = 0; k < N; k++) r->g.batch.f[k] = -r->g.batch.x[2 * k];
    r->g.scheme->weigh(&r->g);
    assert_int_equal(rig_move(r, &nes_gradient_fisher, &eta), NES_MOVED);
}

static void test_user(void **state)
{
    (void)state;
    enum { N = 20 };
    for (int i = 0; i < 2; i++) {
        double most[2] = {i == 0 ? 1e3 : 1.52, 1e3}, log[N];
        nes_density density = *mixture_density();
        density.repair = clamp;
        density.user = most;
        rig now, longer;
        move_user(&now, &density, 0.1);
        move_user(&longer, &density, 0.15);
        assert_true(now.g.dist.theta[4] > 1.5); /* both move the way of the clamp */
        assert_true(i == 0 ? longer.g.dist.theta[4] > now.g.dist.theta[4]
                           : longer.g.dist.theta[4] == 1.52);
        nes_user.densities->longer(&now.g.dist, &now.g.step, (nes_slots){&now.g.batch, 0, N}, 0.5,
                                   log);
        for (size_t k = 0; k < N; k++) {
            const double *x = now.g.batch.z + 2 * k;
            const double want = density.logpdf(longer.g.dist.theta, 2, x, NULL) -
                                density.logpdf(now.g.dist.theta, 2, x, NULL);
            assert_within(log[k], want, 1e-12 * (1 + fabs(want)));
        }
        rig_sample(&longer, 6, 1);
        rig_sample(&now, 6, 1);
        assert_int_equal(nes_user.densities->stretch(&now.g.dist, &now.g.step,
                                                     (nes_slots){&now.g.batch, 0, N}, 0.5),
                         0);
        for (size_t k = 0; k < 2 * N; k++)
            assert_within(now.g.batch.z[k], longer.g.batch.z[k], 1e-12);
        most[1] = -10; /* from now on nothing is a distribution */
        nes_user.densities->longer(&now.g.dist, &now.g.step, (nes_slots){&now.g.batch, 0, 1}, 0.5,
                                   log);
        assert_true(isnan(log[0]));
        assert_int_not_equal(nes_user.densities->stretch(&now.g.dist, &now.g.step,
                                                         (nes_slots){&now.g.batch, 0, N}, 0.5),
                             0);
        rig_free(&now);
        rig_free(&longer);
    }
}

/* Where the larger rate gives no distribution, no form evaluates anything, and the rate falls. */
static void test_no_distribution(void **state)
{
    (void)state;
    enum { N = 20 };
    for (size_t form = 1; nes_technique_at("adaptation", form) != NULL; form++) {
        double most[2] = {1e3, 1e3}, f[N];
        nes_density density = *mixture_density();
        density.repair = clamp;
        density.user = most;
        rig r, trial;
        move_user(&r, &density, 0.1);
        rig_make_user(&trial, &density, 2, N);
        constants(&r);
        r.g.active[RIG_ADAPTATION].technique = nes_technique_at("adaptation", form);
        most[1] = -10;
        for (size_t k = 0; k < N; k++) f[k] = (double)k;
        memcpy(r.g.batch.f, f, sizeof f);
        nes_shape(&r.g);
        assert_int_equal(nes_draw_trial(&r.g, &trial.g.batch), 0);
        assert_relative(adapted(&r, f, 0.5, 0.2), 0.47, 1e-15);
        rig_free(&r);
        rig_free(&trial);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_direction),     cmocka_unit_test(test_cap),
        cmocka_unit_test(test_ties),          cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_mixed_sample),  cmocka_unit_test(test_sampled_points),
        cmocka_unit_test(test_evaluations),   cmocka_unit_test(test_solves),
        cmocka_unit_test(test_same_verdicts), cmocka_unit_test(test_scores),
        cmocka_unit_test(test_stays_valid),   cmocka_unit_test(test_room),
        cmocka_unit_test(test_user),          cmocka_unit_test(test_no_distribution),
    };
    return cmocka_run_group_tests_name("adaptation", tests, NULL, NULL);
}
