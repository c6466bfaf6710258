/* SPDX-License-Identifier: MIT
 *
 * The observer that does what `nes ctl` wants of a live run: stop, pause, continue, new budgets. It
 * looks for orders in the database a few times per second. */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "evaluate/noisy_problem.h"
#include "evaluate/observer.h"
#include "report/progress.h"
#include "store/store.h"

typedef struct orders {
    store *store;
    progress *progress;   /* shows what becomes of them */
    uint64_t elsewhere;   /* evaluations of the budget that the optimiser does not make */
    noisy_problem *noisy; /* of a run with noise, to whom the target belongs; null: it has none */
    bool *changed;        /* set to true when the optimiser has new limits, which are to be kept */
    double looked;
    bool stopping, paused;
    buffer settings; /* "NAME=VALUE", a line each, which wait for the end of the round */
} orders;

observer orders_observer(orders *o);
void orders_close(orders *o);

/* On a problem with noise the target is for exact values: it moves there from the settings, and is
 * kept. Returns 0, or the exit status with the error printed. */
int orders_take_target(store *s, noisy_problem *j, nes_settings *settings);

/* What the order "set NAME=VALUE" wants. */
typedef struct orders_setting {
    char name[64]; /* of the option, with underscores */
    nes_settings settings;
} orders_setting;

/* Whether order is one to set an option, and a possible one. */
bool orders_read_setting(const char *order, orders_setting *to);

/* Whether text is an order. Returns 0, or the exit status with the error printed. */
int orders_check(const char *text);
