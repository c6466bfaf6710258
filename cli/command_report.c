/* SPDX-License-Identifier: MIT
 *
 * nes report: the page of a run as one file. */
#include <stdio.h>

#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "options/owners.h"
#include "serve/report_file.h"

typedef struct report_options {
    const char *out;
} report_options;

const args_option command_report_table[] = {
    {"out", "FILE.html", offsetof(report_options, out), "the file; default: report.html"},
    {NULL, NULL, 0, NULL},
};

static const char help[] =
    "usage: nes report DIR [--out FILE.html]\n"
    "\n"
    "Writes one file about the run in DIR that can be sent to somebody who has\n"
    "nothing but a browser: the problem, the answer, how sure it is, what it cost and\n"
    "what to do next; the course, the points, and which variables matter. All data is\n"
    "inside, of a long run a sample. It needs no network, and prints well.\n"
    "\n"
    "Options:\n"
    "@options\n"
    "\n"
    "Examples:\n"
    "  nes report wing\n"
    "  nes report wing --out wing.html\n"
    "\n"
    "`nes serve` shows the same page live.";

int command_report(int argc, char **argv)
{
    report_options options = {.out = "report.html"};
    const char *folder = NULL;
    args_syntax syntax = {"report",         help,          command_report_table, &options,
                          .words = &folder, .max_words = 1};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (folder == NULL) return text_error(EXIT_USAGE, "which run? give its folder: nes report DIR");
    status = report_file_write(folder, options.out);
    if (status == EXIT_OK) text_print(stdout, "%s\n", options.out);
    return status;
}
