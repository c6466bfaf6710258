/* SPDX-License-Identifier: MIT
 * An evaluation that did not take place, for example because a program crashed, is told as
 * NES_FAILED and tried again. The objective gives a record: what became of the evaluation, and its
 * value. A point that is not allowed has the value infinity. Neither
 * stops the search. */
#include <nes/nes.h>
#include <stdio.h>

/* A simulator that breaks down at every seventh call and is undefined for x0 + x1 < 1. */
static nes_fate fragile(size_t dim, const double *x, double *value, void *user)
{
    (void)dim;
    unsigned *calls = user;
    if (++*calls % 7 == 0) return NES_FAILED; /* not the fault of the point */
    *value = x[0] * x[0] + x[1] * x[1];
    if (x[0] + x[1] < 1) *value = INFINITY; /* the point itself is not allowed */
    return NES_MEASURED;
}

int main(void)
{
    double x[2] = {3, 2};
    unsigned calls = 0;
    nes_settings s;
    nes_settings_default(&s);
    s.retries = 2;           /* a failed point is handed out again, at most twice, */
    s.failures = "resample"; /* and then replaced by a new one */
    nes_result r;
    const nes_status st = nes_minimize_records(fragile, &calls, 2, x, &s, &r);
    if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
    printf("f(%.4f, %.4f) = %.6f, %llu evaluations, %llu failed, %llu not finite\n%s\n", x[0], x[1],
           r.best_f, (unsigned long long)r.evaluations, (unsigned long long)r.failed,
           (unsigned long long)r.nonfinite, r.stop_text);
    /* The best feasible point is (1/2, 1/2). */
    return r.best_f < 0.51 && r.failed == calls / 7 && r.nonfinite > 0 ? 0 : 1;
}
