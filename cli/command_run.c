/* SPDX-License-Identifier: MIT
 *
 * nes run: minimises an objective and reports. Everything that can be refused is refused before the
 * first evaluation. */
#include <stdio.h>

#include "command.h"
#include "objective/guess.h"
#include "session/command_line.h"
#include "session/session.h"

/* Whoever measures by hand only gets the folder, and goes on with `nes ask`. */
static int begin_by_hand(const run_options *o)
{
    printf("%s is ready: `nes ask %s` prints points, `nes tell %s` takes values\n", o->out, o->out,
           o->out);
    return EXIT_OK;
}

static int run(run_setup *setup, const run_options *o, const facts_origin *from)
{
    session s = {.setup = setup, .options = o};
    int status = session_begin(&s, from);
    if (status == EXIT_OK) status = setup->objective.by_hand ? begin_by_hand(o) : session_run(&s);
    session_close(&s);
    return status;
}

int command_run(int argc, char **argv)
{
    command_line c;
    int status;
    if (guess_program(argc, argv) != 0) return EXIT_USAGE;
    const args_outcome outcome = command_line_read(&c, argc, argv, NULL, &status);
    const facts_origin from = {.argc = argc, .argv = argv, .job = c.job.text};
    if (outcome == ARGS_HELP) status = command_run_help();
    if (outcome == ARGS_OK) status = run_setup_open(&c.setup, &c.options);
    if (outcome == ARGS_OK && status == EXIT_OK) status = run(&c.setup, &c.options, &from);
    command_line_close(&c);
    return status;
}
