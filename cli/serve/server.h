/* SPDX-License-Identifier: MIT
 *
 * The server of `nes serve`: one thread that answers requests of HTTP from a socket of this machine
 * until a signal asks it to end. Requests are bounded: in size, in time and in number, whoever
 * sends them. What is not there without libmicrohttpd is this file's work alone (no_server.c). */
#pragma once

#include <stdbool.h>

#include "serve/folders.h"

typedef struct server_options {
    const char *address; /* null: 127.0.0.1 */
    unsigned port;       /* 0: any that is free */
    bool search;         /* where the port is taken, one of the next */
    bool control;        /* orders are taken */
    bool open;           /* a browser is started */
} server_options;

/* Serves, and prints the address on standard output. Returns the exit status, with the error
 * printed. */
int server_run(folders *f, const server_options *o);
