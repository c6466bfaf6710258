/* SPDX-License-Identifier: MIT
 *
 * How busy the places of a run are, for those who look at it from outside, and for the next part of
 * the run: the fact `places`, {"places":8,"ranks":null,"busy":31.5,"all":40.2}, with the seconds of
 * all parts so far. It is written with the state. */
#pragma once

#include "evaluate/places_use.h"
#include "store/store.h"

/* Writes how busy they were up to a time on clock_now(). Returns 0, or the exit status with the
 * error printed. */
int places_fact_write(store *s, const places_use *u, double until);

/* Reads it as the earlier parts of a run that goes on; its places and ranks are filled in, too. */
void places_fact_read(store *s, places_use *u);
