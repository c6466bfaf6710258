/* SPDX-License-Identifier: MIT
 *
 * nes run: minimises an objective and prints the result. All errors of its arguments are reported
 * before the first evaluation. */
#include "base/text.h"
#include "command.h"
#include "objective/executable.h"
#include "session/command_line.h"
#include "session/dry_run.h"
#include "session/session.h"

static int begin_and_run(session *s, const facts_origin *from)
{
    const int status = session_begin(s, from);
    return status == EXIT_OK ? session_run(s) : status;
}

static int run(command_line *c, const facts_origin *from, const rank_team *t)
{
    session s = {.setup = &c->setup, .options = &c->options, .team = t};
    if (c->options.mpi && t == NULL) /* a problem file is read too late to start nes-mpi */
        return text_error(EXIT_USAGE, "mpi is no option for a problem file; write mpirun -n RANKS "
                                      "nes run FILE --mpi");
    int status = run_setup_open(&c->setup, &c->options);
    if (status == EXIT_OK && t != NULL) status = t->begin(t->self, from, &c->options, &c->setup);
    if (status == EXIT_OK) status = c->options.dry_run ? dry_run(&s) : begin_and_run(&s, from);
    session_close(&s);
    return status;
}

int command_run_with(int argc, char **argv, const rank_team *t)
{
    command_line c;
    int status;
    if (executable_guess(argc, argv) != 0) return EXIT_USAGE;
    const args_outcome outcome = command_line_read(&c, argc, argv, NULL, &status);
    const facts_origin from = {.argc = argc, .argv = argv, .job = c.file.text};
    if (outcome == ARGS_HELP) status = command_run_help();
    if (outcome == ARGS_OK) status = run(&c, &from, t);
    command_line_close(&c);
    return status;
}

int command_run(int argc, char **argv)
{
    return command_run_with(argc, argv, NULL);
}
