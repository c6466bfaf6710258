/* SPDX-License-Identifier: MIT
 *
 * nes run -- COMMAND ARG...: a program that is started for every point, or that stays and reads
 * points (--worker). Everything that can be wrong with it is found when it is opened. Evaluators
 * need nothing but this description. */
#pragma once

#include "objective/choice.h"
#include "objective/exit_codes.h"
#include "objective/outputs.h"
#include "objective/placeholder.h"
#include "objective/template.h"
#include "objective/value.h"

/* Which folders of evaluations are kept. */
typedef enum program_keeps {
    PROGRAM_KEEPS_NONE,
    PROGRAM_KEEPS_FAILED,
    PROGRAM_KEEPS_ALL
} program_keeps;

typedef struct program {
    char *path;     /* absolute path of what is started, the program or its launcher; owned */
    char **command; /* the program and its arguments as given, ended by null; borrowed */
    bool worker, worker_json;
    size_t workers_before; /* number of workers in other processes, which are counted first */
    size_t tries;          /* most starts of an evaluation that gets lost (evaluate/lost.h) */
    const scale *scale;    /* of each variable; borrowed; null: plain numbers */
    char *names;           /* NES_NAMES=x1,x2: names of the variables, for the environment; owned */
    char *start;           /* NES_START=FOLDER: where this program was started; owned */

    placeholder_text *arguments; /* n arguments, argv[0] among them; owned */
    size_t n, n_launch; /* n_launch: how many of them are words of --launch, which come first */
    value_rule *value;  /* where the value is in an output or an answer; owned */
    const output_set *outputs; /* where further numbers are; borrowed from the objective; null:
                               there are none */

    /* A worker does not use what follows. */
    bool appends; /* the numbers of a point are appended to the arguments */
    templates templates;
    bool writes_point; /* some text has the placeholder {file} */
    bool scratch;      /* each evaluation runs in a folder of its own */
    program_keeps keeps;
    bool has_value_file;
    placeholder_text value_file; /* path of the file that has the value instead of the output */
    exit_codes codes;
} program;

/* Refuses options for programs where g names no program, and those that a worker cannot use: it
 * reads points from its input, and is started before there is a point. Returns 0, or the exit
 * status with the error printed. */
int program_check_options(const objective_options *g);

/* Opens the program that g names, for variables v. Returns 0, or the exit status with the error
 * printed and nothing to close. */
int program_open(program **p, const objective_options *g, const variables *v);

/* Gives the program outputs, which live as long as it does. Returns 0, or the exit status with the
 * error printed: a worker has none in files, and evaluations must not share a file. */
int program_take_outputs(program *p, const output_set *o);

/* Refuses the placeholder of a variable whose format is %d though it is not whole; whole has an
 * entry for each variable. Returns 0, or the exit status with the error printed. */
int program_check_formats(const program *p, const bool *whole, const variables *v);
void program_close(program *p); /* null is fine */
