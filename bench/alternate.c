/* SPDX-License-Identifier: MIT
 *
 * The own cost of one library beside that of another: two versions of libnes.so, or c-cmaes built
 * as a shared library beside one. Both take turns in slices of two milliseconds of processor time,
 * in one process, so that other work on the machine disturbs them alike. Values are pseudo-random.
 *
 *     alternate [--seconds S] [--dims D,D,...] OLD.so NEW.so METHOD...
 *
 * Prints microseconds per evaluation, the least of all slices, and two ratios NEW / OLD: of these
 * times, and the median of the ratios of neighbouring slices. S is the time of a row, default 2.
 * Functions are looked up by name, as structs of two versions may differ; c-cmaes has the same
 * population as the method, and its test for termination is part of a generation, as it is in ours.
 *
 *     cc -O3 -march=native -shared -fPIC -o cmaes.so cmaes.c -lm */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measured.h"

enum {
    LIBRARIES = 2,
    MOST_POINTS = 1000,
    MOST_SLICES = 1 << 16,
    LONGEST = 4096,
    CMAES_SIZE = 1 << 16
};
static const double SLICE = 0.002; /* seconds */
static const char DIMS[] = "2,5,10,20,40,100,200,400,1000";

typedef struct library {
    void *(*settings_new)(void);
    void (*settings_free)(void *);
    int (*set)(void *, const char *name, const char *value);
    int (*create)(void **, size_t dim, const double *x0, const void *settings);
    int (*ask)(void *, size_t *n, const double **x, const uint64_t **id);
    int (*tell)(void *, size_t n, const double *f);
    int (*stopped)(const void *);
    void (*destroy)(void *);
    double *(*cmaes_init)(void *, int dim, double *x, double *std, long seed, int n, const char *);
    double *const *(*cmaes_sample)(void *);
    double *(*cmaes_update)(void *, const double *f);
    const char *(*cmaes_test)(void *);
    void (*cmaes_exit)(void *);
} library;

typedef struct subject {
    const library *l;
    const char *method;
    size_t d, n; /* dimension; population, 0: not known yet */
    void *o;
    uint64_t random;
    long generations; /* of this handle */
    bool over;        /* c-cmaes wants to stop */
    double *f, *start, *std;
    size_t slices;
    double least, slice[MOST_SLICES]; /* seconds per generation */
} subject;

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "alternate: %s: %s\n", what, why);
    exit(2);
}

static bool find(void *loaded, const char *name, void *function_pointer)
{
    void *found = dlsym(loaded, name);
    memcpy(function_pointer, &found, sizeof found);
    return found != NULL;
}

static library opened(const char *path)
{
    library l = {0};
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (so == NULL) stop(path, dlerror());
    const bool ours =
        find(so, "nes_settings_new", &l.settings_new) && find(so, "nes_set", &l.set) &&
        find(so, "nes_settings_free", &l.settings_free) && find(so, "nes_create", &l.create) &&
        find(so, "nes_ask_arrays", &l.ask) && find(so, "nes_tell", &l.tell) &&
        find(so, "nes_stopped", &l.stopped) && find(so, "nes_destroy", &l.destroy);
    const bool cmaes = find(so, "cmaes_init", &l.cmaes_init) &&
                       find(so, "cmaes_exit", &l.cmaes_exit) &&
                       find(so, "cmaes_SamplePopulation", &l.cmaes_sample) &&
                       find(so, "cmaes_UpdateDistribution", &l.cmaes_update) &&
                       find(so, "cmaes_TestForTermination", &l.cmaes_test);
    if (!ours && !cmaes) stop(path, "is neither libnes nor c-cmaes");
    return l;
}

static void generation(subject *s)
{
    size_t n = s->n;
    const double *x;
    const uint64_t *id;
    if (s->l->ask == NULL)
        s->l->cmaes_sample(s->o);
    else if (s->l->ask(s->o, &n, &x, &id) != 0)
        stop(s->method, "ask failed");
    for (size_t k = 0; k < n; k++) s->f[k] = random_value(&s->random);
    if (s->l->ask == NULL) {
        s->l->cmaes_update(s->o, s->f);
        s->over = s->l->cmaes_test(s->o) != NULL;
    } else if (s->l->tell(s->o, n, s->f) != 0)
        stop(s->method, "tell failed");
    s->n = n;
    s->generations++;
}

static void begin(subject *s)
{
    if (s->l->ask == NULL) {
        s->o = calloc(1, CMAES_SIZE);
        if (s->o == NULL) stop(s->method, "no memory");
        s->over = false;
        s->l->cmaes_init(s->o, (int)s->d, s->start, s->std, 1, (int)s->n, "none");
    } else {
        void *settings = s->l->settings_new();
        if (settings == NULL || s->l->set(settings, "method", s->method) != 0 ||
            s->l->set(settings, "seed", "1") != 0 ||
            s->l->create(&s->o, s->d, s->start, settings) != 0)
            stop(s->method, "cannot be created");
        s->l->settings_free(settings);
    }
    for (s->generations = 0; s->generations < 2;) generation(s);
}

