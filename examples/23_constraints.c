/* SPDX-License-Identifier: MIT
 * Constraints: the least wood for a box of 20 litres that fits on a shelf. An evaluation gives the
 * value, and then a number g for each constraint, of which g <= 0 is wanted. The start, a cube of
 * one decimetre, is too small; the answer is not. */
#include <nes/nes.h>
#include <stdio.h>

enum { DIM = 3, LIMITS = 2 };

/* Length, width and height in decimetres. */
static nes_fate box(size_t dim, const double *x, double *values, void *user)
{
    (void)dim, (void)user;
    values[0] = 2 * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]);
    values[1] = 20 - x[0] * x[1] * x[2]; /* at least 20 litres */
    values[2] = x[1] + x[2] - 5;         /* width and height together are at most 5 */
    return NES_MEASURED;
}

int main(void)
{
    double x[DIM] = {1, 1, 1};
    const double lower[DIM] = {0.1, 0.1, 0.1};
    nes_settings s;
    nes_settings_default(&s);
    s.constraints = LIMITS;
    s.lower = lower;
    s.max_evals = 3000;
    nes_result r;
    const nes_status st = nes_minimize_records(box, NULL, DIM, x, &s, &r);
    if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
    printf("%.4f x %.4f x %.4f: %.4f, %s\n%s\n", x[0], x[1], x[2], r.best_f,
           r.feasible ? "within all limits" : "the nearest to the limits", r.trust_text);
    return r.feasible && fabs(r.best_f - 44.5) < 1e-3 ? 0 : 1;
}
