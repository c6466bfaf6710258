/* SPDX-License-Identifier: MIT
 *
 * Runs a method on random values. With those a run makes no progress; when it stops, or has been
 * going for long, a new one is begun, which is not timed. */
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 }; /* most rounds of one handle */

const double BENCH_IMPROVEMENTS = 0.2;

static void give_up(nes_status st)
{
    if (st == NES_OK) return;
    fprintf(stderr, "cost: %s\n", nes_strerror(st));
    exit(1);
}

/* splitmix64; in [0, 2^53) */
static double random_value(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return (double)(z >> 11);
}

static double value(bench_subject *s)
{
    const double v = random_value(&s->state);
    if (!s->elitist) return v;
    return v < BENCH_IMPROVEMENTS * 0x1p53 ? s->improved -= 1 : v;
}

/* One ask and one tell. Returns the number of points. */
static size_t step(bench_subject *s)
{
    nes_points p;
    give_up(nes_ask(s->o, &p));
    for (size_t k = 0; k < p.n; k++) p.f[k] = value(s);
    give_up(nes_tell(s->o, p.n, p.f));
    return p.n;
}

static uint64_t generations_of(bench_subject *s)
{
    nes_result r;
    give_up(nes_get_result(s->o, &r));
    return r.generations;
}

/* Makes a new handle and runs its first generation, so that its memory has been touched.
 * nes_get_result reads the whole shape and so brings it into the caches, which would falsify a
 * measurement. It is called only here and at the end, and one more round is run before the clock is
 * started. */
static nes_status start(bench_subject *s)
{
    nes_settings settings;
    nes_settings_default(&settings);
    settings.method = s->method->name;
    settings.seed = 1;
    s->improved = 0;
    const nes_status st = nes_create(&s->o, s->d, NULL, &settings);
    if (st != NES_OK) return st;
    while (generations_of(s) < 1) step(s);
    s->first = generations_of(s);
    return NES_OK;
}

nes_status bench_subject_open(bench_subject *s, const nes_method *method, size_t d)
{
    *s = (bench_subject){.method = method, .d = d, .state = 1, .popsize = 1, .parts = 1};
    s->elitist = strstr(method->presets, "scheme=elitist") != NULL;
    const nes_status st = start(s);
    if (st != NES_OK || s->elitist) return st;
    const nes_settings *settled = nes_get_settings(s->o);
    const size_t window = (size_t)settled->window;
    s->popsize = (size_t)settled->popsize;
    s->period = (long)settled->refresh;
    if (window > 0) s->parts = (s->popsize + window - 1) / window;
    return NES_OK;
}

void bench_subject_close(bench_subject *s)
{
    s->generations += generations_of(s) - s->first;
    nes_destroy(s->o);
    s->o = NULL;
}

/* One round, that is one generation. Returns the number of points. */
static size_t advance(bench_subject *s)
{
    size_t points = 0;
    for (size_t i = 0; i < s->parts && nes_stopped(s->o) == NES_RUNNING; i++) points += step(s);
    return points;
}

/* Begins a new run. Its first round is not timed, but it is counted, so that the numbers of
 * generations and of points belong together. */
static void restart(bench_subject *s)
{
    bench_subject_close(s);
    give_up(start(s));
    s->evaluations += advance(s);
    s->rounds++;
}

double bench_subject_run(void *subject, long count)
{
    bench_subject *s = subject;
    double took = 0;
    while (count > 0) {
        const double begun = bench_seconds();
        for (int i = 0; i < LONGEST && count > 0 && nes_stopped(s->o) == NES_RUNNING; i++) {
            s->evaluations += advance(s);
            s->rounds++;
            count--;
        }
        took += bench_seconds() - begun;
        if (count > 0 || nes_stopped(s->o) != NES_RUNNING) restart(s);
    }
    return took;
}

double bench_subject_values(void *subject, long count)
{
    bench_subject *s = subject;
    double f[64];
    const double begun = bench_seconds();
    for (long i = 0; i < count; i++) f[i % 64] = value(s);
    const double took = bench_seconds() - begun;
    volatile double seen = f[0]; /* keeps the compiler from leaving out the values */
    (void)seen;
    return took;
}
