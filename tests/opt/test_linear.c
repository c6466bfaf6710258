/* SPDX-License-Identifier: MIT
 *
 * Methods of linear cost with many variables: the same run whether samples are stored or made
 * again, and whatever the window, with values that are missing, with bounds, and across save and
 * load; the memory that is promised; rates that the caller sets; cigars in any direction; refusals.
 * [math: B1, B14, B16] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opt/handle/opt.h"
#include "support/check.h"
#include "support/dense.h"
#include "support/runs.h"

enum { DIM = 1100, POPSIZE = 16 }; /* several blocks, the last one not full */

static const char *const methods[] = {"cr-fm-nes", "lm-ma-es"};
enum { METHODS = 2 };

static nes_batch *batch_of(nes_opt *o)
{
    return &o->runs.schedule.member[0].run->g.batch;
}

/* Some points have no value: they are ranked by their length. */
static double patchy(size_t dim, const double *x, void *user)
{
    const double f = run_ellipsoid(dim, x, user);
    return fmod(floor(fabs(x[1]) * 1e4), 9) == 0 ? NAN : f;
}

static nes_settings settings(const char *method, uint64_t window)
{
    nes_settings s = run_settings(method);
    s.popsize = POPSIZE;
    s.window = window;
    s.max_evals = 20 * POPSIZE + 5; /* in the middle of a generation */
    return s;
}

/* Best point, mean and deviations of a whole run, and counts. */
typedef struct summary {
    double x[3 * DIM], best_f;
    uint64_t evaluations, generations, nonfinite;
} summary;

static void finish(nes_opt *o, bool saves, summary *s)
{
    memset(s, 0, sizeof *s);
    for (size_t i = 0; nes_stopped(o) == NES_RUNNING; i++) {
        if (saves && i % 7 == 3) {
            nes_opt *copy = run_copy(o);
            nes_destroy(o);
            o = copy;
        }
        run_step(o, patchy, NULL);
    }
    const nes_result r = run_result(o);
    memcpy(s->x, r.best_x, DIM * sizeof *s->x);
    memcpy(s->x + DIM, r.mean_x, DIM * sizeof *s->x);
    memcpy(s->x + 2 * DIM, r.std_x, DIM * sizeof *s->x);
    s->best_f = r.best_f;
    s->evaluations = r.evaluations;
    s->generations = r.generations;
    s->nonfinite = r.nonfinite;
    nes_destroy(o);
}

static void same_run(void **state)
{
    (void)state;
    const uint64_t windows[] = {1, 2, 3, 7, 15};
    static double lower[DIM], upper[DIM];
    summary *want = dense_room(2, sizeof *want), *got = want + 1;
    for (size_t i = 0; i < DIM; i++) lower[i] = -1, upper[i] = 1.5 + (double)(i % 3);
    for (size_t m = 0; m < METHODS; m++)
        for (size_t bounded = 0; bounded < 2; bounded++) {
            nes_settings s = settings(methods[m], 0);
            if (bounded) s.lower = lower, s.upper = upper;
            nes_opt *o = run_start(DIM, NULL, &s);
            assert_non_null(batch_of(o)->z);
            finish(o, false, want);
            assert_int_equal(want->generations, 20);
            assert_true(want->nonfinite > 5);
            for (size_t w = 0; w < 5; w++) {
                s.window = windows[w];
                o = run_start(DIM, NULL, &s);
                assert_null(batch_of(o)->z);
                finish(o, w % 2 == 1, got);
                assert_memory_equal(got, want, sizeof *got);
            }
        }
    free(want);
}

/* A generation that is too large to be stored, asked for as a whole; groups are drawn again. */
static void made_again(void **state)
{
    (void)state;
    static double lower[DIM];
    summary *want = dense_room(2, sizeof *want), *got = want + 1;
    for (size_t i = 0; i < DIM; i++) lower[i] = -4;
    for (size_t m = 0; m < METHODS; m++) {
        nes_settings s = settings(methods[m], 0);
        s.lower = lower;
        s.bounds = "resample";
        nes_opt *stored = run_start(DIM, NULL, &s), *again = run_start(DIM, NULL, &s);
        nes_batch *b = batch_of(again);
        b->combined.block = dense_room(b->combined.draws * NES_BLOCK, sizeof *b->z);
        b->z = NULL;
        double *room = b->combined.block;
        finish(stored, false, want);
        finish(again, false, got);
        assert_memory_equal(got, want, sizeof *got);
        free(room);
    }
    free(want);
}

/* An allocator that has no large blocks, and notes how large they were to be. */
static void *allocate(size_t size, void *user)
{
    size_t *large = user;
    if (size < 1 << 20) return malloc(size);
    *large = size;
    return NULL;
}

static void release(void *p, void *user)
{
    (void)user;
    free(p);
}

/* Numbers a coordinate, of a run that is planned and not made. */
static double numbers(const char *method, size_t dim, uint64_t window, uint64_t *popsize)
{
    nes_settings s = run_settings(method);
    nes_plan plan;
    char message[NES_MESSAGE_SIZE];
    struct nes_run *run;
    size_t bytes = 0;
    s.window = window;
    s.allocator = (nes_allocator){allocate, release, &bytes};
    const nes_space all = nes_all_of(dim);
    assert_int_equal(nes_resolve(&plan, &all, NULL, &s, (nes_note){message, sizeof message}),
                     NES_OK);
    *popsize = plan.s.popsize;
    assert_int_equal(nes_run_allocate(&run, &plan, NULL, (nes_note){NULL, 0}), NES_ERR_MEMORY);
    return (double)bytes / 8 / (double)dim;
}

