/* SPDX-License-Identifier: MIT
 *
 * See session/order_give.h. */
#include "session/order_give.h"

#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "nes/by_name.h"
#include "options/args.h"
#include "session/orders.h"
#include "store/bounded_state.h"
#include "store/store.h"

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

int order_give(const char *folder, const char *text)
{
    const int status = check_order(folder, text);
    return status != 0 ? status : store_add_order(folder, text);
}
