/* SPDX-License-Identifier: MIT
 * The batch form of an objective gets a whole generation at once, so that it can share work between
 * points or send them all to a device or a cluster. */
#include <nes/nes.h>
#include <stdio.h>

#define DIM 3

/* Least squares for the parabola a + b t + c t^2. The data is read once for all n points. */
static void misfit(size_t n, size_t dim, const double *x, double *fvals, void *user)
{
    size_t *batches = user;
    ++*batches;
    for (size_t k = 0; k < n; k++) fvals[k] = 0;
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i - 1, data = 2 - t + 0.5 * t * t;
        for (size_t k = 0; k < n; k++) {
            const double *c = x + k * dim;
            const double error = c[0] + c[1] * t + c[2] * t * t - data;
            fvals[k] += error * error;
        }
    }
}

int main(void)
{
    double c[DIM] = {0, 0, 0};
    size_t batches = 0;
    nes_result r;
    const nes_status st = nes_minimize_batch(misfit, &batches, DIM, c, NULL, &r);
    if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
    printf("%.6f %+.6f t %+.6f t^2, squared error %.2g, %zu batches\n", c[0], c[1], c[2], r.best_f,
           batches);
    return r.best_f < 1e-12 && batches < r.evaluations ? 0 : 1;
}
