/* SPDX-License-Identifier: MIT
 * Settings can be changed by field or by name: here a method, a seed, a target and bounds. Mistakes
 * are refused with a sentence that says what is wrong. */
#include <nes/by_name.h>
#include <stdio.h>

/* An ellipsoid with its centre at (1, 2, 3). Each variable matters a hundred times more than the
 * one before it. */
static double ellipsoid(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0, weight = 1;
    for (size_t i = 0; i < dim; i++, weight *= 100) {
        const double y = x[i] - (double)(i + 1);
        sum += weight * y * y;
    }
    return sum;
}

int main(void)
{
    const double lower[3] = {-5, -5, -5}, upper[3] = {5, 5, 5};
    double x[3] = {4, 4, 4};

    nes_settings s;
    nes_settings_default(&s);
    s.method = "snes"; /* fields are plain members of the struct ... */
    s.seed = 7;
    s.lower = lower;
    s.upper = upper;
    nes_status st = nes_set(&s, "target", "1e-9"); /* ... and can be set by name, from text */
    if (st != NES_OK) return fprintf(stderr, "%s\n", s.message), 1;

    /* A misspelt name is refused, and the message suggests the nearest ones. */
    if (nes_set(&s, "max_eval", "1000") != NES_ERR_OPTION) return 1;
    printf("refused, as it should be: %s\n", s.message);

    /* Everything else that could be wrong can be found before the first evaluation. */
    char message[NES_MESSAGE_SIZE];
    st = nes_settings_check(&s, 3, x, message, sizeof message);
    if (st != NES_OK) return fprintf(stderr, "%s\n", message), 1;

    nes_result r;
    st = nes_minimize(ellipsoid, NULL, 3, x, &s, &r);
    if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
    printf("%s: f(%.4f, %.4f, %.4f) = %.3g\n%s\n", r.method, x[0], x[1], x[2], r.best_f,
           r.stop_text);
    return r.stop == NES_STOP_TARGET && r.best_f <= 1e-9 ? 0 : 1;
}
