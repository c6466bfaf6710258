/* SPDX-License-Identifier: MIT
 *
 * Places that never idle: evaluations of unequal times, here on a clock of our own with four
 * places. A place that is free gets a point at once; values move the search as they come. A point
 * whose machine has gone is dropped. With the option jobs nes_minimize() does all this in threads.
 */
#include <stdio.h>

#include <nes/async.h>

enum { PLACES = 4, DIM = 3 };

static double sphere(const double *x)
{
    double sum = 0;
    for (int i = 0; i < DIM; i++) sum += x[i] * x[i];
    return sum;
}

int main(void)
{
    const double x0[DIM] = {3, 4, 5};
    nes_settings s;
    nes_opt *o;
    nes_result r;
    uint64_t id[PLACES];
    double f[PLACES], end[PLACES], now = 0;
    nes_settings_default(&s);
    s.asynchronous = true;
    s.max_evals = 1000;
    s.target = 1e-10;
    if (nes_create(&o, DIM, x0, &s) != NES_OK) return 1;
    for (int k = 0; k < PLACES; k++) end[k] = -1; /* free */
    for (int calls = 0; nes_stopped(o) == NES_RUNNING; calls++) {
        nes_points p;
        int first = -1;
        for (int k = 0; k < PLACES; k++) { /* every eighth point takes eight times as long */
            if (end[k] < 0 && nes_ask_one(o, &p) == NES_OK) {
                id[k] = p.id[0];
                f[k] = sphere(p.x);
                end[k] = now + (p.id[0] % 8 == 0 ? 8 : 1);
            }
            if (end[k] >= 0 && (first < 0 || end[k] < end[first])) first = k;
        }
        now = end[first];
        end[first] = -1;
        if (calls == 20)
            nes_drop(o, 1, &id[first]); /* it never came back */
        else
            nes_tell_some(o, 1, &id[first], &f[first]);
    }
    nes_get_result(o, &r);
    printf("%s: %g after %llu evaluations\n", nes_stop_name(r.stop), r.best_f,
           (unsigned long long)r.evaluations);
    nes_destroy(o);
    return r.best_f <= 1e-10 ? 0 : 1;
}
