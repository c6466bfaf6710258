/* SPDX-License-Identifier: MIT
 *
 * Rates by signal-to-noise ratio: against a second implementation over many generations, family by
 * family; what they are good for; what is refused. [math: B8] */
#include <math.h>
#include <string.h>

#include "family/family.h"
#include "opt/handle/opt.h"
#include "support/dense.h"
#include "support/runs.h"
#include "support/stats.h"

enum { DIM = 4, SIZE = DIM * DIM, GENERATIONS = 300 };

static nes_gen *gen_of(const nes_opt *o)
{
    return &o->runs.schedule.member[0].run->g;
}

static const double START[DIM] = {1, 2, -3, 2};

/* One factor, its averages kept as plain arrays. */
typedef struct reference {
    double eta, v, e[SIZE];
} reference;

static void follow(reference *r, size_t n, const double *step, double beta)
{
    double length2 = 0, signal = 0;
    for (size_t i = 0; i < n; i++) {
        length2 += step[i] * step[i];
        r->e[i] = (1 - beta) * r->e[i] + beta * step[i];
        signal += r->e[i] * r->e[i];
    }
    r->v = (1 - beta) * r->v + beta * length2;
    if (r->v - signal <= 0) return;
    const double snr = (signal - beta / (2 - beta) * r->v) / (r->v - signal);
    double change = snr / (1.4 * r->eta) - 1;
    change = change > 1 ? 1 : change < -1 ? -1 : change;
    r->eta *= exp((0.1 * r->eta < beta ? 0.1 * r->eta : beta) * change);
    if (r->eta > 1) r->eta = 1;
}

/* Weights of mean and outer product of row k, and its part of the scale: normal law, or Student's
 * with its Fisher factors. */
static void weights(const nes_opt *o, size_t k, double *mean, double *outer, double *scale)
{
    const nes_batch *b = &gen_of(o)->batch;
    const double d = DIM, nu = nes_get_settings(o)->nu, u = b->u[k], t = b->tail[k];
    double z2 = 0;
    for (size_t i = 0; i < DIM; i++) z2 += b->z[k * DIM + i] * b->z[k * DIM + i];
    *mean = *outer = u;
    *scale = u * (z2 / d - 1);
    if (strcmp(nes_get_settings(o)->family, "student") != 0) return;
    const double h = 0.5 * (nu + d) / (nu + t * t * z2), rest = nu + d + 2;
    *mean = u * 2 * h * t * rest / (nu + d);
    *outer = u * h * t * t * 2 * rest / (nu + d);
    *scale = u * (h * t * t * z2 - d / 2) * 2 * rest / nu / d;
}

/* S/sqrt 2 as a full matrix, of which families without one have the diagonal or its mean. */
static void natural_step(const nes_opt *o, double *mean, double *s)
{
    const nes_settings *t = nes_get_settings(o);
    double scale = 0, trace = 0;
    memset(mean, 0, DIM * sizeof *mean);
    memset(s, 0, SIZE * sizeof *s);
    for (size_t k = 0; k < gen_of(o)->batch.n; k++) {
        const double *z = gen_of(o)->batch.z + k * DIM;
        double m, w, part;
        weights(o, k, &m, &w, &part);
        scale += part;
        for (size_t i = 0; i < DIM; i++) mean[i] += t->eta_mu * m * z[i];
        for (size_t i = 0; i < SIZE; i++) s[i] += w * z[i / DIM] * z[i % DIM];
        if (strcmp(t->family, "gauss-diag") == 0)
            for (size_t i = 0; i < DIM; i++) s[i * DIM + i] -= w;
    }
    for (size_t i = 0; i < DIM; i++) trace += s[i * DIM + i] / DIM;
    for (size_t i = 0; i < SIZE; i++) {
        const bool diagonal = i / DIM == i % DIM;
        if (strcmp(t->family, "gauss-radial") == 0)
            s[i] = diagonal ? t->eta_sigma * scale : 0;
        else if (strcmp(t->family, "gauss-diag") == 0)
            s[i] = diagonal ? t->eta_sigma * s[i] : 0;
        else
            s[i] = t->eta_shape * (s[i] - (diagonal ? trace : 0)) +
                   (diagonal ? t->eta_sigma * scale : 0);
        s[i] /= sqrt(2);
    }
}

/* The move of ln sigma that the scale part of S makes with the rate eta. */
static double growth(const double *s, double eta)
{
    double trace = 0;
    for (size_t i = 0; i < DIM; i++) trace += s[i * DIM + i] * sqrt(2) / DIM;
    return 0.5 * eta * trace;
}

/* The rate that was used is the one that can be read. */
static void check_read(nes_opt *o, const char *name, double want)
{
    double rate;
    assert_int_equal(nes_get_real(o, name, &rate), NES_OK);
    assert_relative(rate, want, 1e-15);
}

