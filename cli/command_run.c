/* SPDX-License-Identifier: MIT
 *
 * nes run: minimises an objective and reports. Everything that can be refused is refused before the
 * first evaluation. */
#include "command.h"
#include "objective/guess.h"
#include "session/command_line.h"
#include "session/session.h"

static int run(run_setup *setup, const run_options *o, const facts_origin *from)
{
    session s = {.setup = setup, .options = o};
    int status = session_begin(&s, from);
    if (status == EXIT_OK) status = session_run(&s);
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
