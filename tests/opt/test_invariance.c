/* SPDX-License-Identifier: MIT
 *
 * What a run does not depend on, through the public interface: the coordinate system, the scale and
 * the origin of the space, and everything about the values but their order. [math: A11] */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/dense.h"
#include "support/runs.h"

enum { D = 5, STEPS = 100 };

/* What an objective sees of the landscape, and what it makes of the value. */
typedef struct view {
    const double *matrix; /* D x D, null: identity */
    double scale, shift;  /* the function sees (x - shift)/scale */
    double (*transform)(double f);
    double *trace; /* points seen, D numbers each */
    size_t seen;
} view;

/* Not symmetric, not separable, strictly positive: condition 1000 and a valley. */
static double landscape(const double *x)
{
    double f = 0.25;
    for (size_t i = 0; i < D; i++) {
        const double y = x[i] + 0.3 * x[(i + 1) % D] * x[(i + 1) % D] - 0.1 * (double)i;
        f += pow(1000, (double)i / (D - 1)) * y * y;
    }
    return f;
}

static double look(size_t dim, const double *x, void *user)
{
    view *v = user;
    double y[D];
    memcpy(v->trace + D * v->seen++, x, dim * sizeof *x);
    for (size_t i = 0; i < dim; i++) y[i] = (x[i] - v->shift) / v->scale;
    if (v->matrix != NULL) {
        double z[D] = {0};
        for (size_t i = 0; i < D * D; i++) z[i / D] += v->matrix[i] * y[i % D];
        memcpy(y, z, sizeof y);
    }
    const double f = landscape(y);
    return v->transform != NULL ? v->transform(f) : f;
}

static const double origin[D] = {1.5, -0.75, 0.5, 2, -1};

/* Runs STEPS asks with a start that matches the view; returns the number of points. */
static size_t watch(view *v, const char *method, const double *factor)
{
    nes_settings s = run_settings(method);
    double x0[D], turned[D * D];
    s.flat = NES_OFF; /* a transformation may make small differences vanish */
    memcpy(x0, origin, sizeof x0);
    s.sigma = 0.5 * v->scale;
    s.factor = factor;
    s.tolfun = NES_OFF;      /* values of transformed functions may be close together */
    if (v->matrix != NULL) { /* y0 = M^T x0, M^T F */
        for (size_t i = 0; i < D; i++) {
            x0[i] = 0;
            for (size_t j = 0; j < D; j++) x0[i] += v->matrix[j * D + i] * origin[j];
        }
        for (size_t i = 0; i < D * D; i++) {
            turned[i] = 0;
            for (size_t j = 0; j < D; j++)
                turned[i] += v->matrix[j * D + i / D] * factor[j * D + i % D];
        }
        s.factor = turned;
    }
    for (size_t i = 0; i < D; i++) x0[i] = x0[i] * v->scale + v->shift;
    nes_opt *o = run_start(D, x0, &s);
    v->trace = dense_room(STEPS * 32 * D, sizeof *v->trace);
    v->seen = 0;
    run_steps(o, STEPS, look, v);
    assert_int_equal(nes_stopped(o), NES_RUNNING);
    nes_destroy(o);
    return v->seen;
}

static const view plain = {.scale = 1};

/* Same points to the last bit, but for a factor that is a power of two. */
static void assert_same_trace(const view *a, const view *b, double factor)
{
    assert_int_equal(a->seen, b->seen);
    for (size_t i = 0; i < D * a->seen; i++)
        if (a->trace[i] * factor != b->trace[i])
            fail_msg("point %zu: %a is not %a", i / D, b->trace[i], a->trace[i] * factor);
}

/* Largest difference of coordinates, in the scale of the plain view. */
static double trace_error(const view *a, const view *b)
{
    double worst = 0;
    assert_int_equal(a->seen, b->seen);
    for (size_t i = 0; i < D * a->seen; i++)
        worst = fmax(worst, fabs((b->trace[i] - b->shift) / b->scale - a->trace[i]));
    return worst;
}

static double cube(double f)
{
    return f * f * f;
}

static double shrink(double f)
{
    return log(f);
}

static double line(double f)
{
    return 3 * f - 100;
}

static double root(double f)
{
    return -1 / sqrt(f);
}

