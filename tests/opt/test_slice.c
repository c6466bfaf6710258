/* SPDX-License-Identifier: MIT
 *
 * A search in slices is the search in one piece, to the last bit: whatever the slices are, and
 * whatever happens on the way. */
#include "family/gauss_vd.h"
#include "opt/handle/opt.h"
#include "support/runs.h"
#include "support/slices.h"

enum { D = 3 * NES_PART + 100 };

static const size_t ONE[] = {4}, TWO[] = {1, 3}, UNEQUAL[] = {2, 1, 1}, FOUR[] = {1, 1, 1, 1};

/* Arrays that differ from coordinate to coordinate. */
static double x0[D], std_of[D], lower[D], upper[D];

static void fill(void)
{
    for (size_t i = 0; i < D; i++) {
        x0[i] = 0.1 * (double)(i % 11) - 0.3;
        std_of[i] = i == 0 ? 2 : i == D - 1 ? 3 : 1 + 0.1 * (double)(i % 7);
        lower[i] = i % 3 == 0 ? -2 : -INFINITY;
        upper[i] = i % 4 == 0 ? 2.5 : INFINITY;
    }
}

static nes_settings settings(const char *method, const char *sampling)
{
    nes_settings s = run_settings(method);
    s.sampling = sampling;
    s.popsize = 8;
    s.eval_start = "yes";
    fill();
    return s;
}

static double weighted(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += (1 + (double)(i % 13)) * x[i] * x[i];
    return sum;
}

/* Some points have no value, by their first coordinate. */
static double gaps(size_t dim, const double *x, void *user)
{
    if (x[0] > 0.5) return NAN;
    return x[0] < -1 ? MARKED_FAILED : weighted(dim, x, user);
}

static double constant(size_t dim, const double *x, void *user)
{
    (void)dim, (void)x, (void)user;
    return 1;
}

static double first_alone(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    return x[0] * x[0];
}

/* Values at first, and then none: the distribution shrinks. */
static size_t values_left;

static double ending(size_t dim, const double *x, void *user)
{
    return values_left > 0 && values_left-- > 0 ? weighted(dim, x, user) : NAN;
}

/* Every number of slices. */
static nes_stop compare(const nes_settings *s, const double *start, nes_objective f, size_t tells)
{
    slices_compare(D, 1, ONE, start, s, f, tells);
    slices_compare(D, 2, TWO, start, s, f, tells);
    slices_compare(D, 3, UNEQUAL, start, s, f, tells);
    return slices_compare(D, 4, FOUR, start, s, f, tells);
}

static const struct {
    const char *method, *sampling;
} methods[] = {
    {"snes", "iid"}, {"snes", "mirrored"}, {"cr-fm-nes", "iid"}, {"cr-fm-nes", "mirrored"}};

enum { METHODS = sizeof methods / sizeof *methods };

static void moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < METHODS; i++) {
        nes_settings s = settings(methods[i].method, methods[i].sampling);
        s.std = std_of;
        assert_int_equal(compare(&s, x0, weighted, 4), NES_RUNNING);
    }
}

/* What depends on the dimension is that of the whole: population, rates, limits. */
static void defaults(void **state)
{
    (void)state;
    for (size_t i = 1; i < METHODS; i += 2) {
        nes_settings s = settings(methods[i].method, methods[i].sampling);
        s.popsize = 0;
        slices_compare(D, 3, UNEQUAL, x0, &s, weighted, 2);
    }
}

enum { PLACE = 2 * NES_PART + 5 }; /* a coordinate of the second of three slices */

/* A direction along that one, and steps that are cut down: maxima over all coordinates. */
static void turn(nes_opt *o, size_t first)
{
    const struct nes_run *run = nes_runs_best(&o->runs)->run;
    if (PLACE >= first && PLACE - first < run->dim) nes_vd_axis(&run->g.dist)[PLACE - first] = 40;
}

static void maxima(void **state)
{
    (void)state;
    nes_settings s = settings("cr-fm-nes", "mirrored");
    s.eta_shape = 1;
    const slices_search search = {D, 3, UNEQUAL, x0, &s, weighted, 5, false, turn};
    slices_compare_search(&search);
}

/* The axis of that coordinate is judged next, and no other mean can move. */
static void advance(nes_opt *o, size_t first)
{
    (void)first;
    nes_runs_best(&o->runs)->run->judgements = PLACE - 1;
}

static void axes(void **state)
{
    (void)state;
    nes_settings s = settings("cr-fm-nes", "mirrored");
    for (size_t i = 0; i < D; i++) x0[i] = 1e30;
    x0[PLACE] = 1e12;
    const slices_search search = {D, 3, UNEQUAL, x0, &s, constant, 1, false, advance};
    assert_int_equal(slices_compare_search(&search), NES_RUNNING);
    x0[PLACE] = 1e30;
    assert_int_equal(slices_compare_search(&search), NES_STOP_NOEFFECT);
}

static void student(void **state)
{
    (void)state;
    nes_settings s = settings("snes", "mirrored");
    s.family = "student-diag";
    s.nu = 3;
    slices_compare(D, 3, UNEQUAL, x0, &s, weighted, 4);
}

/* Missing values are ranked by the lengths of their samples, which are sums over all coordinates.
 */
