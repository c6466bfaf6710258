/* SPDX-License-Identifier: MIT
 * Settings and results by name, through functions and plain arrays only. Bindings for other
 * languages do it this way: they need to know no struct of the library, and a new version cannot
 * break them by adding a field. */
#include <nes/by_name.h>
#include <stdio.h>

#define DIM 3

/* The minimum in the box is at (1, 2, 4). */
static double valley(const double *x)
{
    const double a = x[0] - 1, b = x[1] - 2, c = x[2] - 5;
    return a * a + 100 * b * b + c * c + a * b;
}

/* Names and values may come from anywhere: a file, a command line, another language. */
static nes_settings *make_settings(void)
{
    const char *options[][2] = {
        {"method", "xnes"}, {"seed", "5"}, {"sigma", "0.5"}, {"max_evals", "20000"}};
    const double lower[DIM] = {-4, -4, -4}, upper[DIM] = {4, 4, 4};
    nes_settings *s = nes_settings_new();
    nes_status st = s != NULL ? NES_OK : NES_ERR_MEMORY;
    for (size_t i = 0; st == NES_OK && i < sizeof options / sizeof *options; i++)
        st = nes_set(s, options[i][0], options[i][1]);
    if (st == NES_OK) st = nes_set_array(s, "lower", DIM, lower); /* the numbers are copied */
    if (st == NES_OK) st = nes_set_array(s, "upper", DIM, upper);
    if (st == NES_OK) return s;
    fprintf(stderr, "%s\n", nes_strerror(st));
    nes_settings_free(s);
    return NULL;
}

/* Points come as plain arrays: n rows of DIM numbers and n ids, lent until the next tell. */
static nes_status run(nes_opt *o)
{
    enum { MOST = 100 };
    double f[MOST];
    nes_status st = NES_OK;
    while (st == NES_OK && nes_stopped(o) == NES_RUNNING) {
        size_t n;
        const double *x;
        const uint64_t *id;
        st = nes_ask_arrays(o, &n, &x, &id);
        if (st == NES_OK && n > MOST) st = NES_ERR_SPACE;
        for (size_t k = 0; st == NES_OK && k < n; k++) f[k] = valley(x + k * DIM);
        if (st == NES_OK) st = nes_tell(o, n, f);
    }
    return st;
}

/* Copies the best point to x. The condition is found only because somebody asks for it. */
static nes_status report(nes_opt *o, double *x)
{
    double best, condition;
    uint64_t evaluations;
    nes_stop reason;
    char why[NES_MESSAGE_SIZE];
    nes_status st = nes_get_real(o, "best_f", &best);
    if (st == NES_OK) st = nes_get_array(o, "best_x", DIM, x);
    if (st == NES_OK) st = nes_get_count(o, "evaluations", &evaluations);
    if (st == NES_OK) st = nes_get_real(o, "condition", &condition);
    if (st == NES_OK) st = nes_get_stop(o, &reason, why, sizeof why);
    if (st == NES_OK)
        printf("f(%.4f, %.4f, %.4f) = %.6f after %llu evaluations, axes 1 : %.1f\n%s\n", x[0], x[1],
               x[2], best, (unsigned long long)evaluations, condition, why);
    return st;
}

int main(void)
{
    double x[DIM] = {0, 0, 0};
    nes_settings *s = make_settings();
    if (s == NULL) return 1;
    nes_opt *o = NULL;
    nes_status st = nes_create(&o, DIM, x, s);
    nes_settings_free(s); /* the handle has its own copy */
    if (st == NES_OK) st = run(o);
    if (st == NES_OK) st = report(o, x);

    /* A misspelt name is refused, and the message suggests the nearest ones. */
    double unused;
    const bool refused = nes_get_real(o, "conditon", &unused) == NES_ERR_OPTION;
    if (st != NES_OK)
        fprintf(stderr, "%s: %s\n", nes_strerror(st), nes_message(o));
    else
        printf("refused, as it should be: %s\n", nes_message(o));
    nes_destroy(o);
    const double error =
        (x[0] - 1) * (x[0] - 1) + (x[1] - 2) * (x[1] - 2) + (x[2] - 4) * (x[2] - 4);
    return st == NES_OK && refused && error < 1e-8 ? 0 : 1;
}
