/* SPDX-License-Identifier: MIT
 *
 * A saved state that is only looked at. A folder may come from anybody, and the settings in its
 * state say how much memory a run takes: a few bytes can ask for gigabytes. Here it gets a few
 * hundred megabytes, and more if it is large itself. Who goes on with a run trusts it, and calls
 * nes_load. */
#pragma once

#include "store/store.h"

/* It must stay where it is while it has an optimiser. */
typedef struct bounded_state {
    nes_opt *opt;      /* null: the state cannot be loaded */
    size_t most, left; /* bytes of memory that it gets in all, and what is left of them */
    bool exceeded;     /* it asks for more */
} bounded_state;

/* Loads a state of n bytes; bounded_state_close() in any case. */
nes_status bounded_state_load(bounded_state *b, const void *bytes, size_t n);

/* Loads the state that a store has, if it has one. Returns the round after which it was saved. */
uint64_t bounded_state_read(bounded_state *b, store *s);
void bounded_state_close(bounded_state *b);

/* Says on standard error that the state in a folder asks for too much, if it does. */
void bounded_state_warn(const bounded_state *b, const char *folder);
