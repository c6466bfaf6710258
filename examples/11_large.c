/* SPDX-License-Identifier: MIT
 * A hundred thousand variables. The separable method needs time and memory proportional to their
 * number, and a few hundred evaluations are enough to improve the variables that matter most. */
#include <nes/nes.h>
#include <stdio.h>
#include <stdlib.h>

/* Every variable matters, the first ones most. */
static double fading(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) {
        const double y = x[i] / (double)(i + 1);
        sum += y * y;
    }
    return sum;
}

int main(void)
{
    const size_t dim = 100000;
    double *x = malloc(dim * sizeof *x);
    if (!x) return 1;
    for (size_t i = 0; i < dim; i++) x[i] = 1;
    const double before = fading(dim, x, NULL);

    nes_settings s;
    nes_settings_default(&s);
    s.method = "snes";
    s.sigma = 0.1;
    s.max_evals = 400;
    nes_result r;
    const nes_status st = nes_minimize(fading, NULL, dim, x, &s, &r);
    if (st != NES_OK) {
        fprintf(stderr, "%s\n", nes_strerror(st));
        free(x);
        return 1;
    }
    printf("f from %.4g to %.4g\n%s\n", before, r.best_f, r.stop_text);
    const bool good = r.best_f < 0.3 * before && fading(dim, x, NULL) == r.best_f;
    free(x);
    return good ? 0 : 1;
}
