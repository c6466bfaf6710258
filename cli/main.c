/* SPDX-License-Identifier: MIT
 *
 * nes: the program. Finds the command in a table and hands it the rest of the command line. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/json_values.h"
#include "base/plain_locale.h"
#include "base/stack.h"
#include "base/streams.h"
#include "base/text.h"
#include "command.h"
#include "nes/by_name.h"

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *doc;
} commands[] = {
    {"run", command_run, "minimise or maximise an objective"},
    {"resume", command_resume, "go on with a run where it was, or beyond its end"},
    {"show", command_show, "where a run that is kept in a folder stands, and what failed"},
    {"serve", command_serve, "a live page over runs that are kept in folders, in a browser"},
    {"report", command_report, "the page of a run as one file, to be sent"},
    {"plot", command_plot, "draw the course of a run that is kept in a folder"},
    {"ask", command_ask, "print points of a run whose values are measured elsewhere"},
    {"tell", command_tell, "take values for such points"},
    {"ctl", command_ctl, "stop, pause or steer a live run"},
    {"init", command_init, "write a problem file with comments, for `nes run FILE`"},
    {"eval", command_eval, "print values of an objective at given points"},
    {"bench", command_lab, "run a method on a suite of test problems, compare results"},
    {"compare", command_lab, "methods side by side, also on an objective of your own"},
    {"experiment", command_lab, "do the published experiments again: data, figures, verdicts"},
    {"list", command_list, "methods, problems, stop reasons and other names"},
    {"options", command_options, "search the options: meaning, default, range"},
    {"selftest", command_selftest, "check in seconds that the program works on this machine"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const char *command_name(size_t i, const void *data)
{
    (void)data;
    return i < COMMANDS ? commands[i].name : NULL;
}

static void usage(FILE *out)
{
    fputs("usage: nes COMMAND [arguments]\n"
          "\n"
          "Natural Evolution Strategies: minimises functions that can only be evaluated.\n"
          "\n"
          "Commands:\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-12s%s\n", commands[i].name, commands[i].doc);
    fputs("\n"
          "`nes COMMAND --help` explains a command with examples, `nes --version` tells the\n"
          "version, `man nes` has the rest.\n"
          "\n"
          "A formula, a program that prints a value, and a problem file:\n"
          "  nes run --expr '(x1-1)^2 + 100*(x2-x1^2)^2' --dim 2\n"
          "  nes run --dim 2 --out first -- ./sim.py {x}\n"
          "  nes init && nes run job.yaml\n",
          out);
}

/* Runs the command of that name, or prints that there is none. */
static int run_command(const char *name, int argc, char **argv)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0) return commands[i].run(argc, argv);
    char hint[128];
    nes_nearest(name, command_name, NULL, "nes ", "; `nes --help` lists the commands", hint,
                sizeof hint);
    return text_error(EXIT_USAGE, "unknown command '%s'%s", name, hint);
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        printf("nes %s\n", nes_version());
        return EXIT_OK;
    }
    const bool help = strcmp(word, "help") == 0;
    if (help && argc > 2) { /* nes help COMMAND is nes COMMAND --help */
        char flag[] = "--help";
        char *arguments[] = {argv[2], flag, NULL};
        return run_command(argv[2], 2, arguments);
    }
    if (help || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        usage(stdout);
        return EXIT_OK;
    }
    int status = command_mpi(argc, argv);
    if (status == EXIT_OK) status = run_command(word, argc - 1, argv + 1);
    return status == EXIT_OK || !file_here_is_gone()
               ? status
               : text_error(status, "the folder that nes was started in has been removed, so that "
                                    "relative paths lead nowhere; change to another folder");
}

static int run(int argc, char **argv)
{
    streams_fill();
    plain_locale_keep();
    json_begin();
    return streams_finish(dispatch(argc, argv));
}

int main(int argc, char **argv)
{
    return stack_call(run, argc, argv);
}
