/* SPDX-License-Identifier: MIT
 *
 * Models where variables have bounds, logarithms or whole numbers, and where evaluations fail or
 * have noise. [math: B22, B11, B12, B15] */
#include "opt/handle/opt.h"
#include "support/runs.h"

enum { D = 4, MOST_POINTS = 2000 };

static const double LOWER[D] = {-1, 0.5, -3, 0}, UPPER[D] = {2, 4, 1, 5};
static const double START[D] = {1, 3, -2, 4};

static nes_settings settings_of(uint64_t batch)
{
    nes_settings s = run_settings("dd-xnes");
    s.model = "on";
    s.batch = batch;
    return s;
}

/* The optimum in the box is at a corner of two bounds: x0 = -1, x1 = 0.5, x2 = -1, x3 = 2. */
static double corner(size_t d, const double *x, void *user)
{
    (void)d, (void)user;
    const double a = x[0] + 2, b = x[1] + 1, c = x[2] + 1, e = x[3] - 2;
    return a * a + 3 * b * b + 10 * c * c + 100 * e * e + a * e - 1 - 3 * 2.25;
}

static void at_bounds(void **state)
{
    static const char *const handlers[] = {"transform", "reflect", "resample"};
    (void)state;
    for (size_t h = 0; h < 3; h++)
        for (uint64_t q = 1; q <= 8; q += 7) {
            nes_settings s = settings_of(q), plain;
            uint64_t used[2] = {0};
            s.lower = LOWER;
            s.upper = UPPER;
            s.bounds = handlers[h];
            s.target = 0; /* the least value is -1/400 */
            plain = s;
            plain.model = "off";
            plain.batch = 0;
            for (int off = 0; off < 2; off++) {
                nes_opt *o = run_start(D, START, off ? &plain : &s);
                for (size_t t = 0; t < 400 && nes_stopped(o) == NES_RUNNING; t++) {
                    nes_points p;
                    assert_int_equal(nes_ask(o, &p), NES_OK);
                    for (size_t k = 0; k < p.n; k++) {
                        const double *x = p.x + k * D;
                        for (size_t i = 0; i < D; i++)
                            assert_true(x[i] >= LOWER[i] && x[i] <= UPPER[i]);
                        p.f[k] = corner(D, x, NULL);
                    }
                    assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
                }
                assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
                used[off] = run_result(o).evaluations;
                nes_destroy(o);
            }
            if (used[0] > used[1])
                fail_msg("bounds %s, batch %d: %d evaluations with a model, %d without",
                         handlers[h], (int)q, (int)used[0], (int)used[1]);
        }
}

/* A centre in a mirrored copy of the box: the model lives in the box, where each point has its own
 * local sample for coordinates, and coordinates lead back to it. */
static void in_a_mirrored_copy(void **state)
{
    static const char *const handlers[] = {"transform", "reflect"};
    (void)state;
    for (size_t h = 0; h < 2; h++) {
        const double margin = h == 0 ? 0.05 * (UPPER[1] - LOWER[1]) : 0;
        nes_settings s = settings_of(1);
        nes_points p;
        s.lower = LOWER;
        s.upper = UPPER;
        s.bounds = handlers[h];
        s.sigma = 0.02;
        nes_opt *o = run_start(D, START, &s);
        struct nes_run *run = nes_runs_at_work(&o->runs)->run;
        nes_batch *b = &run->g.batch;
        assert_int_equal(nes_ask(o, &p), NES_OK);
        run->g.dist.theta[1] = 2 * (UPPER[1] + margin) - 3; /* an image of 3 */
        nes_place_slots(run, b, 0, b->n);
        nes_into_bounds(run, b, 0, b->n);
        nes_natural_begin(run);
        assert_true(run->modelled.sound && run->modelled.turned[1] && !run->modelled.turned[0]);
        assert_within(run->modelled.frame.m[1], 3, 1e-12);
        for (size_t k = 0; k < b->n; k++) {
            const double *x = nes_batch_x(b, k);
            double u[D], back[D];
            nes_natural_of(run, x, u);
            nes_natural_back(run, u, back);
            for (size_t i = 0; i < D; i++) {
                assert_within(u[i] * sqrt(D), b->z[k * D + i], 1e-9);
                assert_within(back[i], x[i], 1e-12);
            }
        }
        nes_destroy(o);
    }
}

static double logarithmic(size_t d, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < d; i++) {
        const double y = log(x[i]) - 2 * ((double)i - 1);
        sum += pow(10, (double)i) * y * y;
    }
    return sum;
}

/* A bowl of logarithms is one for the model. */
static void on_a_logarithmic_scale(void **state)
{
    static const double log[D] = {1, 1, 1, 1}, start[D] = {1, 1, 1, 1};
    nes_settings s = settings_of(1);
    (void)state;
    s.log = log;
    s.target = 1e-8;
    nes_opt *o = run_start(D, start, &s);
    for (size_t t = 0; t < 60 && nes_stopped(o) == NES_RUNNING; t++) run_step(o, logarithmic, NULL);
    assert_int_equal(nes_stopped(o), NES_STOP_TARGET);
    assert_true(run_result(o).evaluations < 30);
    nes_destroy(o);
}

static double mixed(size_t d, const double *x, void *user)
{
    (void)d, (void)user;
    const double a = x[0] - 3, b = x[1] + 2 - 0.2 * x[2], c = x[2] - 0.7, e = x[3] - 1.3;
    return a * a + 2 * b * b + 5 * c * c + 20 * e * e;
}

