/* SPDX-License-Identifier: MIT
 *
 * nes selftest: a quick check that a user can run after installing, on this machine and with this
 * build: methods find an optimum, threads and saving change nothing, bounds hold, problems know
 * their optimum. The tests of the source tree are far more thorough. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "command.h"
#include "nes/by_name.h"
#include "nes/problems.h"
#include "objective/objective.h"
#include "options/args.h"

enum { DIM = 3, NOTE_SIZE = 256 };

static double sphere(size_t dim, const double *x, void *user)
{
    (void)user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
    return sum;
}

static nes_opt *start(const char *method, uint64_t jobs, uint64_t max_evals)
{
    static const double real[DIM] = {1, -2, 3}, bits[DIM] = {1, 1, 1};
    const bool binary = strcmp(method, "bernoulli") == 0 || strcmp(method, "categorical") == 0;
    const double *x0 = binary ? bits : real;
    nes_settings s;
    nes_opt *o = NULL;
    nes_settings_default(&s);
    s.method = method;
    s.seed = 1;
    s.jobs = jobs;
    s.max_evals = max_evals;
    s.target = 1e-8;
    if (strcmp(method, "auto") == 0) s.popsize = 8; /* the default depends on the jobs */
    return nes_create(&o, DIM, x0, &s) == NES_OK ? o : NULL;
}

/* Runs a method to its end. Numbers of the result and the fingerprint stay valid after the call. */
static bool run(const char *method, uint64_t jobs, nes_result *r, uint64_t *fingerprint)
{
    nes_opt *o = start(method, jobs, 100000);
    const bool good =
        o != NULL && nes_run(o, sphere, NULL) == NES_OK && nes_get_result(o, r) == NES_OK;
    if (good) *fingerprint = nes_fingerprint(o);
    nes_destroy(o);
    return good;
}

/* Target for the plain gradient, which stops short of an optimum, unlike natural gradients. */
static const double PLAIN_TARGET = 0.1;

static bool solves(const char *method, char *note)
{
    nes_result r;
    uint64_t fingerprint;
    if (!run(method, 1, &r, &fingerprint)) return false;
    snprintf(note, NOTE_SIZE, "%.1g after %llu evaluations", r.best_f,
             (unsigned long long)r.evaluations);
    return r.best_f <= (strcmp(method, "gradient") == 0 ? PLAIN_TARGET : 1e-8);
}

static bool threads_agree(const char *method, char *note)
{
    nes_result r;
    uint64_t one, three;
    (void)note;
    return run(method, 1, &r, &one) && run(method, 3, &r, &three) && one == three;
}

/* Asks and tells for n generations. */
static bool advance(nes_opt *o, int n)
{
    for (int i = 0; i < n && nes_stopped(o) == NES_RUNNING; i++) {
        nes_points p;
        if (nes_ask(o, &p) != NES_OK) return false;
        for (size_t k = 0; k < p.n; k++) p.f[k] = sphere(p.dim, p.x + k * p.dim, NULL);
        if (nes_tell(o, p.n, p.f) != NES_OK) return false;
    }
    return true;
}

static bool save_continues(const char *method, char *note)
{
    (void)note;
    nes_opt *o = start(method, 1, 0), *copy = NULL;
    if (o == NULL) return false;
    bool good = advance(o, 10);
    const size_t size = nes_save_size(o);
    void *bytes = memory_zeros(size, 1);
    good = good && nes_save(o, bytes, size, NULL) == NES_OK &&
           nes_load(&copy, bytes, size, NULL, NULL, 0) == NES_OK && advance(o, 10) &&
           advance(copy, 10) && nes_fingerprint(o) == nes_fingerprint(copy);
    free(bytes);
    nes_destroy(copy);
    nes_destroy(o);
    return good;
}

/* A slope whose minimum is the corner (0.5, ...) of the box; *user counts coordinates outside the
 * box. */
static double slope(size_t dim, const double *x, void *user)
{
    size_t *outside = user;
    double sum = 0;
    for (size_t i = 0; i < dim; i++) {
        if (!(x[i] >= 0.5 && x[i] <= 2)) ++*outside;
        sum += x[i];
    }
    return sum;
}

