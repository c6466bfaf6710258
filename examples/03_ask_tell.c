/* SPDX-License-Identifier: MIT
 * Ask and tell: the loop is yours. The library proposes points, you evaluate them in whatever way
 * suits you, and the library learns from their values. */
#include <nes/nes.h>
#include <stdio.h>

static double sphere(size_t dim, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
    return sum;
}

int main(void)
{
    const double start[4] = {3, -2, 1, 4};
    nes_opt *o = NULL;
    nes_status st = nes_create(&o, 4, start, NULL); /* null: all settings at their defaults */
    while (st == NES_OK && nes_stopped(o) == NES_RUNNING) {
        nes_points p; /* p.n may change from one generation to the next */
        st = nes_ask(o, &p);
        for (size_t k = 0; st == NES_OK && k < p.n; k++) p.f[k] = sphere(p.dim, p.x + k * p.dim);
        if (st == NES_OK) st = nes_tell(o, p.n, p.f);
    }

    nes_result r;
    if (st == NES_OK) st = nes_get_result(o, &r);
    if (st != NES_OK) {
        fprintf(stderr, "%s: %s\n", nes_strerror(st), o ? nes_message(o) : "");
        nes_destroy(o);
        return 1;
    }
    printf("best f %.3g, centre (%.2g, %.2g, %.2g, %.2g), step size %.2g\n%s\n", r.best_f,
           r.mean_x[0], r.mean_x[1], r.mean_x[2], r.mean_x[3], r.sigma, r.stop_text);
    const int good = r.best_f < 1e-10;
    nes_destroy(o); /* the arrays of r belong to the handle and are gone from here on */
    return good ? 0 : 1;
}
