/* SPDX-License-Identifier: MIT
 *
 * Reading a command line; see session/command_line.h. */
#include "session/command_line.h"

#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"

/* The word of the command line that is not an option is a problem file. */
static int read_problem_file(command_line *c, const char *word, const buffer *kept,
                             const args_syntax *syntax, int argc, char **argv)
{
    if (!problem_file_is_file(word))
        return text_error(EXIT_USAGE,
                          "unexpected argument '%s'; a problem file ends in .yaml, and a program "
                          "stands behind two dashes: nes run [options] -- %s",
                          word, word);
    const int status = kept == NULL ? problem_file_open(&c->file, word)
                                    : problem_file_open_text(&c->file, word, kept->text, kept->n);
    return status == EXIT_OK ? problem_file_apply(&c->file, syntax, argc, argv) : status;
}

args_outcome command_line_read(command_line *c, int argc, char **argv, const buffer *kept,
                               int *status)
{
    const char *word = NULL;
    memset(c, 0, sizeof *c);
    nes_settings_default(&c->setup.settings);
    args_syntax syntax = run_setup_syntax(&c->options, &c->setup.settings);
    syntax.words = &word;
    syntax.max_words = 1;
    args_outcome outcome = args_parse(&syntax, argc, argv);
    *status = outcome == ARGS_BAD ? EXIT_USAGE : EXIT_OK;
    if (outcome == ARGS_OK && word != NULL)
        *status = read_problem_file(c, word, kept, &syntax, argc, argv);
    const char *launch = c->options.objective.launch;
    if (launch != NULL && launch[0] == '\0') c->options.objective.launch = NULL;
    return *status == EXIT_OK ? outcome : ARGS_BAD;
}

void command_line_close(command_line *c)
{
    run_setup_close(&c->setup);
    problem_file_close(&c->file);
}
