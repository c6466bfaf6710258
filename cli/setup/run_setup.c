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
#include "setup/start.h"

#define TEXT(member) offsetof(run_options, member)

const args_option run_option_table[] = {
    OBJECTIVE_OPTIONS(run_options, RUN_NOISE_WORDS),
    OBJECTIVE_PROGRAM_OPTIONS(run_options, objective.),
    {"by-hand", NULL, TEXT(objective.by_hand),
     "values are measured elsewhere: `nes ask` gives points, `nes tell` takes values; needs --out"},
    RUN_START_OPTIONS(run_options, ),
    {"inject", "FILE", TEXT(inject),
     "evaluate these points first, one per line, and start from the best of them"},
    {"precision", "P", TEXT(precision),
     "stop at f <= f_opt + P, for problems whose optimum is known; on a problem with noise f is "
     "the value without it"},
    {"on-fail", "WORD", TEXT(on_fail),
     "what becomes of a point that failed --retries times more: worst (default; it ranks last), "
     "resample (a new point takes its place), stop (the run ends and can be resumed)"},
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
     "whether --out keeps every evaluation: yes, no, or auto (default): those of programs, and of "
     "C source and plugins that take a millisecond or more"},
    {"history", "FILE.csv", TEXT(history), "write the course of the run as a table"},
    {"plot", "BASENAME", TEXT(plot),
     "draw the course of the run to BASENAME.png and BASENAME.svg (needs gnuplot)"},
    {"json", NULL, TEXT(json), "print the result as one JSON object and nothing else"},
    {"covariance", NULL, TEXT(covariance),
     "with --json: the covariance matrix of the search too, as a list of rows"},
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
 * another kind. Then the library chooses both. Bits have even odds at the start, and no step size.
 */
static bool has_usual_start(const run_setup *s, const run_options *o)
{
    static const char *const replaced[] = {"lower", "upper", "log", "integer"};
    if (s->objective.problem == NULL || s->settings.bits) return false;
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
        if (args_array_text(&o->arrays, replaced[i]) != NULL) return false;
    return true;
}

/* One number is sigma itself; a list is the scale, with sigma 1. */
static int read_sigma(run_setup *s, const run_options *o)
{
    if (o->sigma == NULL) {
        if (has_usual_start(s, o) && args_array_text(&o->arrays, "std") == NULL)
            s->settings.sigma = nes_problem_sigma(s->objective.problem);
        return 0;
    }
    if (vector_is_scalar(o->sigma) || o->sigma[0] == '\0') {
        if (nes_set(&s->settings, "sigma", o->sigma) == NES_OK) return 0;
        return text_error(EXIT_USAGE, "%s", s->settings.message);
    }
    if (args_array_text(&o->arrays, "scale") != NULL)
        return text_error(EXIT_USAGE, "--sigma is a list and --scale is given too; with --scale, "
                                      "--sigma is one number");
    s->settings.sigma = 1;
    return arrays_read_sigma(&s->arrays, o->sigma, s->objective.dim, &s->settings);
}

static int read_start(run_setup *s, const run_options *o)
{
    const size_t d = s->objective.dim;
    if (o->x0 != NULL && start_is_law(o->x0))
        return start_read_law(o->x0, d, &s->arrays, &s->settings);
    if (o->x0 != NULL) return vector_parse("x0", o->x0, d, 1, &s->x0);
    if (!has_usual_start(s, o) || start_has_law(&s->settings)) return 0;
    start_read_usual(s->objective.problem, &s->arrays, &s->settings);
    if (start_has_law(&s->settings)) return 0;
    s->x0 = memory_zeros(d, sizeof *s->x0);
    nes_problem_start(s->objective.problem, s->x0);
    return 0;
}

/* Evaluators, folder and ranks carry outputs, but no objective of the program gives any. */
static int refuse_outputs(const run_setup *s)
{
    if (s->settings.outputs == 0) return 0;
    return text_error(EXIT_USAGE,
                      "--outputs: objectives of nes give a value alone; outputs besides "
                      "it are for callers of the library");
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
    nes_settings initial;
    nes_settings_default(&initial);
    if (s->settings.target != initial.target)
        return text_error(EXIT_USAGE, "--precision and --target both name the value to reach; give "
                                      "one of them");
    s->settings.target = s->objective.optimum + p;
    return 0;
}

/* On a problem with noise the target is for exact values, which the library does not see. Small
 * differences between the noisy values that it does see are no reason to stop. */
static void set_noise(run_setup *s)
{
    nes_settings initial;
    nes_settings_default(&initial);
    s->exact_target = s->settings.target == NES_OFF ? NAN : s->settings.target;
    s->noisy = s->objective.problem != NULL && nes_problem_noisy(s->objective.problem) &&
               s->objective.noise != NES_NOISE_NONE;
    if (!s->noisy) return;
    s->settings.target = initial.target;
    if (strcmp(s->settings.noisy, "no") == 0) s->settings.noisy = "yes";
}

void run_setup_noisy(nes_settings *s, objective_options *o)
{
    const nes_option *noisy = args_library_option("noisy");
    const char *word;
    for (size_t i = 0; o->noise != NULL && (word = nes_option_word(noisy, i)) != NULL; i++)
        if (strcmp(o->noise, word) == 0) {
            nes_set(s, noisy->name, word);
            o->noise = NULL;
        }
}

/* Reads --on-fail: a word of the library's option failures, or stop, which only the program knows.
 * */
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

static int check_keep_evals(const run_options *o)
{
    static const char *const words[] = {"auto", "yes", "no"};
    enum { WORDS = sizeof words / sizeof *words };
    if (o->keep_evals == NULL) return 0;
    return args_word("keep-evals", o->keep_evals, words, WORDS) < WORDS ? 0 : EXIT_USAGE;
}

int run_setup_prepare(run_setup *s, const run_options *o)
{
    if (s->objective.problem != NULL && nes_problem_bits(s->objective.problem))
        s->settings.bits = true;
    int status = check_keep_evals(o);
    if (status == 0) status = read_on_fail(s, o);
    if (status == 0) status = read_straggler(s, o);
    if (status == 0) status = arrays_open(&s->arrays, &o->arrays, s->objective.dim, &s->settings);
    if (status == 0) status = read_sigma(s, o);
    if (status == 0) status = read_start(s, o);
    if (status == 0) status = read_precision(s, o);
    if (status == 0) status = refuse_outputs(s);
    if (status != 0) return status;
    set_noise(s);
    char message[NES_MESSAGE_SIZE];
    if (nes_settings_check(&s->settings, s->objective.dim, s->x0, message, sizeof message) ==
        NES_OK)
        return 0;
    return text_error(EXIT_USAGE, "%s", message);
}

/* Chooses where folders of evaluations are. Those that are to stay are in the folder of the run. So
 * are those of programs on other machines, which do not see $TMPDIR. */
static void choose_scratch(run_setup *s, const run_options *o)
{
    const program *p = s->objective.program;
    if (o->out == NULL || p == NULL || (p->keeps == PROGRAM_KEEPS_NONE && p->n_launch == 0)) return;
    s->scratch = file_path(o->out, "scratch");
}

int run_setup_open(run_setup *s, const run_options *o)
{
    objective_options what = o->objective;
    run_setup_noisy(&s->settings, &what);
    const int status = objective_open(&what, &s->objective, &s->name);
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
    objective_close(&s->objective);
    arrays_close(&s->arrays);
    free(s->x0);
    free(s->scratch);
}