static bool bounds_hold(const char *handler, char *note)
{
    const double lower[DIM] = {0.5, 0.5, 0.5}, upper[DIM] = {2, 2, 2};
    double x[DIM] = {1, 1, 1};
    size_t outside = 0;
    nes_settings s;
    nes_result r;
    nes_settings_default(&s);
    s.lower = lower;
    s.upper = upper;
    s.bounds = handler;
    s.max_evals = 5000;
    if (nes_minimize(slope, &outside, DIM, x, &s, &r) != NES_OK) return false;
    snprintf(note, NOTE_SIZE, "%zu coordinate%s outside", outside, text_s(outside));
    return outside == 0 && r.best_f < 1.51;
}

/* Whether a problem's solution has its optimal value, with dimension or size 5 and instance 1. */
static bool problem_is_right(const char *pattern, char *note)
{
    nes_problem *p = NULL;
    char id[128], one[128];
    text_replace(pattern, 'I', '1', one, sizeof one);
    text_replace(one, 'N', '5', id, sizeof id);
    if (nes_problem_create(&p, id, note, NOTE_SIZE) != NES_OK) return false;
    const double *x = nes_problem_solution(p), f_opt = nes_problem_optimum(p);
    const bool good = x == NULL || isnan(f_opt) ||
                      fabs(nes_problem_value(p, x) - f_opt) <= 1e-9 * (1 + fabs(f_opt));
    nes_problem_destroy(p);
    return good;
}

static bool formula_is_right(const char *text, char *note)
{
    objective o;
    const double x[2] = {3, 4};
    if (objective_formula(&o, text, &(variables){.n = 2}) != 0) return false;
    double f = 0;
    const nes_fate fate = o.record(2, x, &f, o.data);
    objective_close(&o);
    snprintf(note, NOTE_SIZE, "%g", f);
    return fate == NES_MEASURED && f == 5;
}

static size_t failures;

static void check(const char *what, bool (*test)(const char *, char *), const char *argument)
{
    char note[NOTE_SIZE] = "";
    const bool good = test(argument, note);
    printf("%-7s %s %s%s%s%s\n", good ? "ok" : "FAILED", what, argument, note[0] ? " (" : "", note,
           note[0] ? ")" : "");
    if (!good) failures++;
}

static void check_words(const char *what, bool (*test)(const char *, char *), const char *option)
{
    const nes_option *o = args_library_option(option);
    for (size_t i = 0; o != NULL && nes_option_word(o, i) != NULL; i++)
        check(what, test, nes_option_word(o, i));
}

static const char help[] =
    "usage: nes selftest\n"
    "\n"
    "Checks in a few seconds that this build works on this machine: every method\n"
    "finds the minimum of a simple function, gives the same bytes with one and three\n"
    "threads and goes on equally after saving and loading; bounds are never\n"
    "violated; the built-in problems and formulas have the right values. Exit status\n"
    "0 when all is well, 1 otherwise.\n"
    "\n"
    "Example:\n"
    "  nes selftest && echo fine";

int command_selftest(int argc, char **argv)
{
    const args_option none[] = {{NULL, NULL, 0, NULL}};
    args_syntax syntax = {.command = "selftest", .help = help, .options = none};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    failures = 0;
    check_words("sphere by", solves, "method");
    check_words("same bytes with 1 and 3 threads by", threads_agree, "method");
    check_words("saved and loaded run goes on equally by", save_continues, "method");
    check_words("bounds hold with handler", bounds_hold, "bounds");
    for (size_t i = 0; i < nes_problem_kind_count(); i++)
        check("optimum of", problem_is_right, nes_problem_kind_at(i)->pattern);
    check("value of formula", formula_is_right, "sqrt(sum(x^2))");
    if (failures == 0) return EXIT_OK;
    return text_error(EXIT_CHECK,
                      "%zu check%s failed: this build cannot be trusted here; please "
                      "report the lines above with compiler and processor",
                      failures, text_s(failures));
}
