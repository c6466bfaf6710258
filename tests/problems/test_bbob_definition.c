/* SPDX-License-Identifier: MIT
 *
 * Functions of the suite bbob written down a second time, straight from their definitions, one
 * point, plain loops, the C library's functions and a generator of its own, in dimensions and
 * instances for which there are no tables. Together they use every building block. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nes/problems.h"
#include "support/check.h"

enum { DIM_MAX = 64 };
#define PI 3.14159265358979323846

/* One instance: D, the seed s, f_opt, x_opt, R and Q. */
typedef struct instance {
    size_t D;
    long s;
    double fopt, xopt[DIM_MAX], R[DIM_MAX][DIM_MAX], Q[DIM_MAX][DIM_MAX];
} instance;

static double *unif(size_t n, long seed)
{
    double *u = malloc(n * sizeof *u);
    long s = seed, T[32], a;
    assert_non_null(u);
    for (int k = 39; k >= 0; k--) {
        s = 16807 * s % 2147483647;
        if (k < 32) T[k] = s;
    }
    a = T[0];
    for (size_t i = 0; i < n; i++) {
        s = 16807 * s % 2147483647;
        const long j = a / 67108865;
        a = T[j];
        T[j] = s;
        u[i] = (double)a / 2147483647.0;
    }
    return u;
}

static double *gauss(size_t n, long seed)
{
    double *u = unif(2 * n, seed);
    for (size_t i = 0; i < n; i++) u[i] = sqrt(-2 * log(u[i])) * cos(2 * PI * u[n + i]);
    return u;
}

static void rot(size_t D, long seed, double B[DIM_MAX][DIM_MAX])
{
    double *g = gauss(D * D, seed);
    for (size_t c = 0; c < D; c++) {
        double p = 0;
        for (size_t k = 0; k < D; k++) B[k][c] = g[c * D + k];
        for (size_t b = 0; b < c; b++) {
            p = 0;
            for (size_t k = 0; k < D; k++) p += B[k][c] * B[k][b];
            for (size_t k = 0; k < D; k++) B[k][c] -= p * B[k][b];
        }
        p = 0;
        for (size_t k = 0; k < D; k++) p += B[k][c] * B[k][c];
        for (size_t k = 0; k < D; k++) B[k][c] /= sqrt(p);
    }
    free(g);
}

static void draw(instance *t, size_t D, long base, long number)
{
    double *g1, *g2, *u;
    t->D = D;
    t->s = base + 10000 * number;
    g1 = gauss(1, t->s);
    g2 = gauss(1, t->s + 1);
    t->fopt = fmin(1000, fmax(-1000, floor(10000 * g1[0] / g2[0] + 0.5) / 100));
    u = unif(D, t->s);
    for (size_t i = 0; i < D; i++) {
        t->xopt[i] = 8 * floor(1e4 * u[i]) / 1e4 - 4;
        if (t->xopt[i] == 0) t->xopt[i] = -1e-5;
    }
    rot(D, t->s + 1000000, t->R);
    rot(D, t->s, t->Q);
    free(g1);
    free(g2);
    free(u);
}

static void multiply(size_t D, double A[DIM_MAX][DIM_MAX], const double *x, double *y)
{
    for (size_t i = 0; i < D; i++) {
        y[i] = 0;
        for (size_t j = 0; j < D; j++) y[i] += x[j] * A[i][j];
    }
}

static void shift(const instance *t, const double *x, double *d)
{
    for (size_t i = 0; i < t->D; i++) d[i] = x[i] - t->xopt[i];
}

static double t_(size_t i, size_t D)
{
    return (double)i / (double)(D - 1);
}

/* y = R diag(base^t_k) Q x */
static void r_lam_q(instance *t, double base, const double *x, double *y)
{
    static double M[DIM_MAX][DIM_MAX];
    for (size_t i = 0; i < t->D; i++)
        for (size_t j = 0; j < t->D; j++) {
            M[i][j] = 0;
            for (size_t k = 0; k < t->D; k++)
                M[i][j] += t->R[i][k] * pow(base, t_(k, t->D)) * t->Q[k][j];
        }
    multiply(t->D, M, x, y);
}

