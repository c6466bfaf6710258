/* SPDX-License-Identifier: MIT
 *
 * The observer that does what `nes ctl` wants of a live run: stop, finish, pause, continue, new
 * limits. It looks for orders in the database a few times per second. It also puts limits in force
 * that the folder has for a later round. */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
#include "evaluate/observer.h"
#include "report/progress.h"
#include "session/limits.h"
#include "store/store.h"

typedef struct orders {
    store *store;
    progress *progress;    /* the line that shows what becomes of orders */
    uint64_t elsewhere;    /* evaluations of the budget that the optimiser does not make */
    limits *limits;        /* borrowed */
    const uint64_t *round; /* the present round; borrowed */
    bool over;             /* the search has ended: an order can only end what follows it */
    bool *changed;         /* set to true when the optimiser has new limits, which are to be kept */
    double looked;
    bool stopping, paused;
    double until;    /* when points under way are left, on the clock; 0: they are waited for */
    buffer settings; /* orders to set an option, a line each, which wait for the end of the round;
                        buffer_free() when done */
} orders;

observer orders_observer(orders *o);

/* Adds the settings that were ordered to the limits of the run, which is done without this call
 * between two rounds. Returns 0, or the exit status with the error printed. */
int orders_keep(orders *o);

typedef enum order_kind {
    ORDER_STOP,
    ORDER_FINISH,
    ORDER_PAUSE,
    ORDER_CONTINUE,
    ORDER_SET,
    ORDER_WRONG
} order_kind;

/* What the order "set NAME=VALUE" wants. */
typedef struct orders_setting {
    char name[64]; /* name of the option, with underscores */
    nes_settings settings;
} orders_setting;

/* Reads an order. Only ORDER_SET has a setting. Of a wrong one, to->settings.message is the reason.
 */
order_kind orders_read(const char *text, orders_setting *to);
