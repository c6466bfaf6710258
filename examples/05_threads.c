/* SPDX-License-Identifier: MIT
 * With the setting jobs a generation is evaluated by several threads. With the same population the
 * result is the same, byte for byte. The objective must be safe to call from several threads at
 * once. */
#include <nes/nes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define DIM 6

static double rosenbrock(size_t dim, const double *x, void *user)
{
    atomic_ulong *calls = user;
    atomic_fetch_add(calls, 1);
    double sum = 0;
    for (size_t i = 0; i + 1 < dim; i++) {
        const double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        sum += 100 * a * a + b * b;
    }
    return sum;
}

int main(void)
{
    const uint64_t jobs[2] = {1, 4};
    double x[2][DIM] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        atomic_ulong calls = 0;
        nes_settings s;
        nes_settings_default(&s);
        s.jobs = jobs[i];
        s.seed = 3;
        s.max_evals = 4000;
        s.popsize = 8; /* by itself it would fit the number of jobs */
        nes_result r;
        const nes_status st = nes_minimize(rosenbrock, &calls, DIM, x[i], &s, &r);
        if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
        printf("%d threads: f = %.17g after %lu calls\n", (int)jobs[i], r.best_f, calls);
        if (calls != r.evaluations || r.evaluations > s.max_evals) return 1;
    }
    return memcmp(x[0], x[1], sizeof x[0]) == 0 ? 0 : 1;
}
