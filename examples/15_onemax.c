/* SPDX-License-Identifier: MIT
 * Search over bits (the problem OneMax). The search distribution is a hundred coins, each with its
 * own probability p of showing a one. They learn to show ones only, and all they are told is how
 * many ones there were. The parameters are the logarithms of the odds, ln(p/(1 - p)), because then
 * the score of a bit is simply bit - p. */
#include <math.h>
#include <nes/density.h>
#include <nes/nes.h>
#include <stdio.h>

#define BITS 100

static double ones(size_t dim, const double *bit, void *user)
{
    double count = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) count += bit[i];
    return count;
}

static double probability(double log_odds)
{
    return 1 / (1 + exp(-log_odds));
}

static void sample(const double *theta, size_t dim, nes_random *r, double *bit, void *user)
{
    (void)user;
    for (size_t i = 0; i < dim; i++) bit[i] = nes_random_uniform(r) < probability(theta[i]);
}

static void score(const double *theta, size_t dim, const double *bit, double *s, void *user)
{
    (void)user;
    for (size_t i = 0; i < dim; i++) s[i] = bit[i] - probability(theta[i]);
}

/* Keeps probabilities between 1/dim and 1 - 1/dim, so that no bit is fixed for ever. */
static int stay_curious(double *theta, size_t dim, void *user)
{
    const double most = log((double)dim - 1);
    (void)user;
    for (size_t i = 0; i < dim; i++) theta[i] = fmax(-most, fmin(most, theta[i]));
    return 0;
}

int main(void)
{
    const double even_odds[BITS] = {0};
    const nes_density coins = {.nparam = BITS,
                               .theta0 = even_odds,
                               .sample = sample,
                               .score = score,
                               .repair = stay_curious};
    nes_settings s;
    nes_settings_default(&s);
    s.family = "user";
    s.density = &coins;
    s.gradient = "plain";
    s.popsize = 20;
    s.eta_sigma = 2;
    s.maximize = true;
    s.target = BITS;
    s.max_evals = 100000;

    int solved = 0;
    for (s.seed = 1; s.seed <= 10; s.seed++) {
        double bits[BITS] = {0};
        nes_result r;
        const nes_status st = nes_minimize(ones, NULL, BITS, bits, &s, &r);
        if (st != NES_OK) {
            fprintf(stderr, "%s\n", nes_strerror(st));
            return 1;
        }
        printf("seed %2d: %g of %d ones after %d evaluations\n", (int)s.seed, r.best_f, BITS,
               (int)r.evaluations);
        solved += r.stop == NES_STOP_TARGET;
    }
    return solved == 10 ? 0 : 1;
}
