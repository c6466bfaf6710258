/* SPDX-License-Identifier: MIT
 * A progress callback is called after every generation. It can print what it likes and end the
 * run. */
#include <nes/nes.h>
#include <stdio.h>

static double bowl(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i] * (1 + x[i] * x[i]);
    return sum;
}

/* Prints a line every 20 generations. Ends the run, by a non-zero answer, when all standard
 * deviations of the search distribution are below the wanted accuracy. */
static int watch(nes_opt *o, void *user)
{
    const double *accuracy = user;
    nes_result r;
    if (nes_get_result(o, &r) != NES_OK) return 1;
    if (r.generations % 20 == 0)
        printf("%5llu evaluations  best %10.3e  step %9.2e\n", (unsigned long long)r.evaluations,
               r.best_f, r.sigma);
    double widest = 0;
    for (size_t i = 0; i < r.dim; i++) widest = r.std_x[i] > widest ? r.std_x[i] : widest;
    return widest < *accuracy;
}

int main(void)
{
    double x[4] = {2, 2, 2, 2}, accuracy = 1e-3;
    nes_settings s;
    nes_settings_default(&s);
    s.progress = watch;
    s.progress_user = &accuracy;
    nes_result r;
    const nes_status st = nes_minimize(bowl, NULL, 4, x, &s, &r);
    if (st != NES_OK) return fprintf(stderr, "%s\n", nes_strerror(st)), 1;
    printf("%s after %llu generations, f = %.3g\n", nes_stop_name(r.stop),
           (unsigned long long)r.generations, r.best_f);
    return r.stop == NES_STOP_USER && r.best_f < 1e-4 ? 0 : 1;
}