static void check_family(const char *family)
{
    reference m = {.eta = 1}, r = {.eta = 1};
    nes_settings s = run_settings("xnes");
    s.family = family;
    s.rates = "snr";
    s.tolx = s.tolfun = NES_OFF;
    nes_opt *o = run_start(DIM, START, &s);
    double low = 1, high = 0;
    for (int t = 0; t < GENERATIONS; t++) {
        double mean[DIM], shape[SIZE];
        const double sigma = gen_of(o)->dist.family->widths->sigma(&gen_of(o)->dist),
                     before = m.eta;
        run_step(o, run_ellipsoid, NULL);
        natural_step(o, mean, shape);
        follow(&m, DIM, mean, 0.1);
        follow(&r, SIZE, shape, 0.03);
        const nes_rates *eta = &gen_of(o)->step.rates;
        assert_relative(eta->mu, nes_get_settings(o)->eta_mu * m.eta, 1e-9);
        assert_relative(eta->sigma, nes_get_settings(o)->eta_sigma * r.eta, 1e-9);
        assert_relative(eta->shape, nes_get_settings(o)->eta_shape * r.eta, 1e-9);
        check_read(o, "eta_mu", eta->mu);
        check_read(o, "eta_sigma", eta->sigma);
        if (nes_has_shape_rate(gen_of(o)->dist.family, false))
            check_read(o, "eta_shape", eta->shape);
        assert_relative(gen_of(o)->dist.family->widths->sigma(&gen_of(o)->dist),
                        sigma * exp(growth(shape, r.eta)) * before / m.eta, 1e-9);
        low = fmin(low, m.eta);
        high = fmax(high, fmax(m.eta, r.eta));
    }
    assert_true(low < 0.5 && high > 0.5);
    nes_destroy(o);
}

static void test_reference(void **state)
{
    (void)state;
    check_family("gauss-full");
    check_family("gauss-diag");
    check_family("gauss-radial");
    check_family("student");
}

static void test_resumed(void **state)
{
    (void)state;
    static const char *const families[] = {"gauss-full", "gauss-diag", "gauss-radial", "student",
                                           "student-diag"};
    for (size_t i = 0; i < 5; i++) {
        nes_settings s = run_settings("xnes");
        s.family = families[i];
        s.rates = "snr";
        nes_opt *a = run_start(DIM, START, &s);
        for (int t = 0; t < 20; t++) {
            nes_opt *b = run_copy(a);
            run_steps(a, 3, run_ellipsoid, NULL);
            run_steps(b, 3, run_ellipsoid, NULL);
            run_assert_same(a, b);
            nes_destroy(b);
        }
        nes_destroy(a);
    }
}

/* Noise of variance 1: the squared distance of the centre after so many evaluations, median. */
static double with_noise(const char *method, const char *rates)
{
    enum { SEEDS = 9, EVALUATIONS = 10000 };
    double end[SEEDS], *noise = dense_room(EVALUATIONS, sizeof *noise);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        nes_settings s = run_settings(method);
        s.rates = rates;
        s.seed = seed;
        s.noisy = "yes";
        s.max_evals = EVALUATIONS;
        dense_normals(seed, EVALUATIONS, noise);
        nes_opt *o = run_start(DIM, START, &s);
        while (nes_stopped(o) == NES_RUNNING) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            const size_t n = p.n, first = (size_t)run_result(o).evaluations;
            for (size_t k = 0; k < n; k++)
                p.f[k] = run_sphere(DIM, p.x + k * DIM, NULL) + noise[first + k];
            assert_int_equal(nes_tell(o, n, p.f), NES_OK);
        }
        end[seed - 1] = run_sphere(DIM, run_result(o).mean_x, NULL);
        nes_destroy(o);
    }
    free(noise);
    return stats_median(SEEDS, end);
}

/* Where fixed rates stall, these go on. */
static void test_noise(void **state)
{
    (void)state;
    static const char *const methods[] = {"xnes", "snes"};
    for (size_t i = 0; i < 2; i++)
        assert_true(with_noise(methods[i], "snr") < 0.1 * with_noise(methods[i], "fixed"));
}

static double rastrigin(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += 10 + x[i] * x[i] - 10 * cos(2 * acos(-1) * x[i]);
    return sum;
}

static size_t solved(const char *rates)
{
    const double x0[10] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    size_t count = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        nes_settings s = run_settings("snes");
        s.rates = rates;
        s.seed = seed;
        s.sigma = 2;
        s.target = 1;
        s.max_evals = 1500000;
        nes_opt *o = run_start(10, x0, &s);
        run_to_end(o, rastrigin, NULL);
        count += nes_stopped(o) == NES_STOP_TARGET;
        nes_destroy(o);
    }
    return count;
}

/* Many local optima on a bowl, with the default population. */
static void test_rastrigin(void **state)
{
    (void)state;
    assert_int_equal(solved("fixed"), 0);
    assert_int_equal(solved("snr"), 3);
}

static void refused(const nes_settings *s, const char *part, const char *other)
{
    char message[NES_MESSAGE_SIZE];
    assert_int_equal(nes_settings_check(s, DIM, START, message, sizeof message), NES_ERR_METHOD);
    run_assert_has(message, part);
    run_assert_has(message, other);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const methods[] = {"canonical", "gradient", "exp-nes"};
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = run_settings(methods[i]);
        s.rates = "snr";
        refused(&s, "rates 'snr' needs steps in natural coordinates", "'fixed'");
    }
    nes_settings s = run_settings("1+1-xnes");
    s.rates = "snr";
    refused(&s, "rates 'snr' needs scheme 'comma'", "'elitist'");
    s = run_settings("xnes-im");
    s.rates = "snr";
    refused(&s, "rates 'snr' cannot be combined with mixing 'importance'", "one of them");
    s = run_settings("xnes-as");
    s.rates = "snr";
    refused(&s, "rates 'snr' cannot be combined with adaptation 'virtual'", "one of them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference), cmocka_unit_test(test_resumed),
        cmocka_unit_test(test_noise),     cmocka_unit_test(test_rastrigin),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("snr", tests, NULL, NULL);
}
