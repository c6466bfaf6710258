/* SPDX-License-Identifier: MIT
 * The whole interface in one call: give a function and a start, get the best point back, and how
 * far it can be trusted. */
#include <nes/nes.h>
#include <stdio.h>

static double rosenbrock(size_t dim, const double *x, void *user)
{
    (void)dim, (void)user;
    const double a = x[1] - x[0] * x[0], b = 1 - x[0];
    return 100 * a * a + b * b;
}

int main(void)
{
    double x[2] = {-1.2, 1}; /* start in, best point out */
    nes_result r;
    nes_status st = nes_minimize(rosenbrock, NULL, 2, x, NULL, &r);
    if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
    printf("f(%.6f, %.6f) = %.3g\n", x[0], x[1], r.best_f);
    printf("%s: %s\n", nes_trust_name(r.trust), r.trust_text);
    return r.best_f < 1e-10 ? 0 : 1;
}
