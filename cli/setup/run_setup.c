/* SPDX-License-Identifier: MIT
 *
 * The steps from options to settings: objective, arrays, start, target, and the library's own check
 * of the whole. */
#include "setup/run_setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "objective/program.h"
#include "setup/scaled.h"

#define TEXT(member) offsetof(run_options, member)

const args_option run_option_table[] = {
    OBJECTIVE_OPTIONS(run_options, RUN_NOISE_WORDS),
    OBJECTIVE_PROGRAM_OPTIONS(run_options, objective.),
    {"by-hand", NULL, TEXT(objective.by_hand),
     "values are measured elsewhere: `nes ask` gives points, `nes tell` takes values; needs --out"},
    RUN_START_OPTIONS(run_options, ),
    LAW_OPTIONS(run_options, law.),
    {"inject", "FILE", TEXT(inject),
     "evaluate these points first, one per line, and start from the best of them"},
    {"known", "FILE", TEXT(known),
     "results that are known: a table with a column per variable, a column f and those of outputs, "
     "such as `nes show --evaluations` prints; the search starts from the best of them"},
    {"cache", "WORD", TEXT(cache),
     "on: no point is evaluated twice; off; auto (default): on for programs that do not see {i}, "
     "for values by hand, and for discrete C source and plugins, never with noise"},
    {"design", "N", TEXT(design),
     "evaluate N points first that fill the box between the bounds evenly, report which variables "
     "matter, and start from the best of them"},
    {"precision", "P", TEXT(precision),
     "stop at f <= f_opt + P, for problems whose optimum is known; on a problem with noise f is "
     "the value without it"},
    {"on-fail", "WORD", TEXT(on_fail),
     "what becomes of a failed point once --retries are used up: worst (default; it ranks last), "
     "resample (a new point takes its place), stop (the run ends and can be resumed)"},
    {"evaluate", "WORD", TEXT(evaluate),
     "all (default), or feasible: points that violate constraints of variables alone are not "
     "evaluated; for programs that crash there, since it takes more evaluations in all"},
    {"straggler", "T", TEXT(straggler),
     "once half of a generation's values are there, do not wait for evaluations that take more "
     "than T "
     "times the median: the generation is closed without them (off)"},
    {"mpi", NULL, TEXT(mpi),
     "all ranks of this job, which mpirun or srun has started, work on the run: --jobs "
     "evaluations at a time on each, handed out one by one to whoever is free"},
    {"out", "DIR", TEXT(out),
     "keep the run in this new folder: `nes resume DIR` goes on after any interruption, `nes "
     "show`, `nes plot` and `nes ctl` work on it at any time"},
    {"keep-evals", "WORD", TEXT(keep_evals),
     "whether --out keeps every evaluation: yes, no, or auto (default): those of programs, those "
     "with named outputs, and those of C source and plugins that take a millisecond or more"},
    {"history", "FILE.csv", TEXT(history), "write the course of the run as a table"},
    {"plot", "BASENAME", TEXT(plot),
     "draw the course of the run to BASENAME.png and BASENAME.svg (needs gnuplot)"},
    {"json", NULL, TEXT(json), "print the result as one JSON object and nothing else"},
    {"covariance", NULL, TEXT(covariance),
     "with --json: the covariance matrix of the search too, as a list of rows"},
    {"dry-run", NULL, TEXT(dry_run),
     "check everything and show what would be run: variables, method, settings, budget, the first "
     "command; nothing is evaluated, and nothing written"},
    {"quiet", NULL, TEXT(quiet), "no progress, only the result"},
    {NULL, NULL, 0, NULL},
};

args_syntax run_setup_syntax(run_options *o, nes_settings *s)
{
    return (args_syntax){.command = "run",
                         .options = run_option_table,
                         .target = o,
                         .settings = s,
                         .arrays = &o->arrays,
                         .rest = &o->objective.command};
}

