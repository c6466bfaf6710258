/* SPDX-License-Identifier: MIT
 *
 * The objective that a command line names: exactly one of --problem, --expr, --c, --plugin, a
 * program behind "--", and --by-hand, with --dim where it is needed. `nes run` minimises it, `nes
 * eval` prints its values. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "objective/objective.h"

typedef struct objective_options {
    const char *problem, *expr, *c, *plugin, *dim, *noise, *names, *cc_flags;
    scale_texts scales; /* --values, --step, --choices, --unit */
    bool by_hand, isolate, no_isolate;
    outputs_options outputs;

    /* Options for a program: */
    char **command; /* the program and its arguments, ended by null; null: no program */
    bool worker, worker_json, scratch;
    const char *templates, *keep_scratch;
    const char *value_json, *value_pattern, *value_file;
    const char *timeout, *exit_codes, *launch, *launch_tries;
} objective_options;

/* Rows for the option table of a command: an objective of the user's own, its dimension, and noise.
 * prefix leads from the struct `type` to the objective_options in it, such as `objective.`; more:
 * what else the command has to say of --noise. */
#define OBJECTIVE_OWN_OPTIONS(type, prefix, more)                                                  \
    {"expr", "FORMULA", offsetof(type, prefix expr),                                               \
     "a formula in x1..xN or --names, such as 'sum(x^2)' or 'x1^2 + abs(x2)'"},                    \
        {"output", "NAME=RULE", offsetof(type, prefix outputs.list),                               \
         "names a number of an evaluation and says where it is: stress=PATTERN, "                  \
         "stress=json:PATH, "                                                                      \
         "stress=file:NAME, stress=expr:FORMULA; or mass,stress, the numbers of the last line, "   \
         "or "                                                                                     \
         "of void objectives(size_t n, const double *x, double *out)"},                            \
        {"minimise", "FORMULA", offsetof(type, prefix outputs.minimise),                           \
         "what to minimise, in outputs and variables, such as 'mass + 0.1*cost'; also "            \
         "--minimize"},                                                                            \
        {"constraint", "LIST", offsetof(type, prefix outputs.constraint),                          \
         "what must hold, in outputs and variables, separated by semicolons, such as 'stress <= "  \
         "200; 5 <= x1*x2 <= 8'"},                                                                 \
        {"c", "FILE.c", offsetof(type, prefix c),                                                  \
         "C or C++ source with double objective(size_t n, const double *x), compiled here"},       \
        {"plugin", "FILE.so[:SYMBOL]", offsetof(type, prefix plugin),                              \
         "a shared library with such a function; its default name is objective"},                  \
        {"dim", "N", offsetof(type, prefix dim),                                                   \
         "the number of variables; not needed with --names, or for a problem"},                    \
    {                                                                                              \
        "noise", "WORD", offsetof(type, prefix noise),                                             \
            "on a problem with noise: own (default), from --seed; reference, COCO's stream from "  \
            "its start; none" more                                                                 \
    }

/* The same rows with built-in problems, for a struct with a member objective_options named
 * objective. */
#define OBJECTIVE_OPTIONS(type, more)                                                              \
    {"problem", "ID", offsetof(type, objective.problem),                                           \
     "a built-in problem, such as rosenbrock_d10; see `nes list problems`"},                       \
        OBJECTIVE_OWN_OPTIONS(type, objective., more)

