/* SPDX-License-Identifier: MIT
 * Variables of three kinds: a penalty that may be anything from 1e-6 to 1e3, searched on a
 * logarithmic scale; a number of layers, which is an integer; and a weight, an ordinary number.
 * Points, bounds, start and answer are all in these variables. */
#include <nes/nes.h>
#include <stdio.h>

#define DIM 3

static const double lower[DIM] = {1e-6, 1, -5};
static const double upper[DIM] = {1e3, 12, 5};
static const double on_log_scale[DIM] = {1, 0, 0};
static const double is_integer[DIM] = {0, 1, 0};

/* Best at a penalty of 0.02, with 7 layers and a weight of 1.5 (0.2 more for each layer too many).
 */
static double loss(size_t dim, const double *x, void *user)
{
    bool *whole = user;
    const double orders = log10(x[0] / 0.02), layers = x[1] - 7, weight = x[2] - 1.5 - 0.2 * layers;
    (void)dim;
    if (x[1] != floor(x[1])) *whole = false;
    return orders * orders + 0.5 * layers * layers + weight * weight;
}

int main(void)
{
    double x[DIM] = {1, 3, 0};
    bool whole = true;
    nes_settings s;
    nes_settings_default(&s);
    s.lower = lower;
    s.upper = upper;
    s.log = on_log_scale;
    s.integer = is_integer;
    nes_result r;
    const nes_status st = nes_minimize(loss, &whole, DIM, x, &s, &r);
    if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
    printf("penalty %.6f, layers %.0f, weight %.6f: loss %.3g after %llu evaluations\n", x[0], x[1],
           x[2], r.best_f, (unsigned long long)r.evaluations);
    printf("%s: %s\n", nes_trust_name(r.trust), r.trust_text);
    return whole && r.best_f < 1e-9 && x[1] == 7 ? 0 : 1;
}
