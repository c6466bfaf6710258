/* SPDX-License-Identifier: MIT
 * Restarts, on a function with thousands of local optima. A single run ends in one of them, and
 * says that it cannot know of others. With restarts new runs start elsewhere until the target is
 * reached or the budget is used. Left alone, "auto" takes bipop where there is a budget. */
#include <nes/nes.h>
#include <stdio.h>

#define DIM 5

/* Rastrigin's function. Its smallest value is 0, at the origin. */
static double bumpy(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += 10 * (1 - cos(6.283185307179586 * x[i])) + x[i] * x[i];
    return sum;
}

int main(void)
{
    const char *strategies[] = {"none", "interleaved", "ipop", "bipop"};
    bool solved = true;
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        double x[DIM] = {2, -3, 1, 4, -2};
        nes_settings s;
        nes_settings_default(&s);
        s.restarts = strategies[i];
        s.sigma = 2;
        s.target = 1e-8;
        s.max_evals = 300000;
        nes_result r;
        const nes_status st = nes_minimize(bumpy, NULL, DIM, x, &s, &r);
        if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
        printf("%-12s f = %-9.3g %s: %s\n", strategies[i], r.best_f, nes_trust_name(r.trust),
               r.trust_text);
        if (i > 0 && !(r.best_f <= 1e-8)) solved = false;
    }
    return solved ? 0 : 1;
}