static void test_monotone_transforms(void **state)
{
    (void)state;
    double (*const transforms[])(double) = {cube, shrink, line, root};
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        view a = plain;
        watch(&a, nes_method_at(m)->name, NULL);
        for (size_t t = 0; t < 4; t++) {
            view b = plain;
            b.transform = transforms[t];
            watch(&b, nes_method_at(m)->name, NULL);
            assert_same_trace(&a, &b, 1);
            free(b.trace);
        }
        free(a.trace);
    }
}

/* To the bit for powers of two, to rounding for other factors. */
static void test_scaling(void **state)
{
    (void)state;
    double worst = 0;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        if (strcmp(nes_method_at(m)->name, "exp-nes") == 0) continue; /* ln Sigma rounds */
        view a = plain;
        watch(&a, nes_method_at(m)->name, NULL);
        for (int e = -36; e <= 36; e += 24) { /* short of tolx_abs */
            view b = plain;
            b.scale = ldexp(1, e);
            watch(&b, nes_method_at(m)->name, NULL);
            assert_same_trace(&a, &b, b.scale);
            free(b.trace);
        }
        view c = plain;
        c.scale = 1e-3 / 7;
        watch(&c, nes_method_at(m)->name, NULL);
        worst = fmax(worst, trace_error(&a, &c));
        free(c.trace);
        free(a.trace);
    }
    print_message("scaling: points differ by at most %.2g\n", worst);
    assert_true(worst < 1e-10);
}

static void test_translation(void **state)
{
    (void)state;
    double worst = 0;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        view a = plain, b = plain;
        b.shift = 100.0 / 3;
        watch(&a, nes_method_at(m)->name, NULL);
        watch(&b, nes_method_at(m)->name, NULL);
        worst = fmax(worst, trace_error(&a, &b));
        free(a.trace);
        free(b.trace);
    }
    print_message("translation: points differ by at most %.2g\n", worst);
    assert_true(worst < 1e-10);
}

/* x seen by f equals R y seen by f(R y), for start and factor turned alike. */
static void test_rotation(void **state)
{
    (void)state;
    const char *const methods[] = {"xnes", "1+1-xnes", "1+1-cauchy"};
    double worst = 0;
    for (size_t m = 0; m < 3; m++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            double q[D * D], factor[D * D];
            view a = plain, b = plain;
            dense_orthogonal(D, seed, q);
            dense_shape(D, seed + 100, factor);
            b.matrix = q;
            watch(&a, methods[m], factor);
            watch(&b, methods[m], factor);
            for (size_t k = 0; k < b.seen; k++) {
                double x[D] = {0};
                for (size_t i = 0; i < D * D; i++) x[i / D] += q[i] * b.trace[k * D + i % D];
                memcpy(b.trace + k * D, x, sizeof x);
            }
            worst = fmax(worst, trace_error(&a, &b));
            free(a.trace);
            free(b.trace);
        }
    print_message("rotation: points differ by at most %.2g\n", worst);
    assert_true(worst < 1e-9);
}

/* Maximising -f is minimising f. */
static double negative(double f)
{
    return -f;
}

static void test_maximise(void **state)
{
    (void)state;
    for (size_t m = 0; m < nes_method_count(); m++) {
        if (run_is_binary(nes_method_at(m))) continue;
        if (!run_is_closed_form(nes_method_at(m))) continue;
        nes_settings s = run_settings(nes_method_at(m)->name);
        view a = plain, b = plain;
        b.transform = negative;
        view *both[] = {&a, &b};
        for (size_t i = 0; i < 2; i++) {
            s.maximize = i == 1;
            nes_opt *o = run_start(D, origin, &s);
            both[i]->trace = dense_room(STEPS * 32 * D, sizeof *a.trace);
            run_steps(o, STEPS, look, both[i]);
            nes_destroy(o);
        }
        assert_same_trace(&a, &b, 1);
        free(a.trace);
        free(b.trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_monotone_transforms),
        cmocka_unit_test(test_scaling),
        cmocka_unit_test(test_translation),
        cmocka_unit_test(test_rotation),
        cmocka_unit_test(test_maximise),
    };
    return cmocka_run_group_tests_name("invariance", tests, NULL, NULL);
}
