/* SPDX-License-Identifier: MIT
 *
 * How far an answer can be trusted: what has converged is said to have, and whatever only looks
 * like it is not, by a sentence that says why. */
#include "support/runs.h"

enum { D = 5 };

static double shifted(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += (x[i] - 1000) * (x[i] - 1000);
    return sum;
}

static double lifted(size_t dim, const double *x, void *user)
{
    return 1e6 + run_sphere(dim, x, user);
}

static double tiny(size_t dim, const double *x, void *user)
{
    return 1e-20 * run_sphere(dim, x, user);
}

static double constant(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 3;
}

static double steps(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += floor(fabs(x[i]));
    return sum;
}

static double corner(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += fabs(x[i]);
    return sum;
}

/* Many basins of different depth. */
static double waves(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i] + 10 - 10 * cos(6.283185307179586 * x[i]);
    return sum;
}

/* A single point better than all others. */
static double needle(size_t dim, const double *x, void *user)
{
    return x[0] == 2 && x[1] == 2 ? -1 : run_sphere(dim, x, user);
}

static double negative(size_t dim, const double *x, void *user)
{
    return -run_sphere(dim, x, user);
}

/* Values without any structure. */
static double hash(size_t dim, const double *x, void *user)
{
    const double v = sin(1e4 * run_sphere(dim, x, user)) * 1e4;
    return v - floor(v);
}

/* Ends the run, checks the verdict and its text, also by name and after a load. */
static void expect(const nes_settings *s, double x0, nes_objective f, nes_trust trust,
                   const char *part)
{
    const double x[D] = {x0, x0, x0, x0, x0};
    char text[NES_MESSAGE_SIZE];
    nes_trust by_name;
    nes_opt *o = run_start(D, x, s);
    assert_int_equal(run_result(o).trust, NES_TRUST_OPEN);
    assert_string_equal(run_result(o).trust_text, "");
    run_to_end(o, f, NULL);
    const nes_result r = run_result(o);
    if (r.trust != trust)
        fail_msg("%s ended by %s at %g: %s, %s", s->method, nes_stop_name(r.stop), r.best_f,
                 nes_trust_name(r.trust), r.trust_text);
    run_assert_has(r.trust_text, part);
    assert_int_equal(nes_get_trust(o, &by_name, text, sizeof text), NES_OK);
    assert_int_equal(by_name, trust);
    assert_string_equal(text, r.trust_text);
    nes_opt *copy = run_copy(o);
    assert_string_equal(run_result(copy).trust_text, r.trust_text);
    nes_destroy(copy);
    nes_destroy(o);
}

static const char *const METHODS[] = {"dd-xnes", "xnes", "snes", "1+1-xnes"};

static void converged(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        nes_settings s = run_settings(METHODS[i]);
        expect(&s, 3, run_sphere, NES_TRUST_CONVERGED, "one run cannot tell");
        expect(&s, 3, run_ellipsoid, NES_TRUST_CONVERGED, "has shrunk");
        expect(&s, 3, lifted, NES_TRUST_CONVERGED, "differ by");
        s.target = 1e-3;
        expect(&s, 3, corner, NES_TRUST_CONVERGED, "the target was reached");
        s.maximize = true;
        s.target = -1e-3;
        expect(&s, 3, negative, NES_TRUST_CONVERGED, "the target was reached");
    }
}

/* The paper's xNES loses its way on a long slope, and dd-xnes does not. */
static void far_away(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        nes_settings s = run_settings("xnes");
        s.seed = seed;
        expect(&s, 0, shifted, NES_TRUST_DOUBTFUL, "elongated");
        s.method = "dd-xnes";
        expect(&s, 0, shifted, NES_TRUST_CONVERGED, "differ by");
    }
}

static void nothing_to_see(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        nes_settings s = run_settings(METHODS[i]);
        expect(&s, 3, constant, NES_TRUST_DOUBTFUL, "(3 to 3): the objective is constant");
        expect(&s, 3, tiny, NES_TRUST_DOUBTFUL, "tolfun is too large for it");
        expect(&s, 3, run_not_a_number, NES_TRUST_DOUBTFUL, "no value was ever finite");
    }
    const nes_settings s = run_settings("dd-xnes");
    expect(&s, 50.5, steps, NES_TRUST_DOUBTFUL, "a plateau");
    expect(&s, 3, hash, NES_TRUST_STALLED, "no progress in 138 generations");
}

/* Values fall like the sphere until the distribution has shrunk. Then the best one stays what it
 * is: for some generations all others differ from it, by rounding; in the end all are equal. */
static nes_result settle(int differing)
{
    nes_settings s = run_settings("xnes");
    s.tolfun = NES_OFF;
    s.flat = 2;
    nes_opt *o = run_start(D, NULL, &s);
    nes_points p;
    for (int left = -1; nes_stopped(o) == NES_RUNNING;) {
        if (left < 0 && run_result(o).sigma < 1e-4) left = differing + 1;
        if (left > 0) left--;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        for (size_t k = 0; k < p.n; k++)
            p.f[k] = left < 0 ? 2 + run_sphere(D, p.x + k * D, NULL)
                              : 1 + (left > 0 ? (double)k * DBL_EPSILON : 0);
        assert_int_equal(marked_tell(o, p.n, p.f), NES_OK);
    }
    const nes_result r = run_result(o);
    assert_int_equal(r.stop, NES_STOP_FLAT);
    assert_true(r.stop_value == 3);
    nes_destroy(o);
    return r;
}

/* Equal values are rounding where those of the three generations before differed by no more. */
static void equal_at_last(void **state)
{
    (void)state;
    assert_int_equal(settle(2).trust, NES_TRUST_DOUBTFUL);
    assert_int_equal(settle(3).trust, NES_TRUST_CONVERGED);
}

