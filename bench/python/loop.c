/* SPDX-License-Identifier: MIT
 *
 * Asks and tells from C, for measure.py to compare with: the same method, the same values, the same
 * settings. For every count on standard input it makes so many generations of a new run and prints
 * the seconds of processor time that they took. Values are the same in every generation: since
 * points are random, the distribution stays about where it is.
 *
 *     loop METHOD DIMENSION */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <nes/by_name.h>

enum { MOST_POINTS = 1000 };

/* measure.py switches off the same tests. */
static const char *const off[] = {"tolfun", "tolx",       "tolx_abs",  "max_condition",
                                  "flat",   "stagnation", "max_growth"};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void give_up(nes_status st)
{
    if (st == NES_OK) return;
    fprintf(stderr, "loop: %s\n", nes_strerror(st));
    exit(1);
}

static nes_opt *create(const char *method, size_t dim)
{
    nes_settings s;
    nes_opt *o;
    nes_settings_default(&s);
    give_up(nes_set(&s, "method", method));
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) give_up(nes_set(&s, off[i], "off"));
    give_up(nes_set(&s, "noeffect", "no"));
    give_up(nes_create(&o, dim, NULL, &s));
    return o;
}

static void generation(nes_opt *o, const double *values)
{
    nes_points p;
    give_up(nes_ask(o, &p));
    if (p.n > MOST_POINTS) give_up(NES_ERR_COUNT);
    give_up(nes_tell(o, p.n, values));
    if (nes_stopped(o) != NES_RUNNING) give_up(NES_ERR_ORDER);
}

int main(int argc, char **argv)
{
    if (argc != 3) return fputs("usage: loop METHOD DIMENSION\n", stderr), 2;
    double values[MOST_POINTS];
    long count;
    for (int i = 0; i < MOST_POINTS; i++) values[i] = i * 7919 % 1009; /* all different */
    while (scanf("%ld", &count) == 1) {
        nes_opt *o = create(argv[1], strtoul(argv[2], NULL, 10));
        generation(o, values); /* which touches the memory */
        const double begin = seconds();
        for (long k = 0; k < count; k++) generation(o, values);
        printf("%.9g\n", seconds() - begin);
        fflush(stdout);
        nes_destroy(o);
    }
    return 0;
}