/* A problem's usual start and step size are used unless the user gives bounds, or variables of
 * another kind. Then the library chooses both. Bits start with even odds and have no step size, and
 * a density of the user's own has a start of its own. */
static bool has_usual_start(const run_setup *s, const run_options *o)
{
    static const char *const replaced[] = {"lower", "upper", "log", "integer"};
    if (s->objective.problem == NULL || s->settings.bits || s->settings.density != NULL ||
        variables_have_scales(&s->objective.variables))
        return false;
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
        if (args_array_text(&o->arrays, replaced[i]) != NULL) return false;
    return true;
}

/* Whole numbers of a problem are declared, unless the user says something of steps himself. */
static void use_levels(run_setup *s, const run_options *o)
{
    const nes_problem *p = s->objective.problem;
    if (!has_usual_start(s, o) || o->sigma != NULL || args_array_text(&o->arrays, "std") != NULL)
        return;
    arrays_use_levels(&s->arrays, p, nes_problem_sigma(p), &s->settings);
}

/* The objective knows its constraints: how many there are, and that each is an inequality. */
static int use_constraints(run_setup *s, const run_options *o)
{
    static const char *const given[] = {"constraint_kind", "constraint_tol"};
    const size_t m = s->objective.constraints, all = s->objective.outputs;
    char option[32];
    nes_settings *c = &s->settings;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (args_array_text(&o->arrays, given[i]) != NULL)
            return text_error(EXIT_USAGE,
                              "--%s: constraints are inequalities g <= 0 here; leave it out",
                              text_replace(given[i], '_', '-', option, sizeof option));
    if ((c->constraints == 0 || c->constraints == m) && (c->outputs == 0 || c->outputs == all)) {
        c->constraints = m;
        c->outputs = all;
        return 0;
    }
    return text_error(EXIT_USAGE,
                      "--%s: %s has %zu constraint%s, which nes counts itself; leave it out%s",
                      c->constraints > 0 ? "constraints" : "outputs", s->name, m, text_s(m),
                      m > 0 ? "" : ", and give constraints by --constraint");
}

/* One number is sigma itself; a list is the scale, with sigma 1. */
static int read_sigma(run_setup *s, const run_options *o)
{
    if (o->sigma == NULL) {
        if (has_usual_start(s, o) && s->settings.std == NULL)
            s->settings.sigma = nes_problem_sigma(s->objective.problem);
        return 0;
    }
    double number;
    if (vector_is_real(o->sigma, &number) || o->sigma[0] == '\0') {
        if (nes_set(&s->settings, "sigma", o->sigma) == NES_OK) return 0;
        return text_error(EXIT_USAGE, "%s", s->settings.message);
    }
    if (args_array_text(&o->arrays, "scale") != NULL)
        return text_error(EXIT_USAGE, "--sigma is a list and --scale is given too; with --scale, "
                                      "--sigma is one number");
    s->settings.sigma = 1;
    return arrays_read_sigma(&s->arrays, o->sigma, &s->objective.variables, &s->settings);
}

static int read_start(run_setup *s, const run_options *o)
{
    if (o->x0 != NULL)
        return arrays_read_start(&s->arrays, o->x0, &s->objective.variables, &s->settings, &s->x0);
    if (has_usual_start(s, o) && !arrays_have_start(&s->settings))
        s->x0 = arrays_usual_start(&s->arrays, s->objective.problem, &s->settings);
    return 0;
}

static int read_precision(run_setup *s, const run_options *o)
{
    if (o->precision == NULL) return 0;
    double p;
    if (vector_parse_real("precision", o->precision, &p) != 0) return EXIT_USAGE;
    if (p < 0) return text_error(EXIT_USAGE, "--precision %s: must be at least 0", o->precision);
    if (isnan(s->objective.optimum))
        return text_error(EXIT_USAGE,
                          "--precision %s: the optimum of %s is not known; give the "
                          "value to reach by --target",
                          o->precision, s->name);
    if (s->settings.maximize)
        return text_error(EXIT_USAGE,
                          "--precision %s: the known optimum is a minimum; with "
                          "--maximize give --target",
                          o->precision);
    if (s->settings.target != NES_OFF)
        return text_error(EXIT_USAGE, "--precision and --target both name the value to reach; give "
                                      "one of them");
    s->settings.target = s->objective.optimum + p;
    return 0;
}

