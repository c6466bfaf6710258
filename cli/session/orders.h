/* SPDX-License-Identifier: MIT
 *
 * The observer that does what `nes ctl` wants of a live run: stop, pause, continue, new budgets. It
 * looks for orders in the database a few times per second. */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "evaluate/judge.h"
#include "evaluate/observer.h"
#include "report/progress.h"
#include "store/store.h"

typedef struct orders {
    store *store;
    progress *progress; /* shows what becomes of them */
    uint64_t elsewhere; /* evaluations of the budget that the optimiser does not make */
    judge *judge;       /* of a run with noise, to whom the target belongs; null: it has none */
    bool *changed;      /* set to true when the optimiser has new limits, which are to be kept */
    double looked;
    bool stopping, paused;
    buffer settings; /* orders to set an option, a line each, which wait for the end of the round;
                        buffer_free() when done */
} orders;

observer orders_observer(orders *o);

/* On a problem with noise the target is the judge's: it moves there from the settings, and is kept.
 * Returns 0, or the exit status with the error printed. */
int orders_take_target(store *s, judge *j, nes_settings *settings);

typedef enum order_kind {
    ORDER_STOP,
    ORDER_PAUSE,
    ORDER_CONTINUE,
    ORDER_SET,
    ORDER_WRONG
} order_kind;

/* What the order "set NAME=VALUE" wants. */
typedef struct orders_setting {
    char name[64]; /* of the option, with underscores */
    nes_settings settings;
} orders_setting;

/* Reads an order. Only ORDER_SET has a setting. Of a wrong one, to->settings.message is the reason.
 */
order_kind orders_read(const char *text, orders_setting *to);
