/* SPDX-License-Identifier: MIT
 *
 * The objective that a command line names: exactly one of --problem, --expr, --c, --plugin, a
 * program behind "--", and --by-hand, with --dim where it is needed. `nes run` minimises it, `nes
 * eval` prints its values. */
#ifndef OBJECTIVE_CHOICE_H
#define OBJECTIVE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#include "objective/objective.h"

typedef struct objective_options {
    const char *problem, *expr, *c, *plugin, *dim, *noise, *names, *cc_flags;
    bool by_hand, isolate, no_isolate;

    /* A program: */
    char **command; /* ends with null; null: none is given */
    bool worker, worker_json, scratch;
    const char *templates, *keep_scratch;
    const char *value_json, *value_pattern, *value_file;
    const char *timeout, *exit_codes;
} objective_options;

/* Rows for the option table of a command: an objective of the user's own, its dimension, and noise.
 * prefix leads from the struct `type` to the objective_options in it, such as `objective.`; more:
 * what else the command has to say of --noise. */
#define OBJECTIVE_OWN_OPTIONS(type, prefix, more)                                                  \
    {"expr", "FORMULA", offsetof(type, prefix expr),                                               \
     "a formula in x1..xN, such as 'sum(x^2)' or 'x1^2 + abs(x2)'"},                               \
        {"c", "FILE.c", offsetof(type, prefix c),                                                  \
         "C or C++ source with double objective(size_t n, const double *x), compiled here"},       \
        {"plugin", "FILE.so[:SYMBOL]", offsetof(type, prefix plugin),                              \
         "a shared library with such a function; its default name is objective"},                  \
        {"dim", "N", offsetof(type, prefix dim),                                                   \
         "the number of variables; a problem knows its own"},                                      \
    {                                                                                              \
        "noise", "WORD", offsetof(type, prefix noise),                                             \
            "on a problem with noise: own (default), from --seed; reference, COCO's stream from "  \
            "its start; none" more                                                                 \
    }

/* The same with built-in problems, for a struct with an objective_options named objective. */
#define OBJECTIVE_OPTIONS(type, more)                                                              \
    {"problem", "ID", offsetof(type, objective.problem),                                           \
     "a built-in problem, such as rosenbrock_d10; see `nes list problems`"},                       \
        OBJECTIVE_OWN_OPTIONS(type, objective., more)

/* Rows for programs and for objectives that may crash. */
#define OBJECTIVE_PROGRAM_OPTIONS(type, prefix)                                                    \
    {"names", "LIST", offsetof(type, prefix names),                                                \
     "names of the variables, separated by commas; otherwise x1, x2, ..."},                        \
        {"worker", NULL, offsetof(type, prefix worker),                                            \
         "the program stays and reads a line with a point for every line with a value that it "    \
         "writes"},                                                                                \
        {"worker-json", NULL, offsetof(type, prefix worker_json),                                  \
         "the same with lines of JSON: {\"id\":7,\"x\":[1,2]} in, {\"f\":3.5} out"},               \
        {"template", "FILES", offsetof(type, prefix templates),                                    \
         "files, separated by commas, whose placeholders are filled in for every point"},          \
        {"scratch", NULL, offsetof(type, prefix scratch),                                          \
         "every evaluation runs in an empty folder of its own"},                                   \
        {"keep-scratch", "WORD", offsetof(type, prefix keep_scratch),                              \
         "which of these folders stay: none (default), failed, all"},                              \
        {"value-json", "PATH", offsetof(type, prefix value_json),                                  \
         "the value is this field of the JSON that the program prints, such as result.loss or "    \
         "runs[0].f"},                                                                             \
        {"value-pattern", "REGEX", offsetof(type, prefix value_pattern),                           \
         "the value follows from the last match of this extended regular expression in the "       \
         "output: its first group, or the whole match"},                                           \
        {"value-file", "FILE", offsetof(type, prefix value_file),                                  \
         "the program writes what is otherwise its output to this file"},                          \
        {"timeout", "SECONDS", offsetof(type, prefix timeout),                                     \
         "an evaluation that takes longer is ended and counts as failed"},                         \
        {"exit-codes", "MAP", offsetof(type, prefix exit_codes),                                   \
         "what exit statuses mean, such as 0=ok,3=worst,4=stop; others than 0 are failures"},      \
        {"isolate", NULL, offsetof(type, prefix isolate),                                          \
         "C source or a plugin runs in processes of its own, so that a crash is a failed "         \
         "evaluation; always so with --jobs above 1"},                                             \
        {"no-isolate", NULL, offsetof(type, prefix no_isolate),                                    \
         "C source or a plugin runs in threads of this process, also with --jobs above 1"},        \
        {"cc-flags", "TEXT", offsetof(type, prefix cc_flags),                                      \
         "flags and libraries for compiling --c, such as '-O3 -lgsl'"},                            \
    {                                                                                              \
        "by-hand", NULL, offsetof(type, prefix by_hand),                                           \
            "values are measured elsewhere: `nes ask` gives points, `nes tell` takes values; "     \
            "needs --out"                                                                          \
    }

/* Opens the objective. *name is what the user called it, borrowed from the options. Returns 0, or
 * the exit status with the error printed. */
int objective_open(const objective_options *g, objective *o, const char **name);

#endif
