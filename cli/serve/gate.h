/* SPDX-License-Identifier: MIT
 *
 * Who is let in. Two things are looked at:
 *
 *   - the name by which the browser calls this machine. A page from elsewhere can have the name of
 *     its own server lead to this one (DNS rebinding), and would then read what is here as its own.
 *     So that name must be an address in numbers, localhost, or the machine's own name;
 *   - where one is wanted, a token that only those know who were given the printed address. It
 * comes in the address once, and in a cookie from then on. */
#pragma once

#include <stdbool.h>

enum { GATE_TOKEN_SIZE = 33 }; /* 32 hexadecimal digits, 128 random bits, and the closing zero */

typedef struct gate {
    char token[GATE_TOKEN_SIZE]; /* "": none is wanted */
    bool away;                   /* others than this machine may ask, by its name too */
    char name[256];              /* name of this machine; "": not known */
} gate;

/* Makes the gate. Returns 0, or the exit status with the error printed. */
int gate_open(gate *g, bool token, bool away);

/* Whether requests to that host, the value of the header Host, are answered. */
bool gate_host_is_fine(const gate *g, const char *host);

/* Whether a token is the right one; any is where none is wanted. Null: there is none. */
bool gate_token_is_fine(const gate *g, const char *token);
