/* SPDX-License-Identifier: MIT
 *
 * A user's own distribution: through ask and tell, threads, save and load, mixing and restarts; and
 * every way in which it can be wrong. [math: A1, A3, A5] */
#include "nes/density.h"
#include "support/mixture.h"
#include "support/runs.h"

enum { D = 2 };

static nes_settings user_settings(const nes_density *density)
{
    nes_settings s = run_settings("auto");
    s.family = "user";
    s.density = density;
    s.max_gens = 300;
    return s;
}

/* The point the mixture can reach: both coordinates equal. */
static double valley(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += (x[i] - 3) * (x[i] - 3);
    return sum;
}

static void improves(void **state)
{
    (void)state;
    static const char *const gradients[] = {NULL, "fisher", "plain"};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = user_settings(mixture_density());
        s.gradient = gradients[i];
        if (i == 2) s.eta_sigma = 0.05;
        nes_opt *o = run_start(D, NULL, &s);
        run_to_end(o, valley, NULL);
        const nes_result r = run_result(o);
        assert_true(r.best_f < 1e-2);
        assert_null(r.mean_x);
        assert_null(r.std_x);
        assert_true(isnan(r.sigma) && isnan(run_condition(o)));
        assert_null(r.method);
        assert_string_equal(nes_get_settings(o)->gradient, i == 2 ? "plain" : "fisher");
        nes_destroy(o);
    }
}

/* The density and its numbers are copied; the caller's may change. */
static void copied(void **state)
{
    (void)state;
    nes_density mine = *mixture_density();
    double theta0[MIXTURE_PARAMETERS];
    memcpy(theta0, mine.theta0, sizeof theta0);
    mine.theta0 = theta0;
    nes_settings s = user_settings(&mine);
    nes_opt *a = run_start(D, NULL, &s);
    s.density = mixture_density();
    nes_opt *b = run_start(D, NULL, &s);
    memset(&mine, 0, sizeof mine);
    memset(theta0, 0, sizeof theta0);
    run_steps(a, 5, valley, NULL);
    run_steps(b, 5, valley, NULL);
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    static const uint64_t jobs[] = {1, 2, 7};
    double x[3][D] = {{0}};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = user_settings(mixture_density());
        s.jobs = jobs[i];
        s.max_gens = 20;
        assert_int_equal(nes_minimize(valley, NULL, D, x[i], &s, NULL), NES_OK);
        assert_memory_equal(x[i], x[0], sizeof x[0]);
    }
}

/* In the middle of a generation; the density comes with the settings of nes_load. */
static void save_and_load(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        nes_settings s = user_settings(mixture_density());
        if (i % 2 == 1) s.mixing = "importance";
        if (i >= 2) s.adaptation = i == 2 ? "virtual" : i == 3 ? "mixed" : "sampled";
        nes_opt *o = run_start(D, NULL, &s), *copy = NULL;
        nes_points p;
        char message[NES_MESSAGE_SIZE];
        run_steps(o, 7, valley, NULL);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const double f = valley(D, p.x, NULL);
        assert_int_equal(nes_tell_some(o, 1, p.id, &f), NES_OK);
        const run_saved saved = run_save(o);
        assert_int_equal(nes_load(&copy, saved.data, saved.size, NULL, message, sizeof message),
                         NES_ERR_METHOD);
        assert_null(copy);
        run_assert_has(message, "density");
        assert_int_equal(nes_load(&copy, saved.data, saved.size, &s, message, sizeof message),
                         NES_OK);
        run_assert_same(o, copy);
        run_steps(o, 10, valley, NULL);
        run_steps(copy, 10, valley, NULL);
        run_assert_same(o, copy);
        nes_density other = *mixture_density();
        nes_destroy(copy);
        other.nparam--;
        s.density = &other;
        assert_int_equal(nes_load(&copy, saved.data, saved.size, &s, message, sizeof message),
                         NES_ERR_DAMAGED);
        nes_destroy(o);
        free(saved.data);
    }
}

/* Samples are used again, as far as the density allows: fewer evaluations a generation. */
static void mixing(void **state)
{
    (void)state;
    nes_settings s = user_settings(mixture_density());
    s.mixing = "importance";
    s.max_gens = 50;
    nes_opt *o = run_start(D, NULL, &s);
    run_to_end(o, valley, NULL);
    const uint64_t rows = nes_get_settings(o)->popsize;
    assert_true(run_result(o).evaluations < 40 * rows);
    assert_true(run_result(o).best_f < 0.1);
    nes_destroy(o);
}

static void bounds(void **state)
{
    (void)state;
    static const char *const handlers[] = {"transform", "reflect", "resample"};
    const double lower[D] = {-1, 0}, upper[D] = {1, 2};
    for (size_t h = 0; h < 3; h++) {
        nes_settings s = user_settings(mixture_density());
        s.lower = lower;
        s.upper = upper;
        s.bounds = handlers[h];
        nes_opt *o = run_start(D, NULL, &s);
        for (int t = 0; t < 30 && nes_stopped(o) == NES_RUNNING; t++) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t i = 0; i < p.n * D; i++)
                assert_true(p.x[i] >= lower[i % D] && p.x[i] <= upper[i % D]);
            run_step(o, valley, NULL);
        }
        nes_destroy(o);
    }
}