/* On a problem with noise the target is for exact values, which the library does not see. Small
 * differences between the noisy values that it does see are no reason to stop. */
static int set_noise(run_setup *s)
{
    s->exact_target = s->settings.target == NES_OFF ? NAN : s->settings.target;
    s->noisy = s->objective.problem != NULL && nes_problem_noisy(s->objective.problem) &&
               s->objective.noise != NES_NOISE_NONE;
    if (!s->noisy) return 0;
    s->settings.target = NES_OFF;
    if (strcmp(s->settings.noisy, "no") == 0) s->settings.noisy = "yes";
    if (s->objective.named == NULL) return 0;
    return text_error(
        EXIT_USAGE,
        "%s has noise of its own, and then neither outputs nor constraints beside it; "
        "leave them out, or leave the noise out: --noise none",
        s->name);
}

void run_setup_noisy(nes_settings *s, objective_options *o)
{
    if (o->noise != NULL && nes_set(s, "noisy", o->noise) == NES_OK) o->noise = NULL;
}

/* Reads --on-fail: a word of the library's option failures, or stop, which the library lacks. */
static int read_on_fail(run_setup *s, const run_options *o)
{
    if (o->on_fail == NULL || strcmp(o->on_fail, "stop") == 0) return 0;
    if (nes_set(&s->settings, "failures", o->on_fail) == NES_OK) return 0;
    return text_error(EXIT_USAGE, "--on-fail '%s' is unknown; there are worst, resample and stop",
                      o->on_fail);
}

static int read_straggler(run_setup *s, const run_options *o)
{
    if (o->straggler == NULL || strcmp(o->straggler, "off") == 0) return 0;
    if (vector_parse_real("straggler", o->straggler, &s->straggler) != 0) return EXIT_USAGE;
    if (!(s->straggler > 1))
        return text_error(EXIT_USAGE, "--straggler %s: must be above 1, or off", o->straggler);
    if (s->objective.by_hand)
        return text_error(EXIT_USAGE, "--straggler is for evaluations that nes makes; leave it out "
                                      "or leave --by-hand out");
    if (o->keep_evals != NULL && strcmp(o->keep_evals, "no") == 0)
        return text_error(EXIT_USAGE, "--straggler needs every evaluation in the folder, or the "
                                      "run could not be resumed; leave --keep-evals no out");
    return 0;
}

/* By default all points are evaluated: what lies beyond a constraint teaches something of it, so
 * that fewer evaluations are needed in all. */
int run_setup_evaluate(run_setup *s, const run_options *o)
{
    static const char *const words[] = {"all", "feasible"};
    enum { WORDS = sizeof words / sizeof *words };
    if (o->evaluate == NULL) return 0;
    const size_t i = args_word("evaluate", o->evaluate, words, WORDS);
    s->spares = i == 1 && s->objective.named != NULL;
    return i < WORDS ? 0 : EXIT_USAGE;
}

static int check_keep_evals(const run_options *o)
{
    static const char *const words[] = {"auto", "yes", "no"};
    enum { WORDS = sizeof words / sizeof *words };
    if (o->keep_evals == NULL) return 0;
    return args_word("keep-evals", o->keep_evals, words, WORDS) < WORDS ? 0 : EXIT_USAGE;
}

/* Whether the scale of a variable has whole numbers only, as the indices of choices are. */
static bool is_scale_whole(const variables *v, size_t i)
{
    const scale *s = variables_scale(v, i);
    if (s == NULL || s->kind == SCALE_PLAIN) return false;
    if (s->kind == SCALE_STEP) return s->step == floor(s->step) && s->from == floor(s->from);
    for (size_t k = 0; s->kind == SCALE_VALUES && k < s->n; k++)
        if (s->value[k] != floor(s->value[k])) return false;
    return true;
}

