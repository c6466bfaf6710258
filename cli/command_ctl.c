/* SPDX-License-Identifier: MIT
 *
 * nes ctl: gives an order to a run that is active in a folder. */
#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"
#include "command.h"
#include "options/args.h"
#include "session/order_give.h"

static const args_option table[] = {{NULL, NULL, 0, NULL}};

static const char help[] =
    "usage: nes ctl DIR stop | finish | pause | continue | set NAME=VALUE\n"
    "\n"
    "Gives an order to the run that is at work in DIR, from another terminal:\n"
    "\n"
    "  stop              save, report and end within a second; evaluations under way\n"
    "                    are left, and made again when the run goes on\n"
    "  finish            the same once the generation is complete, as Ctrl-C does,\n"
    "                    however long it takes\n"
    "  pause             start no further evaluations; those under way go on\n"
    "  continue          go on after a pause\n"
    "  set NAME=VALUE    a new budget, target, stop criterion or number of retries,\n"
    "                    from the next generation on; `nes options stop` lists them\n"
    "\n"
    "The run hears of it within a second. Programs that --launch has started may take\n"
    "ten more to end. Functions in this process (--no-isolate) cannot be left. A run\n"
    "that has ended goes on by `nes resume`.\n"
    "\n"
    "Examples:\n"
    "  nes ctl DIR pause\n"
    "  nes ctl DIR set max_evals=20000";

int command_ctl(int argc, char **argv)
{
    enum { WORDS = 3 };
    const char *words[WORDS];
    buffer text = {.text = NULL}; /* the arguments after the folder */
    args_syntax syntax = {"ctl", help, table, .words = words, .max_words = WORDS};
    int status;
    if (!args_begin(&syntax, argc, argv, &status)) return status;
    if (syntax.n_words < 2)
        return text_error(EXIT_USAGE, "give a folder and an order, such as nes ctl DIR stop");
    for (size_t i = 1; i < syntax.n_words; i++)
        buffer_print(&text, "%s%s", i == 1 ? "" : " ", words[i]);
    status = order_give(words[0], text.text);
    if (status == 0)
        text_print(stdout, "ordered: %s; the run hears of it within a second\n", text.text);
    buffer_free(&text);
    return status;
}
