/* SPDX-License-Identifier: MIT
 *
 * nes init: writes a problem file with comments, for the user to edit. It never replaces a file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "options/owners.h"
#include "problem_file/problem_file.h"

typedef struct init_options {
    const char *names, *program;
} init_options;

const args_option command_init_table[] = {
    {"names", "NAMES", offsetof(init_options, names),
     "names of the variables, separated by commas; otherwise an example"},
    {"program", "TEXT", offsetof(init_options, program),
     "the program that computes a value, with its arguments; {NAME} is the value of a variable, "
     "{x} those of all; without any of these all are appended"},
    {NULL, NULL, 0, NULL},
};

static const char help[] =
    "usage: nes init [FILE] [options]\n"
    "\n"
    "Writes a problem file for `nes run FILE`: variables with names and ranges, the\n"
    "objective, options, every part explained by comments. The file runs as it is;\n"
    "change it to what you need. Its name is job.yaml unless another is given; - is\n"
    "standard output. A file that is there already is left alone.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\n"
    "Examples:\n"
    "  nes init && nes run job.yaml\n"
    "  nes init pump.yaml --names flow,angle --program './pump.py {flow} {angle}'";

static int write_file(const char *path, const buffer *text)
{
    const int error = file_create(path, 0666, text->text, text->n);
    if (error == EEXIST)
        return text_error(EXIT_FILES,
                          "%s is there already; remove it, or give another name: nes "
                          "init OTHER.yaml",
                          path);
    if (error != 0)
        return text_error(EXIT_FILES, "%s cannot be written: %s", path, strerror(error));
    text_print(stdout, "%s is written; `nes run %s` runs it\n", path, path);
    return EXIT_OK;
}

int command_init(int argc, char **argv)
{
    init_options options = {.names = NULL};
    const char *path = "job.yaml";
    args_syntax syntax = {"init",   help,           command_init_table,
                          &options, .words = &path, .max_words = 1};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    const bool shown = strcmp(path, "-") == 0;
    if (!shown && !problem_file_is_file(path))
        return text_error(EXIT_USAGE, "%s: the name of a problem file ends in .yaml or .yml", path);
    buffer text = {.text = NULL};
    status = problem_file_draft(&text, shown ? "job.yaml" : path, options.names, options.program);
    if (status == EXIT_OK && shown)
        fwrite(text.text, 1, text.n, stdout);
    else if (status == EXIT_OK)
        status = write_file(path, &text);
    buffer_free(&text);
    return status;
}