static void missing_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < METHODS; i++) {
        nes_settings s = settings(methods[i].method, methods[i].sampling);
        if (strcmp(s.sampling, "iid") == 0) s.failures = "resample";
        slices_compare(D, 3, UNEQUAL, x0, &s, gaps, 6);
        slices_compare(D, 2, TWO, x0, &s, run_not_a_number, 4);
    }
}

static void bounds(void **state)
{
    static const char *const handlers[] = {"transform", "reflect", "resample"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        nes_settings s = settings(i == 1 ? "cr-fm-nes" : "snes", "mirrored");
        s.lower = lower;
        s.upper = upper;
        s.bounds = handlers[i];
        s.sigma = i == 2 ? 0.5 : 2; /* of some samples all coordinates are inside, of some not */
        for (size_t k = 0; i == 2 && k < D; k++) x0[k] = 0;
        for (size_t k = 0; i == 0 && k < D; k += 3) x0[k] = lower[k] = 0; /* the answer, too */
        s.max_evals = 30;
        assert_int_equal(slices_compare(D, 3, UNEQUAL, x0, &s, weighted, 10), NES_STOP_EVALS);
    }
}

/* Runs that end by themselves are followed by others, with other populations. */
static void restarts(void **state)
{
    (void)state;
    for (size_t i = 0; i < METHODS; i += 3) {
        nes_settings s = settings(methods[i].method, methods[i].sampling);
        s.restarts = "bipop";
        s.flat = 1;
        s.max_runs = 3;
        s.lower = lower;
        s.upper = upper;
        assert_int_equal(slices_compare(D, 3, UNEQUAL, x0, &s, constant, 99), NES_STOP_RESTARTS);
        s.restarts = "opinions";
        s.scale = std_of; /* what is narrow depends on all coordinates */
        assert_int_equal(slices_compare(D, 3, UNEQUAL, x0, &s, constant, 99), NES_STOP_AGREED);
    }
}

/* A start that is drawn. */
static void start_laws(void **state)
{
    (void)state;
    nes_settings s = settings("snes", "iid");
    s.start_lower = x0;
    s.start_upper = std_of;
    slices_compare(D, 2, TWO, NULL, &s, weighted, 2);
    s = settings("snes", "iid");
    s.start_mean = x0;
    s.start_std = std_of;
    slices_compare(D, 4, FOUR, NULL, &s, weighted, 2);
}

static void window(void **state)
{
    (void)state;
    for (size_t i = 0; i < METHODS; i++) {
        nes_settings s = settings(methods[i].method, methods[i].sampling);
        s.window = 2;
        slices_compare(D, 3, UNEQUAL, x0, &s, weighted, 9);
    }
}

static void stops_by_width(void **state)
{
    (void)state;
    for (size_t i = 0; i < METHODS; i++) {
        nes_settings s = settings(methods[i].method, methods[i].sampling);
        s.std = std_of;
        s.tolx = 1;
        values_left = 12;
        assert_int_equal(slices_compare(D, 3, UNEQUAL, x0, &s, ending, 50), NES_STOP_TOLX);
    }
    nes_settings s = settings("cr-fm-nes", "mirrored");
    s.tolx_abs = 3;
    s.std = std_of;
    assert_int_equal(slices_compare(D, 2, TWO, x0, &s, weighted, 30), NES_STOP_TOLX_ABS);
}

/* One coordinate, of the last slice, whose mean is too large for its width, when all widths are
 * looked at; then the one that the first generation is judged by. */
static void before_all(nes_opt *o, size_t first)
{
    (void)first;
    nes_runs_best(&o->runs)->run->judgements = 99;
}

static void stops_without_effect(void **state)
{
    (void)state;
    for (size_t i = 0; i < METHODS; i += 3) {
        const nes_settings s = settings(methods[i].method, methods[i].sampling);
        x0[D - 7] = 1e20;
        x0[D - 6] = 2e20;
        const slices_search search = {D, 3, UNEQUAL, x0, &s, constant, 9, false, before_all};
        assert_int_equal(slices_compare_search(&search), NES_STOP_NOEFFECT);
    }
    const nes_settings s = settings("snes", "iid");
    x0[1] = 1e20;
    assert_int_equal(slices_compare(D, 3, UNEQUAL, x0, &s, weighted, 9), NES_STOP_NOEFFECT);
}

/* Numbers that leave their range in one slice end the run in all of them. */
static void stops_beyond_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < METHODS; i++) {
        nes_settings s = settings(methods[i].method, methods[i].sampling);
        s.eta_mu = 100;
        s.std = std_of;
        x0[NES_PART + 3] = std_of[NES_PART + 3] = 9e299;
        x0[3 * NES_PART + 3] = -9e299;
        std_of[3 * NES_PART + 3] = 9e299;
        assert_int_equal(slices_compare(D, 3, UNEQUAL, x0, &s, first_alone, 30),
                         NES_STOP_NONFINITE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves),
        cmocka_unit_test(maxima),
        cmocka_unit_test(axes),
        cmocka_unit_test(defaults),
        cmocka_unit_test(student),
        cmocka_unit_test(missing_values),
        cmocka_unit_test(bounds),
        cmocka_unit_test(restarts),

        cmocka_unit_test(start_laws),
        cmocka_unit_test(window),
        cmocka_unit_test(stops_by_width),
        cmocka_unit_test(stops_without_effect),
        cmocka_unit_test(stops_beyond_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