static void end(subject *s)
{
    if (s->l->ask == NULL) {
        s->l->cmaes_exit(s->o);
        free(s->o);
    } else
        s->l->destroy(s->o);
}

static bool is_over(const subject *s)
{
    return s->over || s->generations >= LONGEST || (s->l->ask != NULL && s->l->stopped(s->o) != 0);
}

/* Seconds per generation of a slice of count generations; new handles are not timed. */
static double slice(subject *s, long count)
{
    double took = 0;
    for (long done = 0; done < count;) {
        if (is_over(s)) {
            end(s);
            begin(s);
        }
        const double begun = thread_seconds();
        for (; done < count && !is_over(s); done++) generation(s);
        took += thread_seconds() - begun;
    }
    return took / (double)count;
}

/* Seconds that the values of a generation of n points take. */
static double values(size_t n)
{
    double least = INFINITY;
    volatile double kept;
    for (int i = 0; i < 20; i++) {
        uint64_t state = 1;
        const double begun = thread_seconds();
        for (size_t k = 0; k < 1000 * n; k++) kept = random_value(&state);
        least = fmin(least, thread_seconds() - begun);
    }
    (void)kept;
    return least / 1000;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(size_t n, double *x)
{
    qsort(x, n, sizeof *x, ascending);
    return (x[(n - 1) / 2] + x[n / 2]) / 2;
}

static void row(subject *s, double budget)
{
    static double ratio[MOST_SLICES];
    long count = 1;
    while (slice(&s[0], count) * (double)count < SLICE) count *= 2;
    size_t k = 0;
    for (double spent = 0; spent < budget && k < MOST_SLICES; k++)
        for (int i = 0; i < LIBRARIES; i++) {
            subject *now = &s[(k + (size_t)i) % LIBRARIES];
            now->slice[k] = slice(now, count);
            now->least = fmin(now->least, now->slice[k]);
            spent += now->slice[k] * (double)count;
        }
    const double fill = values(s[1].n);
    for (size_t i = 0; i < k; i++) ratio[i] = (s[1].slice[i] - fill) / (s[0].slice[i] - fill);
    const double old = (s[0].least - fill) / (double)s[0].n * 1e6,
                 new = (s[1].least - fill) / (double)s[1].n * 1e6;
    printf("%-10s %5zu %4zu %10.4f %10.4f %8.3f %8.3f %7zu\n", s[1].method, s[1].d, s[1].n, old,
           new, new / old, median(k, ratio), k);
    fflush(stdout);
}

static double *numbers(size_t n)
{
    double *p = calloc(n, sizeof *p);
    if (p == NULL) stop("calloc", "no memory");
    return p;
}

static void compare(const library *l, const char *method, size_t d, double budget)
{
    static subject s[LIBRARIES];
    for (int i = LIBRARIES - 1; i >= 0; i--) { /* c-cmaes is first, and takes the population */
        s[i] = (subject){.l = &l[i], .method = method, .d = d, .random = 1, .least = INFINITY};
        s[i].n = i < LIBRARIES - 1 ? s[i + 1].n : 0;
        s[i].f = numbers(MOST_POINTS);
        s[i].start = numbers(d);
        s[i].std = numbers(d);
        for (size_t k = 0; k < d; k++) s[i].std[k] = 1;
        begin(&s[i]);
    }
    row(s, budget);
    for (int i = 0; i < LIBRARIES; i++) {
        end(&s[i]);
        free(s[i].f);
        free(s[i].start);
        free(s[i].std);
    }
}

int main(int argc, char **argv)
{
    double budget = 2;
    const char *dims = DIMS;
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2)
        if (strcmp(argv[i], "--seconds") == 0)
            budget = strtod(argv[i + 1], NULL);
        else if (strcmp(argv[i], "--dims") == 0)
            dims = argv[i + 1];
        else
            stop(argv[i], "is no option");
    if (argc < i + 3) stop("usage", "alternate [--seconds S] [--dims D,D] OLD.so NEW.so METHOD...");
    const library l[LIBRARIES] = {opened(argv[i]), opened(argv[i + 1])};
    printf("%-10s %5s %4s %10s %10s %8s %8s %7s\n", "method", "d", "n", "old us", "new us", "ratio",
           "median", "slices");
    for (i += 2; i < argc; i++) {
        char *next = NULL;
        for (const char *at = dims; *at != '\0'; at = next + (*next == ',')) {
            const size_t d = strtoul(at, &next, 10);
            if (next == at || d == 0) stop(dims, "is not a list of dimensions");
            compare(l, argv[i], d, budget);
        }
    }
    return 0;
}
