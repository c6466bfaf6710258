/* SPDX-License-Identifier: MIT
 *
 * What importance mixing and adaptation sampling add to the internal time of a generation of xnes.
 * Times are microseconds of processor time per generation, least of several repeats, with the ratio
 * to plain xnes; a ratio above 1.15 is marked. All methods take turns in the same run. Values are
 * pseudo-random: they cost almost nothing, and the distribution stays about where it is.
 *
 *     techniques [REPEATS]       default: 100 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include <nes/nes.h>

#include "measured.h"

enum { METHODS = 4, DIMS = 3 };
static const char *const methods[METHODS] = {"xnes", "xnes-im", "xnes-as", "xnes-im-as"};
static const size_t dims[DIMS] = {10, 100, 1000};
static const uint64_t generations[DIMS] = {1000, 100, 10};
static const double MOST = 1.15;

static void give_up(nes_status st)
{
    if (st == NES_OK) return;
    fprintf(stderr, "techniques: %s\n", nes_strerror(st));
    exit(1);
}

/* Seconds per generation of a new run, without its first tenth. *fresh becomes the share of rows
 * that were new. */
static double block(const char *method, size_t dim, uint64_t n, uint64_t seed, double *fresh)
{
    nes_settings s;
    nes_opt *o;
    nes_points p;
    nes_result r;
    nes_settings_default(&s);
    s.method = method;
    s.seed = seed;
    s.tolfun = s.tolx = s.tolx_abs = s.max_condition = NES_OFF;
    s.flat = s.stagnation = s.max_growth = NES_OFF;
    s.noeffect = false;
    give_up(nes_create(&o, dim, NULL, &s));
    double started = 0;
    uint64_t evaluations = 0, first = 0, last = 0, state = seed;
    for (uint64_t warm = n / 10; last < warm + n;) {
        give_up(nes_ask(o, &p));
        for (size_t k = 0; k < p.n; k++) p.f[k] = random_value(&state);
        evaluations += p.n;
        give_up(nes_tell(o, p.n, p.f));
        last++;
        if (last == warm) {
            give_up(nes_get_result(o, &r));
            first = r.generations;
            evaluations = 0;
            started = thread_seconds();
        }
    }
    const double time = thread_seconds() - started;
    give_up(nes_get_result(o, &r));
    const double passed = (double)(r.generations - first);
    *fresh = (double)evaluations / passed / (double)nes_get_settings(o)->popsize;
    nes_destroy(o);
    return time / passed;
}

/* Least times of all methods in all dimensions. The loop over repeats is outermost, so that a
 * moment in which the machine is slow spoils few repeats of each. */
static void measure(long repeats, double least[DIMS][METHODS], double fresh[DIMS][METHODS])
{
    for (long k = 0; k < repeats; k++)
        for (size_t i = 0; i < DIMS; i++)
            for (size_t m = 0; m < METHODS; m++) {
                const double t =
                    block(methods[m], dims[i], generations[i], (uint64_t)k, &fresh[i][m]);
                if (k == 0 || t < least[i][m]) least[i][m] = t;
            }
}

int main(int argc, char **argv)
{
    const long repeats = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    double least[DIMS][METHODS], fresh[DIMS][METHODS];
    size_t marked = 0;
    if (repeats < 1) {
        fprintf(stderr, "techniques: '%s' is not a number of repeats\n", argv[1]);
        return 2;
    }
    printf("Internal time per generation in microseconds, least of %ld; in brackets the ratio to\n"
           "xnes and the share of rows that were new\n\n%10s",
           repeats, "");
    fflush(stdout);
    measure(repeats, least, fresh);
    for (size_t m = 0; m < METHODS; m++) printf("  %-26s", methods[m]);
    for (size_t i = 0; i < DIMS; i++) {
        printf("\nd = %-6zu", dims[i]);
        for (size_t m = 0; m < METHODS; m++) {
            const double ratio = least[i][m] / least[i][0];
            const int off = ratio > MOST;
            marked += (size_t)off;
            printf("  %9.2f (%4.2f, %4.2f)%-5s", 1e6 * least[i][m], ratio, fresh[i][m],
                   off ? "  !" : "");
        }
    }
    printf("\n\n%zu marked (!): more than %.0f %% above xnes\n", marked, 100 * (MOST - 1));
    return marked > 0;
}
