/* SPDX-License-Identifier: MIT
 *
 * Places that never idle, on a simulated clock: the time until f <= 1e-8 of an asynchronous search,
 * relative to one with generations (places take points on demand, and wait for the last one of a
 * generation). Start 0, step size 2, optimum uniform in [-4, 4]^d (Rosenbrock [-3, 3]^d), no
 * restarts, 4000 d evaluations at most. For every function, places and law, over the trials:
 *
 *     time/sync   ratio of the medians of the time; a trial that fails takes for ever
 *     ideal/time  evaluations of the search with generations, as if no place had idled
 *     use         share of the places that evaluated something, mean
 *     solved      trials, with and without generations
 *     time / evaluations of both, medians
 *
 *     async [DIM [PLACES [TRIALS [FUNCTION [LAW]]]]]   default: 10, 8, 15, all functions and laws
 *
 * Laws, of mean 1: const, jitter 0.95..1.05, uni 0.5..1.5, expo, logn (sigma 1), bimod (a tenth ten
 * times as long), better-long and better-short (up to a factor 25 between the best and the worst
 * values), hang (uni, 2 % never come back, and the place is free again after 20). */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nes/async.h>

#include "durations.h"

enum { MAX_DIM = 40, MAX_PLACES = 1024, MAX_TRIALS = 1001 };
static const double TARGET = 1e-8, HANG = 20;

static void die(const char *what)
{
    fprintf(stderr, "async: %s\n", what);
    exit(2);
}

/* ---- objectives ----------------------------------------------------------------------------- */

typedef struct problem {
    size_t d;
    double optimum[MAX_DIM], turn[MAX_DIM * MAX_DIM];
} problem;

static double sphere(const problem *p, const double *z)
{
    double sum = 0;
    for (size_t i = 0; i < p->d; i++) sum += z[i] * z[i];
    return sum;
}

static double rotell(const problem *p, const double *z)
{
    double sum = 0;
    for (size_t i = 0; i < p->d; i++) {
        double y = 0;
        for (size_t j = 0; j < p->d; j++) y += p->turn[i * p->d + j] * z[j];
        sum += pow(1e6, (double)i / (double)(p->d - 1)) * y * y;
    }
    return sum;
}

static double rosen(const problem *p, const double *z)
{
    double sum = 0;
    for (size_t i = 0; i + 1 < p->d; i++) {
        const double a = z[i] + 1, b = z[i + 1] + 1;
        sum += 100 * (b - a * a) * (b - a * a) + (1 - a) * (1 - a);
    }
    return sum;
}

typedef struct function {
    const char *name;
    double (*value)(const problem *p, const double *z);
    double reach;
} function;

