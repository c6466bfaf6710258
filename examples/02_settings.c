/* SPDX-License-Identifier: MIT
 * Settings: by field or by name, with a method, a seed, a target, bounds, and clear refusals. */
#include <nes/nes.h>
#include <stdio.h>

/* An ellipsoid with axes of length 1, 10 and 100, centred at (1, 2, 3). */
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
    s.method = "snes"; /* fields are plain members ... */
    s.seed = 7;
    s.lower = lower;
    s.upper = upper;
    nes_status st = nes_set(&s, "target", "1e-9"); /* ... and have names, for text from outside */
    if (st != NES_OK) return fprintf(stderr, "%s\n", s.message), 1;

    /* A misspelt name is refused and the nearest ones are listed. */
    if (nes_set(&s, "max_eval", "1000") != NES_ERR_OPTION) return 1;
    printf("refused, as it should be: %s\n", s.message);

    /* Everything else that could be wrong is known before the first evaluation. */
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
