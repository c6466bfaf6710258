/* SPDX-License-Identifier: MIT
 * Bounds: no point outside the box is ever handed out, whichever of the three handlers keeps it
 * inside. An optimum in a corner of the box is found, too. */
#include <nes/nes.h>
#include <stdio.h>

#define DIM 4

static const double lower[DIM] = {-1, -1, -1, -1};
static const double upper[DIM] = {1, 1, 1, INFINITY}; /* the last variable has no upper bound */

/* The smallest value is at (3, 3, 3, 3), but inside the box it is 12, at (1, 1, 1, 3). */
static double distance(size_t dim, const double *x, void *user)
{
    bool *violated = user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) {
        if (!(x[i] >= lower[i] && x[i] <= upper[i])) *violated = true;
        sum += (x[i] - 3) * (x[i] - 3);
    }
    return sum;
}

int main(void)
{
    const char *handlers[] = {"transform", "reflect", "resample"};
    bool violated = false, solved = true;
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        double x[DIM] = {0, 0, 0, 0};
        nes_settings s;
        nes_settings_default(&s);
        s.lower = lower;
        s.upper = upper;
        s.bounds = handlers[i];
        s.sigma = 0.5;
        nes_result r;
        const nes_status st = nes_minimize(distance, &violated, DIM, x, &s, &r);
        if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
        printf("%-9s  f = %.9f at (%.4f, %.4f, %.4f, %.4f)\n", handlers[i], r.best_f, x[0], x[1],
               x[2], x[3]);
        if (!(r.best_f < 12.001)) solved = false;
    }
    return solved && !violated ? 0 : 1;
}