static void restarts(void **state)
{
    (void)state;
    nes_settings s = user_settings(mixture_density());
    s.restarts = "interleaved";
    s.max_gens = 0;
    s.max_evals = 5000;
    nes_opt *o = run_start(D, NULL, &s);
    run_to_end(o, valley, NULL);
    assert_true(run_result(o).restarts > 0);
    nes_destroy(o);
}

static void refused(const nes_density *density, const char *part)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    const nes_settings s = user_settings(density);
    assert_int_not_equal(nes_settings_check(&s, D, NULL, message, sizeof message), NES_OK);
    run_assert_has(message, part);
    assert_int_not_equal(nes_create(&o, D, NULL, &s), NES_OK);
    assert_null(o);
}

static void nan_sample(const double *theta, size_t dim, nes_random *r, double *x, void *user)
{
    (void)theta, (void)r, (void)user;
    for (size_t i = 0; i < dim; i++) x[i] = NAN;
}

static void nan_score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    (void)theta, (void)dim, (void)x, (void)user;
    for (size_t i = 0; i < MIXTURE_PARAMETERS; i++) s[i] = i == 3 ? NAN : 0;
}

static double nan_logpdf(const double *theta, size_t dim, const double *x, void *user)
{
    (void)theta, (void)dim, (void)x, (void)user;
    return NAN;
}

static void incomplete(void **state)
{
    (void)state;
    const double start[MIXTURE_PARAMETERS] = {0, INFINITY, 0, 0, 0};
    nes_density d = *mixture_density();
    refused(NULL, "nes/density.h");
    d.sample = NULL;
    refused(&d, "sample");
    d = *mixture_density(), d.score = NULL;
    refused(&d, "score");
    d = *mixture_density(), d.nparam = 0;
    refused(&d, "nparam is 0");
    d = *mixture_density(), d.theta0 = NULL;
    refused(&d, "theta0 is null");
    d = *mixture_density(), d.theta0 = start;
    refused(&d, "theta0[2] of the density is inf");
    d = *mixture_density(), d.sample = nan_sample;
    refused(&d, "sample");
    d = *mixture_density(), d.score = nan_score;
    refused(&d, "number 4 of the density's score at theta0 is nan");
    d = *mixture_density(), d.logpdf = nan_logpdf;
    refused(&d, "logpdf");
}

static void misplaced(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    nes_density silent = *mixture_density();
    silent.logpdf = NULL;
    nes_settings s = user_settings(&silent);
    s.mixing = "importance";
    assert_int_equal(nes_settings_check(&s, D, NULL, message, sizeof message), NES_ERR_METHOD);
    run_assert_has(message, "log-density");
    s = user_settings(mixture_density());
    s.family = NULL;
    assert_int_equal(nes_settings_check(&s, D, NULL, message, sizeof message), NES_ERR_METHOD);
    run_assert_has(message, "'user'");
    s = user_settings(&silent);
    s.adaptation = "virtual";
    assert_int_equal(nes_settings_check(&s, D, NULL, message, sizeof message), NES_ERR_METHOD);
    run_assert_has(message, "adaptation 'virtual' needs a family with a log-density");
    run_assert_has(message, "'logpdf'");
    s.adaptation = "sampled"; /* samples alone will do */
    assert_int_equal(nes_settings_check(&s, D, NULL, message, sizeof message), NES_OK);
}

/* Turns to NaN once the run is under way: user is the number of calls until then. */
static void failing_score(const double *theta, size_t dim, const double *x, double *s, void *user)
{
    int *left = user;
    mixture_density()->score(theta, dim, x, s, NULL);
    if ((*left)-- <= 0) s[1] = NAN;
}

static int refuse(double *theta, size_t dim, void *user)
{
    (void)dim, (void)user;
    return theta[3] > -0.9; /* the first component was at -1 */
}

static void stopped_on_the_way(void **state)
{
    (void)state;
    int left = 100;
    nes_density d = *mixture_density();
    d.score = failing_score;
    d.user = &left;
    nes_settings s = user_settings(&d);
    nes_opt *o = run_start(D, NULL, &s);
    run_to_end(o, valley, NULL);
    assert_int_equal(run_result(o).stop, NES_STOP_NONFINITE);
    assert_true(run_result(o).generations > 1);
    nes_destroy(o);
    d = *mixture_density();
    d.repair = refuse;
    s = user_settings(&d);
    o = run_start(D, NULL, &s);
    run_to_end(o, valley, NULL);
    assert_int_equal(run_result(o).stop, NES_STOP_INVALID);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(improves),      cmocka_unit_test(copied),
        cmocka_unit_test(save_and_load), cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(mixing),        cmocka_unit_test(bounds),
        cmocka_unit_test(restarts),      cmocka_unit_test(incomplete),
        cmocka_unit_test(misplaced),     cmocka_unit_test(stopped_on_the_way),
    };
    return cmocka_run_group_tests_name("density", tests, NULL, NULL);
}
