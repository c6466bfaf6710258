/* SPDX-License-Identifier: MIT
 *
 * Do searches without a budget end at the right point, do they say so, and what does it cost?
 * `auto` with its defaults searches many functions, from a start and for a number of seeds each. A
 * cell is a function, a dimension and a step size. Printed of each cell:
 *
 *     wrong      % of searches that ended `converged`, but not at the optimum: these mislead
 *     right      % of searches that found the optimum
 *     unsure     % of searches that found it, but did not end `converged`
 *     evals      mean evaluations
 *     ratio      mean of all evaluations over those of the first run, and its median
 *
 * Means over all cells of a group stand below it. Right is a value within 1e-6 max(1, |optimum|) of
 * the optimum. Groups: unimodal (8 functions, d = 2 to 20), multimodal (63 cells, d = 2 to 10, the
 * step size being 1/20 and 1/60 of the range), awkward (starts and step sizes as a user may give
 * them).
 *
 *     opinions [--group GROUP] [--only NAME,...] [--dims D,...] [--seeds A-B] [--verbose]
 *              [--set OPTION=VALUE]...
 *
 * Default: all cells, seeds 21-40. --verbose prints every search. --set hands an option to the
 * library: `--set restarts=none` measures single runs. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nes/by_name.h>
#include <nes/nes.h>

#include "functions.h"

enum { MOST_SEEDS = 1000, MOST_OPTIONS = 16 };

typedef struct request {
    const char *group, *only, *dims; /* null: all */
    uint64_t first, last;            /* seeds */
    bool verbose;
    const char *option[MOST_OPTIONS]; /* NAME=VALUE */
    size_t options;
} request;

typedef struct cell {
    const function *f;
    size_t dim;
    double width; /* range / step size; 0: there is no range */
    double low, high;
    double sigma;
    bool box; /* the range is given as bounds */
} cell;

typedef struct search {
    const function *f;
    scene scene;
    uint64_t count, first; /* evaluations, of which in the first run */
} search;

typedef struct figures {
    double wrong, right, sure, evaluations, ratio;
    double cells, high; /* cells, and those with more than 10 % wrong */
} figures;

static void stop(const char *text, const char *what)
{
    fprintf(stderr, "opinions: %s%s\n", text, what);
    exit(2);
}

static double counted(size_t dim, const double *x, void *user)
{
    search *s = user;
    (void)dim;
    s->count++;
    return s->f->value(&s->scene, x);
}

/* Runs of a challenger belong to the run that they challenge. */
static int watch(nes_opt *o, void *user)
{
    search *s = user;
    uint64_t restarts = 0;
    nes_get_count(o, "restarts", &restarts);
    if (restarts == 0) s->first = s->count;
    return 0;
}

static void set_options(const request *r, nes_settings *s)
{
    char name[64];
    for (size_t i = 0; i < r->options; i++) {
        const char *equals = strchr(r->option[i], '=');
        if (equals == NULL) stop("--set wants NAME=VALUE, not ", r->option[i]);
        snprintf(name, sizeof name, "%.*s", (int)(equals - r->option[i]), r->option[i]);
        if (nes_set(s, name, equals + 1) != NES_OK) stop("", nes_settings_message(s));
    }
}

