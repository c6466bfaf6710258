/* SPDX-License-Identifier: MIT
 *
 * Reading a command line; see session/command_line.h. */
#include "session/command_line.h"

#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"

/* Reads the problem file as it is now, but for the search, which goes on as it began. */
static int open_texts(command_line *c, const char *word, const command_line_job *job)
{
    const buffer *now = job->now->n > 0 ? job->now : job->first;
    int status = problem_file_open_text(&c->file, word, now->text, now->n);
    if (status != 0 || now == job->first) return status;
    status = problem_file_open_text(&c->first, word, job->first->text, job->first->n);
    if (status == 0) problem_file_take_search(&c->file, &c->first);
    return status;
}

/* Reads the problem file, which is the only word of the command line that is no option. */
static int read_problem_file(command_line *c, const char *word, const command_line_job *job,
                             const args_syntax *syntax, int argc, char **argv)
{
    if (!problem_file_is_file(word))
        return text_error(EXIT_USAGE,
                          "unexpected argument '%s'; a problem file ends in .yaml, and a program "
                          "stands behind two dashes: nes run [options] -- %s",
                          word, word);
    const int status = job == NULL ? problem_file_open(&c->file, word) : open_texts(c, word, job);
    return status == EXIT_OK ? problem_file_apply(&c->file, syntax, argc, argv) : status;
}

args_outcome command_line_read(command_line *c, int argc, char **argv, const command_line_job *job,
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
        *status = read_problem_file(c, word, job, &syntax, argc, argv);
    const char *launch = c->options.objective.launch;
    if (launch != NULL && launch[0] == '\0') c->options.objective.launch = NULL;
    return *status == EXIT_OK ? outcome : ARGS_BAD;
}

args_outcome command_line_again(command_line *c, const facts_origin *from, int *status)
{
    const command_line_job job = {&from->job, &from->job_now};
    return command_line_read(c, from->argc, from->argv, from->job.n > 0 ? &job : NULL, status);
}

int command_line_first_jobs(facts_origin *from)
{
    const buffer none = {.text = NULL};
    const command_line_job job = {&from->job, &none};
    command_line c;
    int status;
    command_line_read(&c, from->argc, from->argv, from->job.n > 0 ? &job : NULL, &status);
    from->jobs = c.setup.settings.jobs;
    command_line_close(&c);
    return status;
}

void command_line_close(command_line *c)
{
    run_setup_close(&c->setup);
    problem_file_close(&c->file);
    problem_file_close(&c->first);
}