static void memory(void **state)
{
    (void)state;
    const size_t d = 1000000;
    uint64_t n;
    const double whole = numbers("cr-fm-nes", d, 0, &n), parts = numbers("cr-fm-nes", d, 2, &n);
    print_message("cr-fm-nes, d = 10^6: popsize + %.2f numbers a coordinate, window 2: %.2f\n",
                  whole - (double)n, parts);
    assert_true(whole <= (double)n + 10);
    assert_true(parts <= 2 + 10);
    const double k = 4 + floor(3 * log((double)d));
    const double lm = numbers("lm-ma-es", d, 0, &n), lm_parts = numbers("lm-ma-es", d, 2, &n);
    print_message("lm-ma-es: popsize + %.0f + %.2f, window 2: %.2f\n", k, lm - (double)n - k,
                  lm_parts);
    assert_true(lm <= (double)n + k + 8);
    assert_true(lm_parts <= 2 + k + 8);
}

/* A direction u, 1000 times as long as all others. */
static double cigar(size_t dim, const double *x, void *user)
{
    const double *u = user;
    double along = 0, rest = 0;
    for (size_t i = 0; i < dim; i++) along += u[i] * (x[i] - 2);
    for (size_t i = 0; i < dim; i++) {
        const double z = x[i] - 2 - along * u[i];
        rest += z * z;
    }
    return along * along + 1e6 * rest;
}

/* Long enough for the axis to grow, which is where unlimited steps end in numbers that are none. */
static void rotated_cigars(void **state)
{
    (void)state;
    const size_t dims[] = {30, 100, 300, 1000}, evaluations[] = {2000, 1000, 400, 150};
    for (size_t i = 0; i < 4; i++)
        for (size_t m = 0; m < METHODS; m++) {
            nes_settings s = run_settings(methods[m]);
            double *u = dense_room(dims[i], sizeof *u);
            dense_normals(i, dims[i], u);
            const double c = 1 / dense_norm(dims[i], u);
            for (size_t j = 0; j < dims[i]; j++) u[j] *= c;
            s.max_evals = dims[i] * evaluations[i];
            s.target = 1e-8;
            nes_opt *o = run_start(dims[i], NULL, &s);
            run_to_end(o, cigar, u);
            const nes_result r = run_result(o);
            assert_true(r.stop == NES_STOP_EVALS || r.stop == NES_STOP_TARGET);
            assert_true(r.nonfinite == 0 && r.best_f < 1e6 * (double)dims[i]);
            if (m == 0) assert_true(r.best_f < 10);
            nes_destroy(o);
            free(u);
        }
}

static void small_dimensions(void **state)
{
    (void)state;
    for (size_t m = 0; m < METHODS; m++)
        for (size_t d = 1; d <= 6; d++) {
            nes_settings s = run_settings(methods[m]);
            double x[6] = {3, -2, 1, 2, 4, -3};
            nes_result r;
            s.target = 1e-10;
            s.max_evals = 20000;
            assert_int_equal(nes_minimize(run_sphere, NULL, d, x, &s, &r), NES_OK);
            assert_int_equal(r.stop, NES_STOP_TARGET);
        }
}

static double option_of(nes_opt *o, const char *name)
{
    char text[64];
    assert_int_equal(nes_get(nes_get_settings(o), name, text, sizeof text), NES_OK);
    return strtod(text, NULL);
}

/* Every rate of the family is an option, and has an effect. */
static void rates(void **state)
{
    (void)state;
    const char *const names[] = {"eta_mu",     "eta_sigma",  "eta_shape",
                                 "path_sigma", "path_shape", "rank_one"};
    for (size_t m = 0; m < METHODS; m++)
        for (size_t i = 0; i < 6; i++) {
            nes_settings s = run_settings(methods[m]);
            char text[64];
            if (m == 1 && i == 2) continue; /* its shape has the rate rank_one */
            nes_opt *o = run_start(20, NULL, &s);
            run_steps(o, 300, run_ellipsoid, NULL);
            const double before = run_result(o).mean_x[0], half = option_of(o, names[i]) / 2;
            assert_true(half > 0);
            nes_destroy(o);
            snprintf(text, sizeof text, "%.17g", half);
            assert_int_equal(nes_set(&s, names[i], text), NES_OK);
            o = run_start(20, NULL, &s);
            run_steps(o, 300, run_ellipsoid, NULL);
            assert_relative(option_of(o, names[i]), half, 1e-15);
            assert_true(run_result(o).mean_x[0] != before);
            nes_destroy(o);
        }
}

static void refused(const nes_settings *s, size_t dim, nes_status status, const char *part)
{
    char message[NES_MESSAGE_SIZE];
    assert_int_equal(nes_settings_check(s, dim, NULL, message, sizeof message), status);
    run_assert_has(message, part);
}

static void refusals(void **state)
{
    (void)state;
    static double lower[DIM];
    for (size_t m = 0; m < METHODS; m++) {
        nes_settings s = settings(methods[m], 4);
        refused(&s, 8 * POPSIZE - 1, NES_ERR_METHOD, "below 8 variables for each of them");
        assert_int_equal(nes_settings_check(&s, 8 * POPSIZE, NULL, NULL, 0), NES_OK);
        s.lower = lower;
        s.bounds = "resample";
        refused(&s, DIM, NES_ERR_METHOD, "draws all points of a generation again at once");
        s = run_settings(methods[m]);
        s.sampling = "iid";
        s.scheme = "elitist";
        refused(&s, 5, NES_ERR_METHOD, "learns from several samples at a time");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_run),         cmocka_unit_test(made_again),
        cmocka_unit_test(memory),           cmocka_unit_test(rotated_cigars),
        cmocka_unit_test(small_dimensions), cmocka_unit_test(rates),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("linear cost", tests, NULL, NULL);
}
