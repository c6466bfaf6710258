/* SPDX-License-Identifier: MIT
 *
 * nes run: minimises an objective and reports. Everything that can be refused is refused before the
 * first evaluation. Then the loop runs; its observers show progress, count what is not a number,
 * record the course for the plot, judge runs with noise and stop on Ctrl-C. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "command.h"
#include "evaluate/direct.h"
#include "evaluate/isolated.h"
#include "evaluate/judge.h"
#include "evaluate/loop.h"
#include "evaluate/threads.h"
#include "formula/formula.h"
#include "nes/nes.h"
#include "report/history.h"
#include "report/plot.h"
#include "report/progress.h"
#include "report/report.h"
#include "setup/run_setup.h"

/* How many values were not numbers. */
typedef struct tally {
    unsigned long long nans, infinities;
} tally;

/* What the observers of the run leave behind. */
typedef struct observed {
    progress progress;
    tally tally;
    history *history; /* null: no plot */
    judge judge;      /* of a problem with noise */
    double seconds;
} observed;

static bool count_values(void *data, const arrivals *a)
{
    tally *t = data;
    for (size_t k = 0; k < a->n; k++) {
        if (isnan(a->f[k]) && !nes_is_eval_failed(a->f[k]))
            t->nans++;
        else if (isinf(a->f[k]))
            t->infinities++;
    }
    return false;
}

static bool is_interrupted(void *data, nes_opt *o)
{
    (void)data, (void)o;
    return interrupt_seen();
}

/* No value was ever finite: says what came instead. */
static int unusable(const run_setup *s, const tally *t, const nes_result *r)
{
    const unsigned long long n = r->evaluations, nans = t->nans, infinities = t->infinities;
    const char *remedy = "check the objective at the start point (`nes eval` prints single values) "
                         "or move the start with --x0 or bounds";
    if (r->failed == n)
        return text_error(EXIT_OBJECTIVE, "%s: every one of the %llu evaluations failed; %s",
                          s->name, n, remedy);
    if (nans == n)
        return text_error(EXIT_OBJECTIVE, "%s: every one of the %llu values was NaN; %s", s->name,
                          n, remedy);
    if (infinities == n)
        return text_error(EXIT_OBJECTIVE, "%s: every one of the %llu values was infinite; %s",
                          s->name, n, remedy);
    return text_error(EXIT_OBJECTIVE,
                      "%s: none of the %llu values was finite (%llu NaN, %llu infinite, %llu "
                      "failed); %s",
                      s->name, n, nans, infinities, (unsigned long long)r->failed, remedy);
}

static int print_result(const run_options *o, const report *r)
{
    if (!o->json)
        report_table(r);
    else if (report_json(r) != 0)
        return text_error(EXIT_FILES, "no memory for the JSON text");
    return EXIT_OK;
}

static int draw_plot(const run_options *o, const history *h, const report *r)
{
    fflush(stdout); /* the result stands before anything gnuplot may say */
    const int status = plot_write(o->plot, h, r);
    if (status == EXIT_OK && !o->json)
        printf("  %-16s%s.png and %s.svg\n", "plot", o->plot, o->plot);
    return status;
}

/* A run that the judge stopped has reached its target; the library knows only that it was stopped.
 */
static void judge_result(const judge *j, nes_result *r)
{
    if (!j->reached) return;
    r->stop = NES_STOP_TARGET;
    r->stop_value = j->best;
    r->stop_threshold = j->target;
    snprintf(r->stop_text, sizeof r->stop_text,
             "the target value was reached: %g without noise, target %g", j->best, j->target);
}

/* Evaluations at the mean that a run with noise keeps back of its budget. A small budget has none
 * to spare. */
static uint64_t repeats(const nes_settings *s)
{
    enum { REPEATS = 10, SMALL = 100 };
    if (strcmp(s->noisy, "no") == 0) return 0;
    return s->max_evals == 0 || s->max_evals >= SMALL ? REPEATS : 0;
}

typedef struct valuing {
    const objective *objective;
    nes_noise noise; /* of a problem that has noise of its own */
} valuing;

static double value_of(const double *x, void *data)
{
    valuing *v = data;
    const objective *o = v->objective;
    double f;
    if (v->noise.kind == NES_NOISE_NONE) return o->value(o->dim, x, o->data);
    nes_problem_noisy_values(o->problem, &v->noise, 1, x, &f);
    return f;
}

/* The most probable string of bits; null: no memory. */
static double *most_probable(const nes_result *r)
{
    double *bits = malloc(r->dim * sizeof *bits);
    for (size_t i = 0; bits != NULL && i < r->dim; i++) bits[i] = r->mean_x[i] >= 0.5;
    return bits;
}

/* With noise the answer is the mean, or of bits the most probable string, of which no value is
 * known yet. */