/* Refuses placeholders that would write a real number as an integer. */
static int check_formats(const run_setup *s)
{
    const nes_settings *o = &s->settings;
    const size_t d = s->objective.dim;
    if (s->objective.program == NULL) return 0;
    bool *whole = memory_zeros(d, sizeof *whole);
    for (size_t i = 0; i < d; i++)
        whole[i] = is_scale_whole(&s->objective.variables, i) || o->bits ||
                   (o->integer != NULL && o->integer[i] != 0) ||
                   (o->lower != NULL && o->upper != NULL && o->lower[i] == o->upper[i] &&
                    o->lower[i] == floor(o->lower[i]));
    const int status = program_check_formats(s->objective.program, whole, &s->objective.variables);
    free(whole);
    return status;
}

int run_setup_arrays(run_setup *s, const run_options *o)
{
    const int status = arrays_open(&s->arrays, &o->arrays, &s->objective.variables, &s->settings);
    if (status == 0) scaled_begin(s);
    return status;
}

int run_setup_prepare(run_setup *s, const run_options *o)
{
    if (s->objective.problem != NULL && nes_problem_bits(s->objective.problem))
        s->settings.bits = true;
    int status = use_constraints(s, o);
    if (status == 0) status = check_keep_evals(o);
    if (status == 0) status = read_on_fail(s, o);
    if (status == 0) status = read_straggler(s, o);
    if (status == 0) status = run_setup_evaluate(s, o);
    if (status == 0) status = run_setup_arrays(s, o);
    if (status == 0) status = check_formats(s);
    if (status == 0) use_levels(s, o);
    if (status == 0) status = read_sigma(s, o);
    if (status == 0) status = read_start(s, o);
    if (status == 0) status = scaled_use(s, o);
    if (status == 0) status = read_precision(s, o);
    if (status != 0) return status;
    status = set_noise(s);
    if (status == 0) status = run_setup_cache(s, o);
    if (status != 0) return status;
    char message[NES_MESSAGE_SIZE];
    const nes_status checked =
        nes_settings_check(&s->settings, s->objective.dim, s->x0, message, sizeof message);
    return checked == NES_OK ? 0 : text_error(EXIT_USAGE, "%s", message);
}

/* Chooses where folders of evaluations are. Those that are to stay are in the folder of the run. So
 * are those of programs on other machines, which do not see $TMPDIR. */
static void choose_scratch(run_setup *s, const run_options *o)
{
    const program *p = s->objective.program;
    if (o->out == NULL || p == NULL || (p->keeps == PROGRAM_KEEPS_NONE && p->n_launch == 0)) return;
    s->scratch = file_path(o->out, "scratch");
}

int run_setup_objective(run_setup *s, const run_options *o)
{
    objective_options what = o->objective;
    run_setup_noisy(&s->settings, &what);
    if (what.c == NULL && law_has_source(&o->law)) what.cc_flags = NULL; /* they are the law's */
    return objective_open(&what, &s->objective, &s->name);
}

int run_setup_open(run_setup *s, const run_options *o)
{
    int status = run_setup_objective(s, o);
    if (status == 0)
        status = law_open(&s->law, &o->law, o->objective.cc_flags, s->objective.dim, &s->settings);
    if (status != 0) return status;
    choose_scratch(s, o);
    return run_setup_prepare(s, o);
}

void run_setup_use_budget(nes_settings *s)
{
    if (s->restart_agree == 0) nes_set(s, "restart_agree", "off");
}

void run_setup_close(run_setup *s)
{
    if (!s->shared) objective_close(&s->objective);
    law_close(&s->law);
    arrays_close(&s->arrays);
    free(s->x0);
    free(s->scratch);
}