static nes_result minimize(const request *r, const cell *c, uint64_t seed, search *s)
{
    double x[MAX_DIM], lower[MAX_DIM], upper[MAX_DIM];
    nes_settings settings;
    nes_result result;
    *s = (search){.f = c->f, .scene = {.dim = c->dim, .sigma = c->sigma > 0 ? c->sigma : 1}};
    set_scene(c->f, seed, &s->scene, x);
    if (c->high > c->low)
        for (size_t i = 0; i < c->dim; i++)
            x[i] = c->low + (c->high - c->low) / (c->f->high - c->f->low) * (x[i] - c->f->low);
    nes_settings_default(&settings);
    settings.seed = seed;
    if (c->sigma > 0) settings.sigma = c->sigma;
    for (size_t i = 0; i < c->dim; i++) lower[i] = c->f->low;
    for (size_t i = 0; i < c->dim; i++) upper[i] = c->f->high;
    if (c->box) settings.lower = lower;
    if (c->box) settings.upper = upper;
    nes_set_progress(&settings, watch, s);
    set_options(r, &settings);
    const nes_status st = nes_minimize(counted, s, c->dim, x, &settings, &result);
    if (st != NES_OK) stop(c->f->name, nes_strerror(st));
    return result;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_cell(const cell *c, const figures *m, double median)
{
    char width[32] = "-";
    if (c->width > 0)
        snprintf(width, sizeof width, "%g", c->width);
    else if (c->box)
        snprintf(width, sizeof width, "bounds");
    else if (c->sigma > 0)
        snprintf(width, sizeof width, "s=%g", c->sigma);
    printf("%-12s %3zu %7s  %5.1f %6.1f %7.1f %9.0f %7.2f %7.2f%s\n", c->f->name, c->dim, width,
           m->wrong, m->right, m->right - m->sure, m->evaluations, m->ratio, median,
           m->wrong > 10 ? " !" : "");
    fflush(stdout);
}

static void add(figures *sum, const figures *m)
{
    sum->wrong += m->wrong;
    sum->right += m->right;
    sum->sure += m->sure;
    sum->evaluations += m->evaluations;
    sum->ratio += m->ratio;
    sum->cells += m->cells;
    sum->high += m->wrong > 10;
}

static void measure(const request *r, const cell *c, figures *all)
{
    static double ratios[MOST_SEEDS];
    const double seeds = (double)(r->last - r->first + 1), share = 100 / seeds;
    figures m = {.cells = 1};
    search s;
    for (uint64_t seed = r->first; seed <= r->last; seed++) {
        const nes_result found = minimize(r, c, seed, &s);
        const double optimum = c->f->optimum != NULL ? c->f->optimum(&s.scene) : 0;
        const bool right = found.best_f - optimum <= 1e-6 * fmax(1, fabs(optimum));
        const bool sure = found.trust == NES_TRUST_CONVERGED;
        const double ratio = (double)s.count / (double)s.first;
        m.wrong += sure && !right ? share : 0;
        m.right += right ? share : 0;
        m.sure += right && sure ? share : 0;
        m.evaluations += (double)s.count / seeds;
        m.ratio += ratio / seeds;
        ratios[seed - r->first] = ratio;
        if (r->verbose)
            printf("  seed %llu: %s, %s, f - optimum %.3g, %llu evaluations, %llu in the first of "
                   "%llu runs; %s; %s\n",
                   (unsigned long long)seed, right ? "right" : "wrong", nes_trust_name(found.trust),
                   found.best_f - optimum, (unsigned long long)s.count, (unsigned long long)s.first,
                   (unsigned long long)found.restarts + 1, found.stop_text, found.trust_text);
    }
    qsort(ratios, (size_t)seeds, sizeof *ratios, ascending);
    print_cell(c, &m, (ratios[((size_t)seeds - 1) / 2] + ratios[(size_t)seeds / 2]) / 2);
    add(all, &m);
}

/* Whether word is in a list with commas; a null list has all. */
static bool is_in(const char *list, const char *word)
{
    const size_t n = strlen(word);
    if (list == NULL) return true;
    for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
        if ((at == list || at[-1] == ',') && (at[n] == ',' || at[n] == '\0')) return true;
    return false;
}

static bool is_wanted(const request *r, const cell *c)
{
    char dim[32];
    snprintf(dim, sizeof dim, "%zu", c->dim);
    return is_in(r->only, c->f->name) && is_in(r->dims, dim);
}

static void measure_unimodal(const request *r, figures *all)
{
    static const size_t dims[] = {2, 5, 10, 20};
    for (const function *f = unimodal; f->name != NULL; f++)
        for (size_t i = 0; i < sizeof dims / sizeof *dims; i++) {
            const cell c = {.f = f, .dim = dims[i], .sigma = 1};
            if (is_wanted(r, &c)) measure(r, &c, all);
        }
}

/* Functions without a natural range have one step size, which is 1. */
static void measure_multimodal(const request *r, figures *all)
{
    static const size_t dims[] = {2, 5, 10};
    static const double widths[] = {20, 60};
    for (const function *f = multimodal; f->name != NULL; f++)
        for (size_t i = 0; i < 2 * sizeof dims / sizeof *dims; i++) {
            const double width = f->ranged ? widths[i % 2] : 0;
            const cell c = {.f = f,
                            .dim = dims[i / 2],
                            .width = width,
                            .sigma = width > 0 ? (f->high - f->low) / width : 1};
            if ((width > 0 || i % 2 == 0) && is_wanted(r, &c)) measure(r, &c, all);
        }
}

static const function *find(const char *name)
{
    const function *f = multimodal;
    while (strcmp(f->name, name) != 0) f++;
    return f;
}

static void measure_awkward(const request *r, figures *all)
{
    const cell cells[] = {
        {.f = find("griewank"), .dim = 5, .low = -30, .high = 30},
        {.f = find("griewank"), .dim = 5, .low = -30, .high = 30, .sigma = 20},
        {.f = find("schwefel"), .dim = 4},
        {.f = find("schwefel"), .dim = 4, .box = true},
        {.f = find("rastrigin"), .dim = 5},
        {.f = find("rastrigin"), .dim = 5, .box = true},
        {.f = find("well16"), .dim = 5},
    };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        if (is_wanted(r, &cells[i])) measure(r, &cells[i], all);
}

static void measure_group(const request *r, const char *name,
                          void (*group)(const request *r, figures *all))
{
    figures m = {0};
    if (r->group != NULL && strcmp(r->group, name) != 0) return;
    printf("%-12s %3s %7s  %5s %6s %7s %9s %7s %7s\n", name, "d", "range/s", "wrong", "right",
           "unsure", "evals", "ratio", "median");
    group(r, &m);
    if (m.cells > 0)
        printf("mean of %g cells: wrong and converged %.1f %%, above 10 %% in %g; right %.1f %%, "
               "right and converged %.1f %%; %.0f evaluations, ratio %.2f\n\n",
               m.cells, m.wrong / m.cells, m.high, m.right / m.cells, m.sure / m.cells,
               m.evaluations / m.cells, m.ratio / m.cells);
}

/* A-B, or one seed. */
static void read_seeds(request *r, const char *text)
{
    char *end;
    r->first = r->last = strtoull(text, &end, 10);
    if (*end == '-') r->last = strtoull(end + 1, &end, 10);
    if (*end != '\0' || r->last < r->first || r->last - r->first >= MOST_SEEDS)
        stop("--seeds wants at most 1000 of them, as in 21-40, not ", text);
}

static request read_arguments(int argc, char **argv)
{
    request r = {.first = 21, .last = 40};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(name, "--verbose") == 0) {
            r.verbose = true;
            continue;
        }
        if (value == NULL) stop("no value, or no such option: ", name);
        i++;
        if (strcmp(name, "--group") == 0)
            r.group = value;
        else if (strcmp(name, "--only") == 0)
            r.only = value;
        else if (strcmp(name, "--dims") == 0)
            r.dims = value;
        else if (strcmp(name, "--seeds") == 0)
            read_seeds(&r, value);
        else if (strcmp(name, "--set") == 0 && r.options < MOST_OPTIONS)
            r.option[r.options++] = value;
        else
            stop("there is no option ", name);
    }
    return r;
}

int main(int argc, char **argv)
{
    const request r = read_arguments(argc, argv);
    measure_group(&r, "unimodal", measure_unimodal);
    measure_group(&r, "multimodal", measure_multimodal);
    measure_group(&r, "awkward", measure_awkward);
    return 0;
}