static double osz(double v)
{
    if (v == 0) return 0;
    const double h = log(fabs(v)) / 0.1;
    if (v > 0) return pow(exp(h + 0.49 * (sin(h) + sin(0.79 * h))), 0.1);
    return -pow(exp(h + 0.49 * (sin(0.55 * h) + sin(0.31 * h))), 0.1);
}

static double asy(double v, double beta, size_t i, size_t D)
{
    return v > 0 ? pow(v, 1 + beta * (double)i / (double)(D - 1) * sqrt(v)) : v;
}

static double pen(size_t D, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < D; i++) sum += pow(fmax(0, fabs(x[i]) - 5), 2);
    return sum;
}

static double rastr(size_t D, const double *z)
{
    double waves = 0, squares = 0;
    for (size_t i = 0; i < D; i++) waves += cos(2 * PI * z[i]);
    for (size_t i = 0; i < D; i++) squares += z[i] * z[i];
    return 10 * ((double)D - waves) + squares;
}

static double f3(instance *t, const double *x)
{
    double z[DIM_MAX];
    for (size_t i = 0; i < t->D; i++)
        z[i] = pow(10, 0.5 * (double)i / (double)(t->D - 1)) *
               asy(osz(x[i] - t->xopt[i]), 0.2, i, t->D);
    return rastr(t->D, z) + t->fopt;
}

static double f6(instance *t, const double *x)
{
    double d[DIM_MAX] = {0}, z[DIM_MAX], r = 0;
    shift(t, x, d);
    r_lam_q(t, sqrt(10), d, z);
    for (size_t i = 0; i < t->D; i++) r += (t->xopt[i] * z[i] > 0 ? 1e4 : 1) * z[i] * z[i];
    return pow(osz(r), 0.9) + t->fopt;
}

static double f7(instance *t, const double *x)
{
    double w[DIM_MAX] = {0}, z[DIM_MAX], r = 0;
    for (size_t i = 0; i < t->D; i++)
        for (size_t j = 0; j < t->D; j++)
            w[i] += sqrt(pow(10, t_(i, t->D))) * t->Q[i][j] * (x[j] - t->xopt[j]);

    const double a = fabs(w[0]);
    for (size_t i = 0; i < t->D; i++)
        w[i] = fabs(w[i]) > 0.5 ? floor(w[i] + 0.5) : floor(10 * w[i] + 0.5) / 10;
    multiply(t->D, t->R, w, z);
    for (size_t i = 0; i < t->D; i++) r += pow(100, t_(i, t->D)) * z[i] * z[i];
    return 0.1 * fmax(a * 1e-4, r) + pen(t->D, x) + t->fopt;
}

static double f9(instance *t, const double *x)
{
    double z[DIM_MAX], A = 0, B = 0;
    const double c = fmax(1, sqrt((double)t->D) / 8);
    for (size_t i = 0; i < t->D; i++) {
        z[i] = 0.5;
        for (size_t j = 0; j < t->D; j++) z[i] += x[j] * (c * t->Q[i][j]);
    }
    for (size_t i = 0; i + 1 < t->D; i++) A += pow(z[i] * z[i] - z[i + 1], 2);
    for (size_t i = 0; i + 1 < t->D; i++) B += pow(z[i] - 1, 2);
    return 100 * A + B + t->fopt;
}

static double f15(instance *t, const double *x)
{
    double d[DIM_MAX] = {0}, z[DIM_MAX];
    shift(t, x, d);
    multiply(t->D, t->R, d, z);
    for (size_t i = 0; i < t->D; i++) d[i] = asy(osz(z[i]), 0.2, i, t->D);
    r_lam_q(t, sqrt(10), d, z);
    return rastr(t->D, z) + t->fopt;
}

