/* SPDX-License-Identifier: MIT
 *
 * What the tests of problem files share: reading a text into the options of a run. */
#ifndef NES_TEST_PROBLEM_FILE_RIG_H
#define NES_TEST_PROBLEM_FILE_RIG_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "problem_file/problem_file.h"
#include "setup/run_setup.h"
#include "support/check.h"
#include "support/said.h"

/* A problem file on its way into options. */
typedef struct attempt {
    problem_file j;
    run_options options;
    nes_settings settings;
    args_syntax syntax;
    char error[1024]; /* what was printed */
} attempt;

static inline int try_line(attempt *a, const char *text, int argc, char **argv)
{
    memset(a, 0, sizeof *a);
    nes_settings_default(&a->settings);
    a->syntax = run_setup_syntax(&a->options, &a->settings);
    assert_int_equal(args_parse(&a->syntax, argc, argv), ARGS_OK);
    said_begin(STDERR_FILENO);
    int status = problem_file_open_text(&a->j, "job.yaml", text, strlen(text));
    if (status == 0) status = problem_file_apply(&a->j, &a->syntax, argc, argv);
    snprintf(a->error, sizeof a->error, "%s", said_end());
    return status;
}

static inline int try_text(attempt *a, const char *text)
{
    char program[] = "run", *argv[] = {program, NULL};
    return try_line(a, text, 1, argv);
}

static inline void accept(attempt *a, const char *text)
{
    if (try_text(a, text) != 0) fail_msg("%s\n%s", text, a->error);
}

#endif
