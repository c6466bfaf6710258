/* SPDX-License-Identifier: MIT
 *
 * Orders, which are texts; see session/orders.h. A pause or a stop is heard of within a fraction of
 * a second. New budgets come into force between two rounds. */
#include "session/orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "options/args.h"
#include "session/facts.h"

static const double PERIOD = 0.25; /* seconds between two looks */

order_kind orders_read(const char *text, orders_setting *to)
{
    static const char *const words[] = {
        [ORDER_STOP] = "stop", [ORDER_PAUSE] = "pause", [ORDER_CONTINUE] = "continue"};
    static const char set[] = "set ";
    nes_settings *s = &to->settings;
    nes_settings_default(s);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0) return (order_kind)i;
    const bool sets = strncmp(text, set, strlen(set)) == 0;
    const char *value = sets ? args_setting(text + strlen(set), to->name) : NULL;
    if (value != NULL && nes_set(s, to->name, value) == NES_OK) return ORDER_SET;
    if (!sets)
        snprintf(s->message, sizeof s->message,
                 "'%s' is no order; there are stop, pause, continue and set NAME=VALUE", text);
    else if (value == NULL)
        snprintf(s->message, sizeof s->message, "write set NAME=VALUE, such as set max_evals=1000");
    return ORDER_WRONG;
}

static void take(orders *o, const char *text)
{
    orders_setting setting;
    const order_kind what = orders_read(text, &setting);
    if (what == ORDER_STOP) o->stopping = true;
    if (what == ORDER_STOP || what == ORDER_CONTINUE) o->paused = false;
    if (what == ORDER_PAUSE) o->paused = !o->stopping;
    if (what == ORDER_SET) buffer_print(&o->settings, "%s\n", text);
    progress_say(o->progress, o->stopping ? "stops after this generation"
                              : o->paused ? "paused"
                                          : NULL);
    store_set_fact(o->store, "status", o->paused ? "paused" : "running");
}

static void look(orders *o)
{
    const double now = clock_now();
    char *text;
    if (now - o->looked < PERIOD) return;
    o->looked = now;
    while (store_take_order(o->store, &text) == 0 && text != NULL) {
        take(o, text);
        free(text);
    }
}

int orders_take_target(store *s, judge *j, nes_settings *settings)
{
    nes_settings initial;
    nes_settings_default(&initial);
    if (settings->target == initial.target) return 0;
    j->target = settings->target;
    settings->target = initial.target;
    return facts_target(s, j->target);
}

static void apply_settings(orders *o, nes_opt *opt)
{
    char *rest = o->settings.text, *line;
    while ((line = text_part(&rest, '\n')) != NULL) {
        orders_setting to;
        nes_settings *s = &to.settings;
        if (orders_read(line, &to) != ORDER_SET) continue;
        if (s->max_evals > o->elsewhere) s->max_evals -= o->elsewhere;
        if (o->judge != NULL && strcmp(to.name, "target") == 0) {
            if (orders_take_target(o->store, o->judge, s) == 0)
                progress_tell(o->progress, "the target for values without noise is changed");
            continue;
        }
        if (nes_continue(opt, s) == NES_OK) *o->changed = true;
        progress_tell(o->progress, nes_message(opt));
    }
    buffer_free(&o->settings);
}

static bool on_values(void *data, const arrivals *a)
{
    (void)a;
    look(data);
    return false;
}

static bool on_generation(void *data, nes_opt *opt)
{
    orders *o = data;
    if (o->settings.n > 0) apply_settings(o, opt);
    return o->stopping;
}

static bool holds(void *data)
{
    orders *o = data;
    if (o->paused) look(o);
    return o->paused && !interrupt_seen(); /* an interrupted run finishes its generation */
}

observer orders_observer(orders *o)
{
    return (observer){.values = on_values, .generation = on_generation, .holds = holds, .data = o};
}
