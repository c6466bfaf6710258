/* SPDX-License-Identifier: MIT
 *
 * Orders, which are texts; see session/orders.h. A pause or a stop is heard of within a fraction of
 * a second. A stop leaves a generation that takes longer than a moment: an evaluation may take for
 * ever. New limits come into force between two rounds. */
#include "session/orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "options/args.h"

static const double PERIOD = 0.25; /* seconds between two looks for orders */
static const double MOMENT = 0.2;  /* seconds that a stop gives to the points under way */

order_kind orders_read(const char *text, orders_setting *to)
{
    static const char *const words[] = {[ORDER_STOP] = "stop",
                                        [ORDER_FINISH] = "finish",
                                        [ORDER_PAUSE] = "pause",
                                        [ORDER_CONTINUE] = "continue"};
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
                 "'%s' is no order; there are stop, finish, pause, continue and set NAME=VALUE",
                 text);
    else if (value == NULL)
        snprintf(s->message, sizeof s->message, "write set NAME=VALUE, such as set max_evals=1000");
    return ORDER_WRONG;
}

static void take(orders *o, const char *text)
{
    orders_setting setting;
    const order_kind what = orders_read(text, &setting);
    const bool ends = what == ORDER_STOP || what == ORDER_FINISH;
    if (ends) o->stopping = true;
    if (what == ORDER_STOP && o->until == 0) o->until = o->looked + MOMENT;
    if (ends || what == ORDER_CONTINUE) o->paused = false;
    if (what == ORDER_PAUSE) o->paused = !o->stopping;
    if (what == ORDER_SET) buffer_print(&o->settings, "%s\n", text);
    progress_say(o->progress, o->until > 0  ? "stops"
                              : o->stopping ? "stops after this generation"
                              : o->paused   ? "paused"
                                            : NULL);
    if (!o->over) store_set_fact(o->store, "status", o->paused ? "paused" : "running");
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

int orders_keep(orders *o)
{
    char *rest = o->settings.text, *line;
    int status = 0;
    while (status == 0 && (line = text_part(&rest, '\n')) != NULL) {
        orders_setting to;
        nes_settings *s = &to.settings;
        buffer set = {.text = NULL};
        if (orders_read(line, &to) != ORDER_SET) continue;
        if (s->max_evals > o->elsewhere) s->max_evals -= o->elsewhere;
        limits_print(&set, s, to.name);
        status = limits_add(o->limits, *o->round, set.text);
        buffer_free(&set);
    }
    buffer_free(&o->settings);
    return status;
}

static void tell(void *data, const char *text)
{
    progress_tell(data, text);
}

static bool on_values(void *data, const arrivals *a)
{
    orders *o = data;
    (void)a;
    look(o);
    return o->until > 0 && clock_now() >= o->until;
}

static bool on_generation(void *data, nes_opt *opt)
{
    orders *o = data;
    if (o->settings.n > 0 && orders_keep(o) != 0) return true;
    if (limits_apply(o->limits, opt, *o->round, tell, o->progress) > 0) *o->changed = true;
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
