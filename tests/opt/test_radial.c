/* SPDX-License-Identifier: MIT
 *
 * Runs with a user's law of distances: the normal law is xnes to rounding, whatever stands around
 * the step; Student's law with its parameter solves what t-xnes does; threads, save and load; and
 * every way in which a law can be wrong. [math: A17-A19] */
#include "nes/density.h"
#include "support/laws.h"
#include "support/runs.h"

enum { D = 5 };

static const double START[D] = {1, 2, -3, 2, -1};

static nes_settings law_settings(const char *method, const nes_radial *law)
{
    nes_settings s = run_settings(method);
    s.family = "user-radial";
    s.radial = law;
    return s;
}

/* Points of both runs, ask by ask. Only the constants of the step differ, by their last bits. */
static void compare_runs(const nes_settings *own, const nes_settings *user, int asks)
{
    nes_opt *a = run_start(D, START, own), *b = run_start(D, START, user);
    for (int t = 0; t < asks; t++) {
        nes_points p, q;
        assert_int_equal(nes_ask(a, &p), NES_OK);
        assert_int_equal(nes_ask(b, &q), NES_OK);
        assert_int_equal(p.n, q.n);
        for (size_t i = 0; i < p.n * D; i++)
            assert_within(q.x[i], p.x[i], 1e-9 * (1e-3 + fabs(p.x[i])));
        run_step(a, run_ellipsoid, NULL);
        run_step(b, run_ellipsoid, NULL);
    }
    nes_destroy(a);
    nes_destroy(b);
}

static void normal_is_xnes(void **state)
{
    (void)state;
    static const char *const samplings[] = {"iid", "mirrored", "orthogonal", "mirrored-orthogonal"};
    for (size_t i = 0; i < 4; i++) {
        nes_settings own = run_settings("xnes"), user = law_settings("xnes", law_normal());
        own.sampling = user.sampling = samplings[i];
        compare_runs(&own, &user, 40);
    }
    static const char *const forms[] = {"virtual", "sampled", "mixed"};
    for (size_t i = 0; i < 3; i++) {
        nes_settings own = run_settings("xnes"), user = law_settings("xnes", law_normal());
        own.adaptation = user.adaptation = forms[i];
        own.mixing = user.mixing = "importance";
        compare_runs(&own, &user, 40);
    }
    const nes_settings own = run_settings("1+1-xnes"),
                       user = law_settings("1+1-xnes", law_normal());
    compare_runs(&own, &user, 200);
}

static void student_solves(void **state)
{
    (void)state;
    double nu = 1;
    const nes_radial fixed = law_fixed(&nu);
    const struct {
        const char *method, *mixing, *adaptation;
        const nes_radial *law;
    } cases[] = {{"xnes", "none", "none", law_student()},
                 {"xnes", "importance", "none", law_student()},
                 {"xnes", "none", "virtual", law_student()},
                 {"1+1-xnes", "none", "none", &fixed},
                 {"1+1-xnes", "none", "none", law_student()}};
    for (size_t i = 0; i < 5; i++) {
        nes_settings s = law_settings(cases[i].method, cases[i].law);
        s.mixing = cases[i].mixing;
        if (i == 1) s.popsize = 5 * D; /* which mixing needs */
        s.adaptation = cases[i].adaptation;
        s.target = 1e-7;
        s.max_evals = 20000;
        nes_opt *o = run_start(D, START, &s);
        run_to_end(o, run_sphere, NULL);
        if (run_result(o).stop != NES_STOP_TARGET)
            fail_msg("case %zu: %s", i, run_result(o).stop_text);
        assert_non_null(run_result(o).mean_x);
        nes_destroy(o);
    }
}

/* The law and its numbers are copied; the caller's may change. */
static void copied(void **state)
{
    (void)state;
    nes_radial mine = *law_student();
    double tau0 = mine.tau0[0];
    mine.tau0 = &tau0;
    nes_settings s = law_settings("xnes", &mine);
    nes_opt *a = run_start(D, START, &s);
    s.radial = law_student();
    nes_opt *b = run_start(D, START, &s);
    memset(&mine, 0, sizeof mine);
    tau0 = 17;
    run_steps(a, 5, run_ellipsoid, NULL);
    run_steps(b, 5, run_ellipsoid, NULL);
    run_assert_same(a, b);
    nes_destroy(a);
    nes_destroy(b);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    static const uint64_t jobs[] = {1, 2, 7};
    double x[3][D];
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = law_settings("xnes", law_student());
        memcpy(x[i], START, sizeof START);
        s.jobs = s.threads = jobs[i];
        s.max_gens = 20;
        assert_int_equal(nes_minimize(run_sphere, NULL, D, x[i], &s, NULL), NES_OK);
        assert_memory_equal(x[i], x[0], sizeof x[0]);
    }
}