/* Rows for names, programs and objectives that may crash. */
#define OBJECTIVE_PROGRAM_OPTIONS(type, prefix)                                                    \
    {"names", "NAMES", offsetof(type, prefix names),                                               \
     "names of the variables, separated by commas; otherwise x1, x2, ..."},                        \
        {"values", "LISTS", offsetof(type, prefix scales.values),                                  \
         "variables that take values of a list, in its order: 'radius=1,1.6,2; wall=3,5,8'"},      \
        {"step", "LISTS", offsetof(type, prefix scales.step),                                      \
         "variables that take multiples of a step, from their lower bound on: 'gap=0.25'"},        \
        {"choices", "LISTS", offsetof(type, prefix scales.choices),                                \
         "variables that take one of several names, which have no order: "                         \
         "'material=steel,alu,ti'; objectives that see numbers get 0, 1, 2"},                      \
        {"unit", "LISTS", offsetof(type, prefix scales.unit),                                      \
         "units of variables, which tables show: 'gap=mm; mass=kg'"},                              \
        {"worker", NULL, offsetof(type, prefix worker),                                            \
         "the program is started once per job and stays: a line with a point goes in, a line "     \
         "with its value comes out"},                                                              \
        {"worker-json", NULL, offsetof(type, prefix worker_json),                                  \
         "the same with lines of JSON: {\"id\":7,\"x\":[1,2]} in, {\"f\":3.5} out"},               \
        {"template", "FILES", offsetof(type, prefix templates),                                    \
         "files, separated by commas, whose placeholders are filled in for every point"},          \
        {"scratch", NULL, offsetof(type, prefix scratch),                                          \
         "every evaluation runs in an empty folder of its own, in $TMPDIR or /tmp; with --launch " \
         "in the folder of --out, or here, where all machines have to see it"},                    \
        {"keep-scratch", "WORD", offsetof(type, prefix keep_scratch),                              \
         "which of these folders stay: none (default), failed, all"},                              \
        {"value-json", "PATH", offsetof(type, prefix value_json),                                  \
         "the value is this field of the JSON in the output, such as result.loss or runs[0].f"},   \
        {"value-pattern", "REGEX", offsetof(type, prefix value_pattern),                           \
         "the value is the last match of this extended regular expression in the output, or the "  \
         "first group in the match; 'a=(.*)|b=(.*)' has two alternatives"},                        \
        {"value-file", "FILE", offsetof(type, prefix value_file),                                  \
         "the value is in this file, which the program writes, and not in its output"},            \
        {"exit-codes", "MAP", offsetof(type, prefix exit_codes),                                   \
         "what exit statuses mean: ok, fail, worst (a bad point, no failure), stop (end the run) " \
         "or again (start it again), such as 3=worst,10-19=ok,4=stop; otherwise all but 0 are "    \
         "failures"},                                                                              \
        {"launch", "COMMAND", offsetof(type, prefix launch),                                       \
         "what starts the program: these words stand in front of it, such as 'srun --exclusive "   \
         "-N1 -n1'"},                                                                              \
        {"launch-tries", "COUNT", offsetof(type, prefix launch_tries),                             \
         "how often an evaluation is started that --launch loses, or whose exit status means "     \
         "again, before the run ends (8)"},                                                        \
        {"timeout", "SECONDS", offsetof(type, prefix timeout),                                     \
         "an evaluation that takes longer is ended and has failed; C source and plugins may take " \
         "as long to be loaded (60 seconds without this option); auto: 20 times the median of "    \
         "the last evaluations, at least a second, once 5 are known; 'auto 50': so many times; "   \
         "it may throw away good points that take long"},                                          \
        {"cc-flags", "TEXT", offsetof(type, prefix cc_flags),                                      \
         "flags, further sources and libraries for compiling --c, --density and --radial, such "   \
         "as '-O3 -lgsl'"},                                                                        \
        {"isolate", NULL, offsetof(type, prefix isolate),                                          \
         "C source or a plugin runs in processes of its own, so that a crash is a failed "         \
         "evaluation; `nes run` always does so, unless --no-isolate says otherwise"},              \
    {                                                                                              \
        "no-isolate", NULL, offsetof(type, prefix no_isolate),                                     \
            "C source or a plugin is loaded by this process at once and runs in threads of it, "   \
            "also with --jobs above 1; if it hangs or crashes, so does nes"                        \
    }

/* Opens the objective. *name is what the user called it, borrowed from the options. Returns 0, or
 * the exit status with the error printed. */
int objective_open(const objective_options *g, objective *o, const char **name);
