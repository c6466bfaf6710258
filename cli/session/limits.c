/* SPDX-License-Identifier: MIT
 *
 * New limits on their way to the optimiser; see session/limits.h. */
#include "session/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "options/args.h"
#include "session/facts.h"

int limits_open(limits *l, store *s, bool begun, uint64_t round)
{
    uint64_t rows = 0;
    l->store = s;
    int status = changes_read(&l->changes, s);
    if (status == 0) status = store_last_whole_round(s, &rows);
    if (status != 0) return status;
    const changes *c = &l->changes;
    const uint64_t last = c->n > 0 ? c->list[c->n - 1].round : 0;
    if (begun) changes_skip(&l->changes, round);
    l->known = rows > last ? rows : last;
    l->still = round < l->known;
    if (rows > 0) l->seconds = store_get_real(s, "seconds", 0);
    return store_status(s);
}

void limits_close(limits *l)
{
    changes_close(&l->changes);
}

int limits_add(limits *l, uint64_t round, const char *set)
{
    return changes_add(&l->changes, l->store, round > l->known ? round : l->known, set);
}

/* Tries the options of a change on a copy of the optimiser. */
static int try_change(const nes_opt *o, const char *set, const nes_settings *settings)
{
    char message[NES_MESSAGE_SIZE];
    nes_opt *copy = NULL;
    const size_t size = nes_save_size(o);
    void *bytes = memory_zeros(size, 1);
    const nes_settings news = changes_settings(set);
    nes_status st = nes_save(o, bytes, size, NULL);
    if (st == NES_OK) st = nes_load(&copy, bytes, size, settings, message, sizeof message);
    if (st != NES_OK) memory_ran_out();
    const int status =
        nes_continue(copy, &news) == NES_OK ? 0 : text_error(EXIT_USAGE, "%s", nes_message(copy));
    nes_destroy(copy);
    free(bytes);
    return status;
}

int limits_go_on(limits *l, nes_opt *o, uint64_t round, const char *set,
                 const nes_settings *settings)
{
    const nes_stop why = nes_stopped(o);
    const bool stopped = why != NES_RUNNING && why != NES_STOP_USER;
    const bool news = set[0] != '\0' || why == NES_STOP_ALL_FAILED;
    int status = news ? try_change(o, set, settings) : 0;
    const bool still = stopped && (news || nes_get_settings(o)->asynchronous);
    if (!still) nes_continue(o, NULL); /* an end within an update is judged once */
    if (status == 0 && stopped) { /* nothing is known beyond a stop; what was to come comes now */
        l->known = round;
        status = changes_move(&l->changes, l->store, round);
    }
    return status == 0 && news ? limits_add(l, round, set) : status;
}

/* While values are told again that are known, no time passes: the run stopped where it stopped, not
 * where the clock of this process would stop it. */
static void set_clock(limits *l, nes_opt *o, uint64_t round)
{
    if (!l->still) return;
    const bool before = round < l->known;
    nes_set_seconds(o, before ? nes_seconds(o) : fmax(l->seconds, nes_seconds(o)));
    if (before) return;
    nes_set_seconds(o, NAN); /* the clock goes on */
    l->still = false;
}

/* Moves a new target to the problem with noise. Returns whether there is one. */
static bool take_target(limits *l, nes_settings *s)
{
    nes_settings initial;
    nes_settings_default(&initial);
    if (l->noisy == NULL || s->target == initial.target) return false;
    l->noisy->target = s->target;
    s->target = initial.target;
    noisy_problem_compare(l->noisy);
    facts_target(l->store, l->noisy->target);
    return true;
}

size_t limits_apply(limits *l, nes_opt *o, uint64_t round,
                    void (*say)(void *data, const char *text), void *data)
{
    const change *c;
    size_t n = 0;
    set_clock(l, o, round);
    while ((c = changes_next(&l->changes, round)) != NULL) {
        nes_settings s = changes_settings(c->set);
        const bool exact = take_target(l, &s);
        if (nes_continue(o, &s) == NES_OK) n++;
        say(data, exact ? "the target for values without noise is changed" : nes_message(o));
    }
    return n;
}

void limits_print(buffer *set, const nes_settings *s, const char *name)
{
    char value[256];
    if (nes_get(s, name, value, sizeof value) == NES_OK) buffer_print(set, "%s=%s\n", name, value);
}

void limits_print_given(buffer *set, const nes_settings *s, int argc, char **argv)
{
    for (size_t i = 0; i < nes_option_count(); i++) {
        const nes_option *o = nes_option_at(i);
        if (o->type == NES_TYPE_ARRAY || strcmp(o->section, "driver") == 0) continue;
        if (args_is_given(argc, argv, o->name)) limits_print(set, s, o->name);
    }
}
