/* SPDX-License-Identifier: MIT
 *
 * Connections that are open, and since when each has waited for the end of a request. libmicrohttpd
 * closes a connection on which nothing happens; here those are closed on which something happens
 * too slowly, such as a byte every few seconds. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { VISITORS_MOST = 128 };

typedef struct visitor {
    int socket;   /* -1: the seat is free */
    double since; /* seconds on the clock: of the connection, or the end of its last request */
} visitor;

typedef struct visitors {
    visitor seat[VISITORS_MOST];
} visitors;

void visitors_open(visitors *v);

bool visitors_are_full(const visitors *v);

/* Takes a connection. Returns its seat; null: there is none. */
visitor *visitors_seat(visitors *v, int socket);

/* Ends connections that have taken too long. The server closes them then. */
void visitors_end_slow(visitors *v);
