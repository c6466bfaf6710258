/* SPDX-License-Identifier: MIT
 *
 * Orders, which are texts; see session/orders.h. A pause or a stop is heard of within a fraction of
 * a second. New budgets come into force between two rounds. */
#include "session/orders.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "options/args.h"
#include "session/facts.h"

static const double PERIOD = 0.25; /* seconds between two looks */
static const char SET[] = "set ";

/* Reads "NAME=VALUE". */
static int read_setting(const char *text, orders_setting *to)
{
    nes_settings *s = &to->settings;
    const char *value = args_setting(text, to->name);
    nes_settings_default(s);
    if (value == NULL) {
        snprintf(s->message, sizeof s->message, "write set NAME=VALUE, such as set max_evals=1000");
        return -1;
    }
    return nes_set(s, to->name, value) == NES_OK ? 0 : -1;
}

bool orders_read_setting(const char *order, orders_setting *to)
{
    return strncmp(order, SET, strlen(SET)) == 0 && read_setting(order + strlen(SET), to) == 0;
}

int orders_check(const char *text)
{
    static const char *const words[] = {"stop", "pause", "continue"};
    orders_setting setting;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0) return 0;
    if (strncmp(text, SET, strlen(SET)) != 0)
        return text_error(EXIT_USAGE,
                          "'%s' is no order; there are stop, pause, continue and set NAME=VALUE",
                          text);
    if (orders_read_setting(text, &setting)) return 0;
    return text_error(EXIT_USAGE, "%s", setting.settings.message);
}

static void take(orders *o, const char *text)
{
    if (strcmp(text, "stop") == 0) {
        o->stopping = true;
        o->paused = false;
    } else if (strcmp(text, "pause") == 0) {
        o->paused = !o->stopping;
    } else if (strcmp(text, "continue") == 0) {
        o->paused = false;
    } else if (strncmp(text, SET, strlen(SET)) == 0) {
        buffer_print(&o->settings, "%s\n", text + strlen(SET));
    }
    progress_say(o->progress, o->stopping ? "stops after this generation"
                              : o->paused ? "paused"
                                          : NULL);
    store_set_fact(o->store, "status", o->paused ? "paused" : "running");
}

/* A database that cannot be read just now is asked again later. */
static void look(orders *o)
{
    const double now = clock_now();
    buffer text = {.text = NULL};
    if (now - o->looked < PERIOD) return;
    o->looked = now;
    while (store_take_order(o->store, &text) == 0 && text.n > 0) {
        take(o, text.text);
        buffer_free(&text);
    }
    buffer_free(&text);
}

int orders_take_target(store *s, noisy_problem *j, nes_settings *settings)
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
        if (line[0] == '\0' || read_setting(line, &to) != 0) continue;
        if (s->max_evals > o->elsewhere) s->max_evals -= o->elsewhere;
        if (o->noisy != NULL && strcmp(to.name, "target") == 0) {
            if (orders_take_target(o->store, o->noisy, s) == 0)
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

void orders_close(orders *o)
{
    buffer_free(&o->settings);
}
