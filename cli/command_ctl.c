/* SPDX-License-Identifier: MIT
 *
 * nes ctl: gives an order to a run that is at work in a folder. */
#include <stdio.h>

#include "base/args.h"
#include "base/text.h"
#include "command.h"
#include "session/orders.h"
#include "store/store.h"

static const args_option table[] = {{NULL, NULL, 0, NULL}};

static int help(void)
{
    puts("usage: nes ctl DIR stop | pause | continue | set NAME=VALUE\n"
         "\n"
         "Gives an order to the run that is at work in DIR, from another terminal:\n"
         "\n"
         "  stop              finish the generation, save, report and end, as Ctrl-C does\n"
         "  pause             start no further evaluations; those under way go on\n"
         "  continue          go on after a pause\n"
         "  set NAME=VALUE    a new budget, target or stop criterion, from the next\n"
         "                    generation on; `nes options stop` lists them\n"
         "\n"
         "The run hears of it within a second. A run that has ended goes on by `nes\n"
         "resume`.\n"
         "\n"
         "Examples:\n"
         "  nes ctl DIR pause\n"
         "  nes ctl DIR set max_evals=20000");
    return EXIT_OK;
}

/* An order makes sense only where somebody hears it. */
static int check_owner(const char *folder)
{
    store *s = NULL;
    int status = store_open(&s, folder, STORE_READ);
    if (status != 0) return status;
    if (store_owner(s) == 0)
        status = text_error(EXIT_USAGE,
                            "no run is at work in %s; `nes show %s` says how it stands, and `nes "
                            "resume %s` goes on",
                            folder, folder, folder);
    store_close(s);
    return status;
}

int command_ctl(int argc, char **argv)
{
    enum { WORDS = 3 };
    const char *words[WORDS];
    buffer order = {.text = NULL}; /* the words behind the folder */
    args_syntax syntax = {.command = "ctl", .options = table, .words = words, .max_words = WORDS};
    const args_outcome outcome = args_parse(&syntax, argc, argv);
    if (outcome != ARGS_OK) return outcome == ARGS_HELP ? help() : EXIT_USAGE;
    if (syntax.n_words < 2)
        return text_error(EXIT_USAGE, "give a folder and an order, such as nes ctl DIR stop");
    for (size_t i = 1; i < syntax.n_words; i++)
        buffer_print(&order, "%s%s", i == 1 ? "" : " ", words[i]);
    int status =
        order.failed ? text_error(EXIT_FILES, "no memory for the order") : orders_check(order.text);
    if (status == 0) status = check_owner(words[0]);
    if (status == 0) status = store_add_order(words[0], order.text);
    buffer_free(&order);
    return status;
}
