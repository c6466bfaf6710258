/* SPDX-License-Identifier: MIT
 *
 * nes run -- COMMAND ARG...: a program that is started for every point, or that stays and reads
 * points (--worker). Everything that can be wrong with it is found out when it is opened.
 *
 * The description is all that evaluators need: evaluate/programs.h starts the program once per
 * point. */
#ifndef OBJECTIVE_PROGRAM_H
#define OBJECTIVE_PROGRAM_H

#include "objective/choice.h"
#include "objective/exit_codes.h"
#include "objective/placeholder.h"
#include "objective/template.h"
#include "objective/value.h"

/* Which folders of evaluations stay. */
typedef enum program_keeps {
    PROGRAM_KEEPS_NONE,
    PROGRAM_KEEPS_FAILED,
    PROGRAM_KEEPS_ALL
} program_keeps;

typedef struct program {
    char *path;     /* of what is started, the program or its launcher; absolute; owned */
    char **command; /* as it was given, from argv[0] on, ends with null; borrowed */
    bool worker, worker_json;
    size_t workers_before; /* workers in other processes, whose numbers come first */
    double timeout;        /* seconds; 0: none */
    size_t tries;          /* starts of an evaluation that gets lost (evaluate/lost.h) */
    char *names;           /* of the variables, separated by commas; owned */
    char *start;           /* the folder that this program was started in; owned */

    placeholder_text *arguments; /* n of them, argv[0] among them; owned */
    size_t n, n_launch;          /* of these, the words of --launch come first */
    value_rule *value;           /* of a worker: for answers in JSON; owned */

    /* What follows is of no use to a worker. */
    bool appends; /* the numbers follow as arguments */
    templates templates;
    bool writes_point; /* {file} is used somewhere */
    bool scratch;      /* each evaluation runs in a folder of its own */
    program_keeps keeps;
    bool has_value_file;
    placeholder_text value_file; /* instead of its output */
    exit_codes codes;
} program;

/* What the user calls the program; "" where nothing follows "--". */
const char *program_name(const objective_options *g);

/* Opens the program that g names, for variables v. Returns 0, or the exit status with the error
 * printed and nothing to close. */
int program_open(program **p, const objective_options *g, const variables *v);
void program_close(program *p); /* null is fine */

/* The sentence for users who look for the way to name a program; file: what they named, perhaps a
 * command with blanks. Returns text. */
const char *program_way(const char *file, char *text, size_t size);

#endif