static double f16(instance *t, const double *x)
{
    double d[DIM_MAX] = {0}, z[DIM_MAX], S = 0, F0 = 0;
    shift(t, x, d);
    multiply(t->D, t->R, d, z);
    for (size_t i = 0; i < t->D; i++) d[i] = osz(z[i]);
    r_lam_q(t, 1 / sqrt(100), d, z);
    for (int k = 0; k < 12; k++) F0 += pow(0.5, k) * cos(2 * PI * pow(3, k) * 0.5);
    for (size_t i = 0; i < t->D; i++)
        for (int k = 0; k < 12; k++) S += cos(2 * PI * (z[i] + 0.5) * pow(3, k)) * pow(0.5, k);
    return 10 * pow(S / (double)t->D - F0, 3) + t->fopt + 10 / (double)t->D * pen(t->D, x);
}

static double f18(instance *t, const double *x)
{
    double d[DIM_MAX] = {0}, z[DIM_MAX], S = 0;
    shift(t, x, d);
    multiply(t->D, t->R, d, z);
    for (size_t i = 0; i < t->D; i++) d[i] = asy(z[i], 0.5, i, t->D);
    multiply(t->D, t->Q, d, z);
    for (size_t i = 0; i < t->D; i++) z[i] *= pow(sqrt(1000), t_(i, t->D));
    for (size_t i = 0; i + 1 < t->D; i++) {
        const double q = z[i] * z[i] + z[i + 1] * z[i + 1];
        S += pow(q, 0.25) * (1 + pow(sin(50 * pow(q, 0.1)), 2));
    }
    return pow(S / (double)(t->D - 1), 2) + t->fopt + 10 * pen(t->D, x);
}

static double f20(instance *t, const double *x)
{
    double y[DIM_MAX], P = 0, S = 0, *u = unif(t->D, t->s);
    const double mu = 4.2096874637;
    for (size_t i = 0; i < t->D; i++) y[i] = 2 * (u[i] < 0.5 ? -x[i] : x[i]);
    for (size_t i = 0; i < t->D; i++) {
        const double w = i == 0 ? y[0] : y[i] + 0.25 * (y[i - 1] - mu);
        const double z = 100 * (pow(10, 0.5 * (double)i / (double)(t->D - 1)) * (w - mu) + mu);
        P += pow(fmax(0, fabs(z) - 500), 2);
        S += z * sin(sqrt(fabs(z)));
    }
    free(u);
    return 0.01 * (P + 418.9828872724339 - S / (double)t->D) + t->fopt;
}

/* Index of the k-th smallest of u, by counting. */
static double order(size_t n, const double *u, size_t k)
{
    for (size_t i = 0; i < n; i++) {
        size_t smaller = 0;
        for (size_t j = 0; j < n; j++) smaller += u[j] < u[i] || (u[j] == u[i] && j < i);
        if (smaller == k) return (double)i;
    }
    return NAN;
}

static double f22(instance *t, const double *x)
{
    enum { N = 21 };
    const size_t D = t->D;
    double z[DIM_MAX], X[DIM_MAX], y[DIM_MAX], h = 0;
    double *rho = unif(N - 1, t->s), *place = unif(N * D, t->s);
    multiply(D, t->Q, x, z);
    for (size_t p = 0; p < N; p++) {
        const double kappa = p == 0 ? 1000 : pow(1000, order(N - 1, rho, p - 1) / (N - 2));
        const double w = p == 0 ? 10 : (double)(p - 1) / (N - 2) * 8 + 1.1;
        double *tau = unif(D, t->s + 1000 * (long)p), sum = 0;
        for (size_t k = 0; k < D; k++) y[k] = 9.8 * place[p * D + k] - 4.9;
        multiply(D, t->Q, y, X);
        for (size_t j = 0; j < D; j++) {
            const double S = pow(kappa, order(D, tau, j) / (double)(D - 1) - 0.5);
            sum += S * pow(z[j] - (p == 0 ? 0.8 : 1) * X[j], 2);
        }
        h = fmax(h, w * exp(-0.5 / (double)D * sum));
        free(tau);
    }
    free(rho);
    free(place);
    return pow(osz(10 - h), 2) + pen(D, x) + t->fopt;
}