static void no_end(void **state)
{
    (void)state;
    nes_settings s = run_settings("dd-xnes");
    expect(&s, 3, run_downhill, NES_TRUST_DOUBTFUL, "unbounded");
    s.max_evals = 300;
    expect(&s, 3, run_downhill, NES_TRUST_DOUBTFUL, "still growing");
}

/* Falls by less than six digits show. */
static double faint(size_t dim, const double *x, void *user)
{
    return 3 + 1e-8 * run_sphere(dim, x, user);
}

static void cut_off(void **state)
{
    (void)state;
    nes_settings s = run_settings("dd-xnes");
    s.max_evals = 300;
    expect(&s, 3, run_sphere, NES_TRUST_BUDGET, "still improving: the best value went from ");
    s.tolfun = NES_OFF;
    expect(&s, 3, faint, NES_TRUST_BUDGET, " to a best value of 3 in the last ");
    s.tolfun = NES_AUTO;
    s.max_evals = 20;
    expect(&s, 3, run_sphere, NES_TRUST_BUDGET, "too few to tell");
    s.max_evals = 400;
    s.maximize = true;
    expect(&s, 3, negative, NES_TRUST_BUDGET, "went from -");
    s.maximize = false;
    s.noisy = "yes";
    s.max_evals = 4000;
    expect(&s, 3, hash, NES_TRUST_STALLED, "no better value in the last ");
}

/* Where others could have started instead. */
static void polished(void **state)
{
    (void)state;
    nes_settings s = run_settings("auto");
    s.model = "off";
    s.max_evals = 400;
    expect(&s, 3, lifted, NES_TRUST_BUDGET,
           " evaluations; if that is too little, a larger tolfun (now 1e-12) ends runs earlier");
    s.tolfun = 1e-3;
    s.max_evals = 4000;
    expect(&s, 3, lifted, NES_TRUST_CONVERGED, "2 of 2 runs");
}

static void kinks(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        nes_settings s = run_settings(METHODS[i]);
        expect(&s, 3, corner, NES_TRUST_DOUBTFUL, "kink");
        s.restarts = "ipop";
        s.max_evals = 40000;
        expect(&s, 3, corner, NES_TRUST_CONVERGED, " runs ended at this value");
    }
}

static void restarts(void **state)
{
    (void)state;
    nes_settings s = run_settings("dd-xnes");
    s.restarts = "ipop";
    s.max_evals = 7000;
    expect(&s, 3, run_sphere, NES_TRUST_CONVERGED, "; 3 of 3 runs ended at this value");
    s.restart_factor = 1;
    s.max_evals = 5000;
    expect(&s, 3, waves, NES_TRUST_LOCAL, "1 of 4 runs that ended by themselves did so at this");
}

static void better_before(void **state)
{
    (void)state;
    nes_settings s = run_settings("dd-xnes");
    s.eval_start = "yes";
    expect(&s, 2, needle, NES_TRUST_DOUBTFUL,
           "had seen this better value before, at evaluation 1 ");
}

static void at_a_bound(void **state)
{
    (void)state;
    const double lower[D] = {2, 2, -9, -9, -9}, upper[D] = {9, 9, 9, 9, INFINITY};
    nes_settings s = run_settings("dd-xnes");
    s.lower = lower;
    s.upper = upper;
    expect(&s, 5, run_sphere, NES_TRUST_CONVERGED, "; the best point is at a bound in 2 of 5 ");
    s.max_evals = 600;
    expect(&s, 5, run_sphere, NES_TRUST_BUDGET, "still improving");
}

/* A distribution that has not shrunk has found nothing. */
static void wide(void **state)
{
    (void)state;
    nes_settings s = run_settings("snes");
    s.tolfun = 1e3;
    expect(&s, 3, run_sphere, NES_TRUST_DOUBTFUL, "hardly differed");
    s.tolfun = NES_OFF;
    s.tolx = 0.5;
    expect(&s, 3, run_sphere, NES_TRUST_DOUBTFUL, "the distribution did not");
}

static void names(void **state)
{
    (void)state;
    nes_trust trust;
    char text[2];
    nes_opt *o = run_start(D, NULL, NULL);
#define CHECK(name, value, word, sentence)                                                         \
    assert_int_equal(name, value);                                                                 \
    assert_string_equal(nes_trust_name(name), word);                                               \
    assert_string_equal(nes_trust_text(name), sentence);
    NES_TRUST_LIST(CHECK)
#undef CHECK
    assert_string_equal(nes_trust_name(NES_TRUST_END_), "unknown");
    assert_string_equal(nes_trust_text(NES_TRUST_END_), "unknown trust");
    assert_int_equal(nes_get_trust(NULL, &trust, NULL, 0), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_trust(o, NULL, NULL, 0), NES_ERR_ARGUMENT);
    assert_int_equal(nes_get_trust(o, &trust, NULL, 1), NES_ERR_ARGUMENT);
    nes_stop_now(o);
    assert_int_equal(nes_get_trust(o, &trust, NULL, 0), NES_OK);
    assert_int_equal(trust, NES_TRUST_DOUBTFUL); /* there is no value */
    assert_int_equal(nes_get_trust(o, &trust, text, sizeof text), NES_OK);
    assert_int_equal(strlen(text), 1);
    nes_destroy(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converged),      cmocka_unit_test(far_away),
        cmocka_unit_test(nothing_to_see), cmocka_unit_test(equal_at_last),
        cmocka_unit_test(no_end),         cmocka_unit_test(cut_off),
        cmocka_unit_test(polished),       cmocka_unit_test(kinks),
        cmocka_unit_test(restarts),       cmocka_unit_test(better_before),
        cmocka_unit_test(at_a_bound),     cmocka_unit_test(wide),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
