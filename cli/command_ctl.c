/* SPDX-License-Identifier: MIT
 *
 * nes ctl: gives an order to a run that is active in a folder. */
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "command.h"
#include "nes/by_name.h"
#include "options/args.h"
#include "session/orders.h"
#include "store/bounded_state.h"
#include "store/store.h"

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

/* Tries new settings on a copy of the optimiser, as it was saved last. A run that has just begun
 * has saved nothing yet and checks them itself; so does a run that takes much memory. */
static int try_settings(store *s, const nes_settings *settings)
{
    bounded_state copy;
    bounded_state_read(&copy, s);
    int status = store_status(s);
    if (copy.opt != NULL && nes_continue(copy.opt, settings) != NES_OK)
        status = text_error(EXIT_USAGE, "%s", nes_message(copy.opt));
    bounded_state_close(&copy);
    return status;
}

static int check_setting(store *s, const orders_setting *to)
{
    const nes_option *option = args_library_option(to->name);
    if (option != NULL && strcmp(option->section, "driver") == 0)
        return text_error(EXIT_USAGE,
                          "option '%s' cannot change while a run is at work: stop it, and give "
                          "the option to `nes resume %s`",
                          to->name, store_folder(s));
    return try_settings(s, &to->settings);
}

/* Refuses an order that is wrong, or a folder in which no run is active. */
static int check_order(const char *folder, const char *text)
{
    orders_setting setting;
    store *s = NULL;
    const order_kind what = orders_read(text, &setting);
    if (what == ORDER_WRONG) return text_error(EXIT_USAGE, "%s", setting.settings.message);
    int status = store_open(&s, folder, STORE_READ);
    if (status != 0) return status;
    if (store_owner(s) == 0)
        status = text_error(EXIT_USAGE,
                            "no run is at work in %s; `nes show %s` says how it stands, and `nes "
                            "resume %s` goes on",
                            folder, folder, folder);
    if (status == 0 && what == ORDER_SET) status = check_setting(s, &setting);
    store_close(s);
    return status;
}

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
    status = check_order(words[0], text.text);
    if (status == 0) status = store_add_order(words[0], text.text);
    if (status == 0)
        text_print(stdout, "ordered: %s; the run hears of it within a second\n", text.text);
    buffer_free(&text);
    return status;
}