static void evaluate_mean(const run_setup *s, const observed *w, report *r)
{
    nes_result *result = &r->result;
    const bool differ = strcmp(s->settings.noisy, "yes") == 0 || result->noise > 0;
    valuing v = {&s->objective, w->judge.noise};
    if (!s->noisy) v.noise.kind = NES_NOISE_NONE;
    if (!differ || result->mean_x == NULL || interrupt_seen()) return;
    const uint64_t n = repeats(&s->settings);
    if (r->settings->bits) r->likely = most_probable(result);
    if (r->settings->bits && r->likely == NULL) return;
    r->at_mean =
        repeated_values((size_t)n, r->likely != NULL ? r->likely : result->mean_x, value_of, &v);
    result->evaluations += n;
}

static int show(const run_setup *s, const run_options *o, const observed *w, report *r)
{
    judge_result(&w->judge, &r->result);
    evaluate_mean(s, w, r);
    const int status = print_result(o, r);
    if (w->history == NULL || r->result.evaluations == 0) return status;
    const int plotted = draw_plot(o, w->history, r);
    return status == EXIT_OK ? plotted : status;
}

static int finish(const run_setup *s, const run_options *o, nes_opt *opt, const observed *w)
{
    report r = {.name = s->name, .optimum = s->objective.optimum, .seconds = w->seconds};
    if (report_read(&r, opt, o->covariance) != 0)
        return text_error(EXIT_FILES, "no memory for the covariance");
    r.noisy = s->noisy;
    r.exact = w->judge.best;
    const int status = show(s, o, w, &r);
    report_free(&r);
    if (interrupt_seen()) return EXIT_INTERRUPTED;
    if (r.result.best_x == NULL && r.result.evaluations > 0)
        return unusable(s, &w->tally, &r.result);
    return status;
}

/* The run failed, which a command line can cause only by asking for too much. */
static int broken(const nes_opt *opt, nes_status st)
{
    const char *remedy = st == NES_ERR_THREAD ? "; lower --jobs" : "";
    const char *sentence = nes_message(opt);
    return text_error(EXIT_USAGE, "%s%s", sentence[0] != '\0' ? sentence : nes_strerror(st),
                      remedy);
}

/* Runs under one seed have noise of their own, as they have samples of their own. */
static judge make_judge(const run_setup *s)
{
    const uint64_t seed = s->settings.seed + s->settings.run * UINT64_C(0x9e3779b97f4a7c15);
    return (judge){.problem = s->objective.problem,
                   .noise = {s->objective.noise, seed, 0},
                   .target = s->exact_target,
                   .maximize = s->settings.maximize,
                   .best = NAN};
}

/* Values with noise have to be computed in order, hence in one thread. */
static nes_status open_evaluator(evaluator *e, const run_setup *s, judge *j)
{
    const size_t jobs = threads_count(s->settings.jobs);
    if (s->noisy) return direct_open(e, judge_values, j);
    if (s->objective.isolated) return isolated_open(e, &s->objective, jobs);
    if (jobs == 1) return direct_open_objective(e, &s->objective);
    return threads_open(e, &s->objective, jobs);
}

static nes_status run_loop(nes_opt *opt, const run_setup *s, bool shown, observed *w)
{
    evaluator e;
    const observer observers[] = {
        progress_observer(&w->progress, shown),
        {.values = count_values, .data = &w->tally},
        w->history != NULL ? history_observer(w->history) : (observer){.data = NULL},
        judge_observer(&w->judge),
        {.generation = is_interrupted},
    };
    nes_status st = open_evaluator(&e, s, &w->judge);
    if (st != NES_OK) return st;
    const double begin = clock_now();
    st = evaluate_loop(opt, &e, observers, sizeof observers / sizeof *observers);
    w->seconds = clock_now() - begin;
    e.close(e.self);
    return st;
}

/* Before anything is evaluated: whether there will be a matrix, and a place to print it. */
static int check_covariance(const run_options *o, nes_opt *opt)
{
    size_t n;
    if (!o->covariance) return EXIT_OK;
    if (!o->json)
        return text_error(EXIT_USAGE, "--covariance is part of the JSON result: give --json too");
    if (nes_get_length(opt, "covariance", &n) == NES_OK) return EXIT_OK;
    return text_error(EXIT_USAGE, "--covariance: %s", nes_message(opt));
}

static int run(const run_setup *s, const run_options *o, history *h)
{
    observed w = {.history = h, .judge = make_judge(s)};
    nes_opt *opt = NULL;
    nes_settings settings = s->settings;
    if (settings.max_evals > 0) settings.max_evals -= repeats(&settings);
    nes_status st = nes_create(&opt, s->objective.dim, s->x0, &settings);
    if (st != NES_OK) return text_error(EXIT_USAGE, "%s", nes_strerror(st));
    int status = check_covariance(o, opt);
    if (status == EXIT_OK) {
        interrupt_watch("finishing this generation");
        st = run_loop(opt, s, !o->json && !o->quiet, &w);
        status = st == NES_OK ? finish(s, o, opt, &w) : broken(opt, st);
    }
    nes_destroy(opt);
    return status;
}