/* Points that are the same are evaluated once: a point that is known takes its value. */
static void whole_numbers(void **state)
{
    static const double integer[D] = {1, 1, 0, 0}, all[D] = {1, 1, 1, 1};
    static const double low[D] = {-5, -5, -5, -5}, high[D] = {5, 5, 5, 5}, start[D] = {0, 0, 0, 0};
    static double seen[MOST_POINTS][D];
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        nes_settings s = settings_of(4);
        size_t n = 0, again = 0, rounds = 0;
        s.integer = whole ? all : integer;
        s.lower = low;
        s.upper = high;
        nes_opt *o = run_start(D, start, &s);
        for (; rounds < 60 && nes_stopped(o) == NES_RUNNING; rounds++) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            assert_true(p.n > 0);
            for (size_t k = 0; k < p.n; k++) {
                const double *x = p.x + k * D;
                bool same = false;
                for (size_t j = 0; j < n && !same; j++)
                    same = memcmp(seen[j], x, sizeof *seen) == 0;
                again += same;
                assert_true(!same || p.n == 1); /* only where nothing else is left */
                memcpy(seen[n++], x, sizeof *seen);
                assert_true(x[0] == rint(x[0]) && x[1] == rint(x[1]));
                p.f[k] = mixed(D, x, NULL);
            }
            assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        }
        const nes_result r = run_result(o);
        assert_true(r.best_x[0] == 3 && r.best_x[1] == -2);
        assert_true(whole ? r.best_x[2] == 1 && r.best_x[3] == 1 : r.best_f < 1e-3 + 0.04);
        assert_true(whole || again == 0);
        nes_destroy(o);
    }
}

/* Evaluations fail in a half space beside the optimum; the worst value stands in for them. */
static void failures(void **state)
{
    static const double start[D] = {1, 2, 1, -1};
    (void)state;
    for (uint64_t q = 1; q <= 8; q += 7) {
        const nes_settings s = settings_of(q);
        nes_opt *o = run_start(D, start, &s);
        while (run_result(o).best_f > 1e-6 || isnan(run_result(o).best_f)) {
            nes_points p;
            nes_fate fate[64];
            assert_int_equal(nes_stopped(o), NES_RUNNING);
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < p.n; k++) {
                fate[k] = p.x[k * D] < -0.05 ? NES_FAILED : NES_MEASURED;
                p.f[k] = run_sphere(D, p.x + k * D, NULL);
            }
            assert_int_equal(nes_tell_records(o, p.n, NULL, fate, p.f), NES_OK);
        }
        const nes_result r = run_result(o);
        assert_true(r.failed > 0 && r.failed < r.evaluations);
        assert_true(r.evaluations < 100);
        nes_destroy(o);
    }
}

/* A search without a single value does what a search without a model does. */
static void all_fail(void **state)
{
    nes_settings s = settings_of(1), plain;
    (void)state;
    s.max_infeasible = 5;
    s.all_failed = NES_OFF;
    plain = s;
    plain.model = "off";
    plain.batch = 0;
    nes_opt *o = run_start(D, START, &s), *other = run_start(D, START, &plain);
    while (nes_stopped(o) == NES_RUNNING) run_step(o, run_not_a_number, NULL);
    while (nes_stopped(other) == NES_RUNNING) run_step(other, run_not_a_number, NULL);
    assert_int_equal(run_result(o).stop, NES_STOP_INFEASIBLE);
    assert_int_equal(run_result(o).evaluations, run_result(other).evaluations);
    for (size_t i = 0; i < D; i++)
        run_assert_real(run_result(o).std_x[i], run_result(other).std_x[i]);
    nes_destroy(o);
    nes_destroy(other);
}

/* Noise that is measured switches the model off; without noise it stays. */
static void noise(void **state)
{
    (void)state;
    for (int noisy = 0; noisy < 2; noisy++) {
        nes_settings s = settings_of(2);
        uint64_t random = 5;
        s.noisy = "auto";
        s.eval_start = "auto";
        nes_opt *o = run_start(D, START, &s);
        for (size_t t = 0; t < 30; t++) {
            nes_points p;
            assert_int_equal(nes_ask(o, &p), NES_OK);
            for (size_t k = 0; k < p.n; k++) {
                const double blur = noisy ? 1e-3 * (double)(run_random(&random) % 1000) : 0;
                p.f[k] = run_sphere(D, p.x + k * D, NULL) + blur;
            }
            if (noisy && t > 1) assert_int_equal(p.n, nes_get_settings(o)->popsize);
            assert_int_equal(nes_tell(o, p.n, p.f), NES_OK);
        }
        uint64_t modelled = 0;
        assert_int_equal(nes_get_count(o, "modelled", &modelled), NES_OK);
        assert_int_equal(modelled == 0, noisy);
        nes_destroy(o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_bounds),
                                       cmocka_unit_test(in_a_mirrored_copy),
                                       cmocka_unit_test(on_a_logarithmic_scale),
                                       cmocka_unit_test(whole_numbers),
                                       cmocka_unit_test(failures),
                                       cmocka_unit_test(all_fail),
                                       cmocka_unit_test(noise)};
    return cmocka_run_group_tests_name("models of all kinds of variables", tests, NULL, NULL);
}
