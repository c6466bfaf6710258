/* SPDX-License-Identifier: MIT
 *
 * Runs on the exponential map: covariances after one step from the unit matrix. The natural
 * gradient G of the covariance is added, which may leave the set of positive matrices, or goes
 * through exp(G), which may not. [math: A3, A10] */
#include <math.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "experiment/run_kinds.h"

enum { DIM = 2 };

/* One step of a method at the optimum of the sphere, where selection shrinks the distribution: the
 * covariance after it, and whether it was valid. */
static nes_status one_step(const char *method, double rate, size_t k, double c[DIM * DIM],
                           bool *valid)
{
    static const double origin[DIM] = {0, 0};
    nes_opt *o = NULL;
    nes_points p;
    nes_settings s;
    nes_settings_default(&s);
    s.method = method;
    s.popsize = 20;
    s.eval_start = "no";
    s.eta_sigma = rate;
    s.seed = k;
    nes_status st = nes_create(&o, DIM, origin, &s);
    if (st == NES_OK) st = nes_ask(o, &p);
    for (size_t i = 0; st == NES_OK && i < p.n; i++)
        p.f[i] = p.x[2 * i] * p.x[2 * i] + p.x[2 * i + 1] * p.x[2 * i + 1];
    if (st == NES_OK) st = nes_tell(o, p.n, p.f);
    if (st == NES_OK) st = nes_get_array(o, "covariance", DIM * DIM, c);
    *valid = st == NES_OK && nes_stopped(o) != NES_STOP_INVALID;
    nes_destroy(o);
    return st;
}

int run_one_step(const recipe *r, size_t k, run_rows *rows, task_watch *w)
{
    double c[DIM * DIM], other[DIM * DIM];
    bool valid, additive_valid;
    (void)w;
    nes_status st = one_step("exp-nes", r->number, k, c, &valid);
    if (st == NES_OK) st = one_step("canonical", r->number, k, other, &additive_valid);
    if (st != NES_OK) return text_error(EXIT_OBJECTIVE, "run %zu: %s", k, nes_strerror(st));
    const double middle = (c[0] + c[3]) / 2, half = hypot((c[0] - c[3]) / 2, c[1]);
    run_row(rows, (const double[]){middle - half, middle + half, valid, additive_valid});
    return 0;
}