/* Library options that most runs need, in this order; all others by `nes options`. */
static void print_common(void)
{
    static const char *const common[] = {"method",   "seed",     "max_evals", "max_time", "target",
                                         "popsize",  "maximize", "bits",      "noisy",    "retries",
                                         "failures", "restarts", "jobs",      "threads"};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        const nes_option *option = args_library_option(common[i]);
        char name[64];
        if (option != NULL)
            args_print_entry(text_replace(option->name, '_', '-', name, sizeof name),
                             args_value_word(option), option->doc);
    }
}

static int help(void)
{
    puts("usage: nes run OBJECTIVE [options]\n"
         "\n"
         "Minimises (or, with --maximize, maximises) an objective and prints the best point, the\n"
         "mean and the standard deviations of the search, why it stopped, and how far the answer\n"
         "can be trusted.\n"
         "\n"
         "Name one objective (the first four options), and what you know about it:");
    args_print(run_option_table);
    puts("\nLists of numbers, separated by commas or blanks; inf and -inf are no bounds:");
    arrays_print();
    puts("\nOften wanted:");
    print_common();
    puts("\n"
         "With --noise yes (the values of equal points differ) or auto (six evaluations of the\n"
         "start tell) the mean is the answer; it is evaluated ten times more, within the budget.\n"
         "\n"
         "An evaluation that did not happen (a crash, a time-out) is told from a bad value: a\n"
         "formula says `failed`, C source or a plugin returns nan(\"0x6e6573\") (NES_EVAL_FAILED "
         "of\n"
         "the library). It is counted as failed and made again up to --retries times; then the\n"
         "point ranks last, or with --failures resample a new point takes its place.\n"
         "\n"
         "Problems with noise (--problem bbob_noisy_...): the optimiser sees noisy values; "
         "--target\n"
         "and --precision are judged on the values without noise after every generation, and the\n"
         "best of those is reported besides the best value seen. Values come from one thread,\n"
         "whatever --jobs is.\n"
         "\n"
         "Formulas:");
    formula_help();
    puts("\n"
         "Every option of the library can be given, `foo_bar` as --foo-bar VALUE and a flag as\n"
         "--maximize or --no-maximize: see `nes options [word]`. A value that begins with two\n"
         "dashes needs the form --option=VALUE.\n"
         "\n"
         "Without --method the program chooses method, population and restarts, and says why.\n"
         "It restarts until a target, a budget or a time ends the search, or until two runs have\n"
         "ended at the same point (--restart-agree). Without any of them there are at most nine\n"
         "runs, and one above 20 variables. A run ends when it no longer makes progress.\n"
         "\n"
         "Examples:\n"
         "  nes run --problem rosenbrock_d10 --precision 1e-10 --plot rosenbrock\n"
         "  nes run --expr '(x1-1)^2 + 10*abs(x2)' --dim 2 --x0 5,5 --sigma 2\n"
         "  nes run --expr 'sum(x^2)' --dim 20 --method snes --lower -1 --upper 3 --json\n"
         "  nes run --c model.c --dim 6 --x0 uniform:-4:4 --seed 7 --jobs 0 --max-time 60\n"
         "  nes run --expr 'sum(sqrt(i)*x) - max(0, sum(i*x) - 100)' --dim 40 --bits --maximize\n"
         "  nes run --expr 'if(x1 > 3, failed, x1^2)' --dim 1 --failures resample\n"
         "\n"
         "Exit status: 0 the run ended, 2 wrong command line, 3 the objective cannot be used,\n"
         "4 a file cannot be written, 130 interrupted (Ctrl-C; the result so far is printed).");
    return EXIT_OK;
}

int command_run(int argc, char **argv)
{
    run_options options = {.json = false};
    run_setup setup;
    memset(&setup, 0, sizeof setup);
    nes_settings_default(&setup.settings);
    args_syntax syntax = {.command = "run",
                          .options = run_option_table,
                          .target = &options,
                          .settings = &setup.settings,
                          .arrays = &options.arrays};
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help() : EXIT_USAGE;
    history *h = NULL;
    int status = run_setup_open(&setup, &options);
    if (status == EXIT_OK && options.plot != NULL) {
        status = plot_check(options.plot);
        h = history_create();
        if (status == EXIT_OK && h == NULL) status = text_error(EXIT_FILES, "no memory for a plot");
    }
    if (status == EXIT_OK) status = run(&setup, &options, h);
    free(h);
    run_setup_close(&setup);
    return status;
}