static int refuse_all(double *tau, size_t dim, void *user)
{
    (void)tau, (void)dim, (void)user;
    return 1;
}

/* In the middle of a generation; the law comes with the settings of nes_load. */
static void save_and_load(void **state)
{
    (void)state;
    static const char *const forms[] = {"none", "virtual", "mixed", "sampled"};
    for (size_t i = 0; i < 12; i++) {
        nes_settings s = law_settings("xnes", law_student());
        if (i >= 8) s.gradient = "fisher";
        s.mixing = i < 4 ? "none" : "importance";
        s.adaptation = forms[i % 4];
        nes_opt *o = run_start(D, START, &s), *copy = NULL;
        nes_points p;
        char message[NES_MESSAGE_SIZE];
        run_steps(o, 7, run_ellipsoid, NULL);
        assert_int_equal(nes_ask(o, &p), NES_OK);
        const double f = run_ellipsoid(D, p.x, NULL);
        assert_int_equal(nes_tell_some(o, 1, p.id, &f), NES_OK);
        const run_saved saved = run_save(o);
        assert_int_equal(nes_load(&copy, saved.data, saved.size, NULL, message, sizeof message),
                         NES_ERR_METHOD);
        run_assert_has(message, "'radial'");
        assert_int_equal(nes_load(&copy, saved.data, saved.size, &s, message, sizeof message),
                         NES_OK);
        run_assert_same(o, copy);
        run_steps(o, 10, run_ellipsoid, NULL);
        run_steps(copy, 10, run_ellipsoid, NULL);
        run_assert_same(o, copy);
        nes_destroy(copy);
        nes_radial other = *law_student();
        other.repair = refuse_all;
        s.radial = &other; /* parameters that it refuses */
        assert_int_equal(nes_load(&copy, saved.data, saved.size, &s, message, sizeof message),
                         NES_ERR_DAMAGED);
        run_assert_has(message, "no distribution");
        s.radial = law_normal(); /* another number of parameters */
        assert_int_equal(nes_load(&copy, saved.data, saved.size, &s, message, sizeof message),
                         NES_ERR_DAMAGED);
        nes_destroy(o);
        free(saved.data);
    }
}

/* The parameters can be read, and their rate is an option; a law without any has neither. */
static void parameters(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    double tau = 0, rate = 0, seen;
    nes_settings s = law_settings("xnes", law_student());
    s.eta_nu = 0.125;
    nes_opt *o = run_start(D, START, &s);
    assert_int_equal(nes_get_array(o, "theta", 1, &tau), NES_OK);
    assert_true(tau == law_student()->tau0[0]);
    run_steps(o, 5, run_sphere, NULL);
    assert_int_equal(nes_get_array(o, "theta", 1, &seen), NES_OK);
    assert_true(isfinite(seen) && seen != tau);
    assert_int_equal(nes_get_real(o, "eta_nu", &rate), NES_OK);
    run_assert_real(rate, 0.125);
    nes_destroy(o);
    s = law_settings("xnes", law_normal());
    o = run_start(D, START, &s);
    assert_int_not_equal(nes_get_array(o, "theta", 1, &tau), NES_OK);
    nes_destroy(o);
    s.eta_nu = 0.125;
    assert_int_equal(nes_settings_check(&s, D, START, message, sizeof message), NES_ERR_METHOD);
    run_assert_has(message, "option 'eta_nu' is 0.125, which is of no use");
    run_assert_has(message, "a radial law with parameters");
    s = law_settings("xnes", law_student());
    s.adapt_nu = true; /* that is the family student's */
    assert_int_equal(nes_settings_check(&s, D, START, message, sizeof message), NES_ERR_METHOD);
    run_assert_has(message, "'adapt_nu'");
}

