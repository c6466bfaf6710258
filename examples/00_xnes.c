/* SPDX-License-Identifier: MIT
 * xNES itself, without the library, which computes the same in fewer operations and for any number
 * of variables: a test compares the two, generation by generation. The search distribution is
 * normal, x = mu + A z with z standard normal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { D = 4, N = 8 }; /* variables; points of a generation, 4 + floor(3 ln D) */

/* A <- A exp(M), by the series of the exponential. */
static void times_exp(double A[D][D], double M[D][D])
{
    double term[D][D], next[D][D];
    memcpy(term, A, sizeof term);
    for (int power = 1; power < 50; power++) {
        for (int i = 0; i < D; i++)
            for (int j = 0; j < D; j++) {
                next[i][j] = 0;
                for (int k = 0; k < D; k++) next[i][j] += term[i][k] * M[k][j] / power;
                A[i][j] += next[i][j];
            }
        memcpy(term, next, sizeof term);
    }
}

/* The step of a generation from its samples z and their values f. */
static void move(double mu[D], double A[D][D], double z[N][D], const double f[N])
{
    const double eta = fmin(1, (9 + 3 * log(D)) / (5 * D * sqrt(D)));
    double sum = 0, delta[D] = {0}, M[D][D] = {{0}};
    for (int i = 1; i <= N; i++) sum += fmax(0, log(N / 2 + 1) - log(i));
    for (int k = 0; k < N; k++) {
        int rank = 1; /* only the order of the values counts */
        for (int l = 0; l < N; l++) rank += f[l] < f[k];
        const double u = fmax(0, log(N / 2 + 1) - log(rank)) / sum - 1.0 / N;
        for (int i = 0; i < D; i++) {
            delta[i] += u * z[k][i];    /* the natural gradient in local coordinates, of the mean */
            for (int j = 0; j < D; j++) /* and, times half the learning rate, of the matrix */
                M[i][j] += eta / 2 * u * (z[k][i] * z[k][j] - (i == j));
        }
    }
    for (int i = 0; i < D; i++)
        for (int j = 0; j < D; j++) mu[i] += A[i][j] * delta[j];
    times_exp(A, M);
}

static double rosenbrock(const double x[D])
{
    double sum = 0;
    for (int i = 0; i + 1 < D; i++) sum += 100 * pow(x[i + 1] - x[i] * x[i], 2) + pow(1 - x[i], 2);
    return sum;
}

static double normal(void) /* by Box and Muller */
{
    const double a = (rand() + 1.0) / (RAND_MAX + 1.0), b = rand() / (RAND_MAX + 1.0);
    return sqrt(-2 * log(a)) * cos(8 * atan(1) * b);
}

int main(void)
{
    double mu[D] = {0}, A[D][D] = {{0}}, z[N][D], f[N];
    for (int i = 0; i < D; i++) A[i][i] = 0.5;
    for (int generation = 0; generation < 1000; generation++) {
        for (int k = 0; k < N; k++) {
            double x[D];
            for (int i = 0; i < D; i++) z[k][i] = normal();
            for (int i = 0; i < D; i++) {
                x[i] = mu[i];
                for (int j = 0; j < D; j++) x[i] += A[i][j] * z[k][j];
            }
            f[k] = rosenbrock(x);
        }
        move(mu, A, z, f);
    }
    printf("f(%.6f, %.6f, %.6f, %.6f) = %.3g\n", mu[0], mu[1], mu[2], mu[3], rosenbrock(mu));
    return rosenbrock(mu) < 1e-10 ? 0 : 1;
}