static const function functions[] = {
    {"sphere", sphere, 4}, {"rotell", rotell, 4}, {"rosen", rosen, 3}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void make_problem(problem *p, const function *f, size_t d, uint64_t *random)
{
    p->d = d;
    for (size_t i = 0; i < d; i++) p->optimum[i] = f->reach * (2 * uniform(random) - 1);
    for (size_t i = 0; i < d; i++) { /* Gram and Schmidt */
        double *row = p->turn + i * d, length = 0;
        for (size_t j = 0; j < d; j++) row[j] = normal(random);
        for (size_t k = 0; k < i; k++) {
            double dot = 0;
            for (size_t j = 0; j < d; j++) dot += row[j] * p->turn[k * d + j];
            for (size_t j = 0; j < d; j++) row[j] -= dot * p->turn[k * d + j];
        }
        for (size_t j = 0; j < d; j++) length += row[j] * row[j];
        for (size_t j = 0; j < d; j++) row[j] /= sqrt(length);
    }
}

/* ---- a trial -------------------------------------------------------------------------------- */

typedef struct trial {
    problem p;
    const function *f;
    clockwork clock;
    size_t places;
    double time, work; /* until the target, and of all evaluations */
    uint64_t evaluations;
    bool solved;
} trial;

static double evaluate(const trial *t, const double *x)
{
    double z[MAX_DIM];
    for (size_t i = 0; i < t->p.d; i++) z[i] = x[i] - t->p.optimum[i];
    return t->f->value(&t->p, z);
}

static nes_opt *start(const trial *t, uint64_t seed, bool asynchronous)
{
    static const double x0[MAX_DIM] = {0};
    nes_settings s;
    nes_opt *o;
    nes_settings_default(&s);
    s.seed = seed;
    s.sigma = 2;
    s.jobs = t->places;
    s.restarts = "none";
    s.eval_start = "no";
    s.max_evals = 4000 * t->p.d;
    s.target = TARGET;
    s.asynchronous = asynchronous;
    if (nes_create(&o, t->p.d, x0, &s) != NES_OK) die("the search cannot be made");
    return o;
}

static void finish(trial *t, nes_opt *o)
{
    nes_result r;
    nes_get_result(o, &r);
    t->evaluations = r.evaluations;
    t->solved = r.best_f <= TARGET;
    if (!t->solved) t->time = INFINITY;
    nes_destroy(o);
}

/* Points of a generation go to places as these are free; the target may be met within one. */
static void run_generations(trial *t, uint64_t seed)
{
    nes_opt *o = start(t, seed, false);
    while (nes_stopped(o) == NES_RUNNING) {
        double load[MAX_PLACES] = {0}, end = 0;
        nes_points p;
        if (nes_ask(o, &p) != NES_OK) die(nes_message(o));
        for (size_t k = 0; k < p.n; k++) {
            size_t place = 0;
            for (size_t i = 1; i < t->places; i++)
                if (load[i] < load[place]) place = i;
            p.f[k] = evaluate(t, p.x + k * p.dim);
            const double takes = duration(&t->clock, p.f[k]);
            p.fate[k] = isinf(takes) ? NES_LATE : NES_MEASURED;
            load[place] += isinf(takes) ? HANG : takes;
            t->work += isinf(takes) ? HANG : takes;
            end = fmax(end, load[place]);
        }
        t->time += end;
        if (nes_tell_records(o, p.n, NULL, p.fate, p.f) != NES_OK) die(nes_message(o));
    }
    finish(t, o);
}

/* An evaluation at a place. */
typedef struct job {
    uint64_t id;
    double f, end;
    bool hangs;
} job;

/* Gives the free places points, as far as the pace says. Returns when it may say otherwise. */
static double refill(trial *t, nes_opt *o, nes_pace *pace, job *at, size_t *busy, double now)
{
    double again = INFINITY;
    bool more = true;
    while (more && *busy < t->places) {
        nes_traffic traffic;
        nes_points p;
        if (nes_get_traffic(o, &traffic) != NES_OK) die(nes_message(o));
        if (nes_pace_refill(pace, &traffic, now, &more, &again) != NES_OK) die("no memory");
        if (!more) break;
        if (nes_ask_one(o, &p) != NES_OK) return INFINITY; /* max_evals: all are under way */
        const double f = evaluate(t, p.x), takes = duration(&t->clock, f);
        at[(*busy)++] = (job){p.id[0], f, now + (isinf(takes) ? HANG : takes), isinf(takes)};
        t->work += isinf(takes) ? HANG : takes;
        if (nes_pace_begin(pace, p.id[0], now) != NES_OK) die("the pace refuses a point");
    }
    return again;
}

static void run_places(trial *t, uint64_t seed)
{
    nes_opt *o = start(t, seed, true);
    nes_pace *pace;
    job at[MAX_PLACES];
    size_t busy = 0;
    if (nes_pace_create(&pace, t->places, NULL) != NES_OK) die("no memory");
    while (nes_stopped(o) == NES_RUNNING) {
        const double again = refill(t, o, pace, at, &busy, t->time);
        size_t first = 0;
        for (size_t i = 1; i < busy; i++)
            if (at[i].end < at[first].end) first = i;
        if (busy < t->places && again < at[first].end) {
            t->time = again;
            continue;
        }
        const job done = at[first];
        at[first] = at[--busy];
        t->time = done.end;
        if (nes_pace_end(pace, done.id, t->time) != NES_OK) die("the pace refuses an end");
        const nes_status st =
            done.hangs ? nes_drop(o, 1, &done.id) : nes_tell_some(o, 1, &done.id, &done.f);
        if (st != NES_OK) die(nes_message(o));
    }
    for (size_t i = 0; i < busy; i++) t->work -= at[i].end - t->time;
    nes_pace_destroy(pace);
    finish(t, o);
}

/* ---- cells ---------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, by_size);
    return v[n / 2];
}

/* What a cell has of one kind of search. */
typedef struct column {
    double time[MAX_TRIALS], ideal[MAX_TRIALS], evaluations[MAX_TRIALS], use;
    size_t solved;
} column;

static void add(column *c, size_t i, const trial *t, size_t trials)
{
    c->time[i] = t->time;
    c->ideal[i] = t->solved ? t->work / (double)t->places : INFINITY;
    c->evaluations[i] = (double)t->evaluations;
    c->solved += t->solved;
    if (t->solved) c->use += t->work / ((double)t->places * t->time) / (double)trials;
}

static void measure(const function *f, size_t d, size_t places, int law, size_t trials)
{
    static column sync, async;
    memset(&sync, 0, sizeof sync);
    memset(&async, 0, sizeof async);
    for (size_t i = 0; i < trials; i++) {
        const uint64_t seed = 100 + i;
        uint64_t random = 1000 * seed + d;
        trial a = {.f = f, .places = places, .clock = {law, seed * 77 + 1, NAN, NAN}};
        make_problem(&a.p, f, d, &random);
        trial b = a;
        run_generations(&a, seed);
        run_places(&b, seed);
        add(&sync, i, &a, trials);
        add(&async, i, &b, trials);
    }
    const double ts = median(sync.time, trials), ta = median(async.time, trials);
    printf("%-7s %2zu %3zu  %-13s %5.2f %5.2f  %4.2f  %zu %zu   %.0f / %.0f -> %.0f / %.0f\n",
           f->name, d, places, laws[law], ta / ts, median(sync.ideal, trials) / ta, async.use,
           sync.solved, async.solved, ts, median(sync.evaluations, trials), ta,
           median(async.evaluations, trials));
    fflush(stdout);
}

static size_t number(int argc, char **argv, int i, size_t usual, size_t most)
{
    const long v = argc > i ? atol(argv[i]) : (long)usual;
    if (v < 1 || (size_t)v > most) die("usage: async [DIM [PLACES [TRIALS [FUNCTION [LAW]]]]]");
    return (size_t)v;
}

int main(int argc, char **argv)
{
    const size_t d = number(argc, argv, 1, 10, MAX_DIM), p = number(argc, argv, 2, 8, MAX_PLACES);
    const size_t trials = number(argc, argv, 3, 15, MAX_TRIALS);
    printf("%-7s %2s %3s  %-13s %5s %5s  %4s  %s   %s\n", "", "d", "P", "law", "/sync", "ideal",
           "use", "solved", "time / evaluations");
    for (size_t i = 0; i < FUNCTIONS; i++) {
        if (argc > 4 && strcmp(argv[4], functions[i].name) != 0) continue;
        for (int law = 0; law < LAWS; law++)
            if (argc <= 5 || strcmp(argv[5], laws[law]) == 0)
                measure(&functions[i], d, p, law, trials);
    }
    return 0;
}