/* Settings without the struct. */
static void by_function(void **state)
{
    (void)state;
    const nes_radial *m = law_student();
    nes_settings *s = nes_settings_new(), declared = run_settings("xnes");
    double tau0 = m->tau0[0];
    assert_non_null(s);
    assert_int_equal(nes_set_radial(s, 1, &tau0, m->logq, m->slope, NULL, m->radius, NULL, NULL),
                     NES_ERR_ARGUMENT);
    assert_int_equal(nes_set_radial(s, 1, NULL, m->logq, m->slope, m->score, m->radius, NULL, NULL),
                     NES_ERR_ARGUMENT);
    assert_int_equal(
        nes_set_radial(&declared, 1, &tau0, m->logq, m->slope, m->score, m->radius, NULL, NULL),
        NES_ERR_ARGUMENT);
    assert_int_equal(
        nes_set_radial(s, 1, &tau0, m->logq, m->slope, m->score, m->radius, m->repair, NULL),
        NES_OK);
    tau0 = 5; /* copied */
    assert_int_equal(nes_set(s, "method", "xnes"), NES_OK);
    assert_int_equal(nes_set(s, "family", "user-radial"), NES_OK);
    s->seed = 3;
    nes_settings other = law_settings("xnes", m);
    other.seed = 3;
    nes_opt *a = run_start(D, START, s), *b = run_start(D, START, &other);
    nes_settings_free(s);
    nes_points p, q;
    run_steps(a, 5, run_ellipsoid, NULL);
    run_steps(b, 5, run_ellipsoid, NULL);
    assert_int_equal(nes_ask(a, &p), NES_OK);
    assert_int_equal(nes_ask(b, &q), NES_OK);
    assert_same_reals(p.n * D, p.x, q.x);
    nes_destroy(a);
    nes_destroy(b);
}

static void refused(const nes_radial *law, const char *part)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *o = NULL;
    const nes_settings s = law_settings("xnes", law);
    assert_int_not_equal(nes_settings_check(&s, D, START, message, sizeof message), NES_OK);
    run_assert_has(message, part);
    assert_int_not_equal(nes_create(&o, D, START, &s), NES_OK);
    assert_null(o);
}

static double negative(const double *tau, size_t dim, double n, nes_random *r, void *user)
{
    (void)tau, (void)dim, (void)r, (void)user;
    return -n;
}

static double steep(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)r2, (void)user;
    return -1;
}

static double undefined(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)r2, (void)user;
    return NAN;
}

static double growing(const double *tau, size_t dim, double r2, void *user)
{
    (void)tau, (void)dim, (void)user;
    return r2;
}

static void biased(const double *tau, size_t dim, double r2, double *s, void *user)
{
    law_student()->score(tau, dim, r2, s, user);
    s[0] += 1;
}

static void incomplete(void **state)
{
    (void)state;
    const double infinite = INFINITY;
    nes_radial law = *law_student();
    refused(NULL, "nes/density.h");
    law.logq = NULL;
    refused(&law, "no function 'logq'");
    law = *law_student(), law.slope = NULL;
    refused(&law, "no function 'slope'");
    law = *law_student(), law.radius = NULL;
    refused(&law, "no function 'radius'");
    law = *law_student(), law.score = NULL;
    refused(&law, "no function 'score'");
    law = *law_student(), law.tau0 = NULL;
    refused(&law, "tau0 is null");
    law = *law_student(), law.tau0 = &infinite;
    refused(&law, "tau0[1] of the radial law is inf");
    law = *law_student(), law.radius = negative;
    refused(&law, "drew the distance -2.2");
    law = *law_normal(), law.slope = steep;
    refused(&law, "is 5 at tau0, not dim/2 = 2.5");
    law = *law_normal(), law.slope = undefined;
    refused(&law, "not a finite number at r2");
    law = *law_normal(), law.logq = undefined;
    refused(&law, "not a finite number at r2");
    law = *law_normal(), law.logq = growing;
    refused(&law, "");
    law = *law_student(), law.score = biased;
    refused(&law, "number 1 of the score of the radial law has the mean 1 ");
}

static void misplaced(void **state)
{
    (void)state;
    char message[NES_MESSAGE_SIZE];
    nes_settings s = run_settings("xnes");
    s.radial = law_normal();
    assert_int_equal(nes_settings_check(&s, D, START, message, sizeof message), NES_ERR_METHOD);
    run_assert_has(message, "set family to 'user-radial'");
}

/* tau leaves its range: the run says so. */
static int refuse(double *tau, size_t dim, void *user)
{
    (void)dim, (void)user;
    return fabs(tau[0] - law_student()->tau0[0]) > 0.2;
}

static void stopped_on_the_way(void **state)
{
    (void)state;
    nes_radial law = *law_student();
    law.repair = refuse;
    nes_settings s = law_settings("xnes", &law);
    s.max_gens = 1000;
    nes_opt *o = run_start(D, START, &s);
    run_to_end(o, run_sphere, NULL);
    assert_int_equal(run_result(o).stop, NES_STOP_INVALID);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_is_xnes), cmocka_unit_test(student_solves),
        cmocka_unit_test(copied),         cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(save_and_load),  cmocka_unit_test(by_function),
        cmocka_unit_test(parameters),     cmocka_unit_test(incomplete),
        cmocka_unit_test(misplaced),      cmocka_unit_test(stopped_on_the_way),
    };
    return cmocka_run_group_tests_name("radial", tests, NULL, NULL);
}