static double f23(instance *t, const double *x)
{
    double d[DIM_MAX] = {0}, z[DIM_MAX], prod = 1;
    const double D = (double)t->D;
    shift(t, x, d);
    r_lam_q(t, sqrt(100), d, z);
    for (size_t i = 0; i < t->D; i++) {
        double S = 0;
        for (int k = 1; k <= 32; k++) {
            const double v = ldexp(z[i], k);
            S += fabs(v - floor(v + 0.5)) / ldexp(1, k);
        }
        prod *= pow(1 + (double)(i + 1) * S, 10 / pow(D, 1.2));
    }
    return 10 / D / D * (-1 + prod) + t->fopt + pen(t->D, x);
}

static double f24(instance *t, const double *x)
{
    double y[DIM_MAX], w[DIM_MAX] = {0}, z[DIM_MAX], S1 = 0, S2 = 0, S3 = 0, *g = gauss(t->D, t->s);
    const double D = (double)t->D, sc = 1 - 0.5 / (sqrt(D + 20) - 4.1);
    const double mu0 = 2.5, mu1 = -sqrt((mu0 * mu0 - 1) / sc);
    for (size_t i = 0; i < t->D; i++) y[i] = (g[i] < 0 ? -2 : 2) * x[i];
    for (size_t i = 0; i < t->D; i++) {
        for (size_t j = 0; j < t->D; j++) w[i] += pow(10, t_(i, t->D)) * t->Q[i][j] * (y[j] - mu0);
    }
    multiply(t->D, t->R, w, z);
    for (size_t i = 0; i < t->D; i++) {
        S1 += pow(y[i] - mu0, 2);
        S2 += pow(y[i] - mu1, 2);
        S3 += cos(2 * PI * z[i]);
    }
    free(g);
    return fmin(S1, D + sc * S2) + 10 * (D - S3) + 1e4 * pen(t->D, x) + t->fopt;
}

static const struct {
    size_t number;
    long base;
    double (*value)(instance *t, const double *x);
} functions[] = {
    {3, 3, f3},    {6, 6, f6},    {7, 7, f7},    {9, 9, f9},    {15, 15, f15}, {16, 16, f16},
    {18, 17, f18}, {20, 20, f20}, {22, 22, f22}, {23, 23, f23}, {24, 24, f24},
};

static void check(size_t k, size_t dim, long number)
{
    enum { POINTS = 11 };
    static instance t;
    static double x[POINTS * DIM_MAX];
    double f[POINTS];
    char id[64];
    nes_problem *p;
    const size_t function = functions[k].number;
    nes_suite_id(nes_suite_find("bbob"), function, (size_t)number, dim, id, sizeof id);
    assert_int_equal(nes_problem_create(&p, id, NULL, 0), NES_OK);
    draw(&t, dim, functions[k].base, number);
    for (size_t i = 0; i < POINTS * dim; i++) x[i] = 6.0 * sin(1.3 * (double)(i + 1));
    nes_problem_values(p, POINTS, x, f);
    for (size_t i = 0; i < POINTS; i++) {
        const double want = functions[k].value(&t, x + i * dim);
        const double size = fmax(1.0, fmax(fabs(want), fabs(want - t.fopt)));
        assert_within(f[i], want, size * (function == 16 || function == 23 ? 1e-9 : 1e-12));
    }
    nes_problem_destroy(p);
}

static void test_definitions(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        check(k, 2, 999);
        check(k, 7, 17);
        check(k, 13, 200000);
        check(k, 64, 17);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_definitions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
