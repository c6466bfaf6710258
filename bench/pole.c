/* SPDX-License-Identifier: MIT
 *
 * Double pole balancing with velocities: H neurons with a bias each see the whole state, one more
 * adds them up. A group of variables has the weights of a neuron. The value is minus the number of
 * control steps without failure; 1000 is success. Start 0, sigma 1, at most 20000 evaluations.
 * Prints the median evaluations of the runs that succeed, and how many do.
 *     build/bench/pole [seeds] */
#include <math.h>
#include <nes/nes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cart.h"

enum { STEPS = 1000, LIMIT = 20000, MOST_SEEDS = 200, MOST_WEIGHTS = 64, WEIGHTS = CART_STATE + 1 };

static const double scale[CART_STATE] = {2.4, 10, 0.628329, 5, 0.628329, 16}; /* about the ranges */

static double action(size_t neurons, const double *w, const double *state)
{
    const double *out = w + neurons * WEIGHTS;
    double sum = out[neurons];
    for (size_t i = 0; i < neurons; i++, w += WEIGHTS) {
        double input = w[CART_STATE];
        for (size_t j = 0; j < CART_STATE; j++) input += w[j] * state[j] / scale[j];
        sum += out[i] * tanh(input);
    }
    return tanh(sum);
}

static double value(size_t dim, const double *w, void *user)
{
    double state[CART_STATE];
    int step = 0;
    nes_cart_start(state);
    (void)user;
    for (; step < STEPS && !nes_cart_failed(state); step++)
        nes_cart_step(state, nes_cart_force(action(dim / (WEIGHTS + 1), w, state)), false);
    return -step;
}

/* Evaluations of one run; infinite without success. per: variables in a group. */
static double run(size_t neurons, const char *method, size_t per, uint64_t seed)
{
    const size_t d = neurons * (WEIGHTS + 1) + 1;
    double groups[MOST_WEIGHTS], x0[MOST_WEIGHTS] = {0};
    nes_settings s;
    nes_result r;
    for (size_t i = 0; i < d; i++)
        groups[i] = i < neurons * WEIGHTS || per == 1 ? (double)(i / per) : -1;
    nes_settings_default(&s);
    s.method = method;
    s.seed = seed;
    s.sigma = 1;
    s.target = -STEPS;
    s.max_evals = LIMIT;
    s.restarts = "none";
    if (per > 0) s.groups = groups;
    if (nes_minimize(value, NULL, d, x0, &s, &r) != NES_OK) abort();
    return r.best_f <= -STEPS ? (double)r.evaluations : INFINITY;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(size_t neurons, const char *method, size_t per, size_t seeds)
{
    double evaluations[MOST_SEEDS];
    size_t reached = 0;
    for (size_t i = 0; i < seeds; i++) {
        evaluations[i] = run(neurons, method, per, i + 1);
        reached += isfinite(evaluations[i]);
    }
    qsort(evaluations, seeds, sizeof *evaluations, compare);
    const double low = evaluations[(reached + 1) / 2 - (reached > 0)];
    const double median = reached > 0 ? 0.5 * (low + evaluations[reached / 2]) : INFINITY;
    printf("%zu neurons, d %2zu  %-10s %-12s %6.0f  %zu/%zu\n", neurons,
           neurons * (WEIGHTS + 1) + 1, method,
           per == WEIGHTS ? "by neuron"
           : per == 1     ? "D only"
                          : "",
           median, reached, seeds);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const size_t seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;
    if (seeds == 0 || seeds > MOST_SEEDS) return 2;
    for (size_t neurons = 2; neurons <= 5; neurons += 3) {
        measure(neurons, "block-xnes", WEIGHTS, seeds);
        measure(neurons, "block-xnes", 1, seeds);
        for (const char *const *m =
                 (const char *const[]){"dd-xnes", "snes", "xnes", "cr-fm-nes", NULL};
             *m != NULL; m++)
            measure(neurons, *m, 0, seeds);
    }
    return 0;
}
