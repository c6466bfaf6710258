/* SPDX-License-Identifier: MIT
 *
 * What the server answers to a request, whatever carries it: the status of HTTP, the type of the
 * text and the text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "serve/asked.h"
#include "serve/folders.h"
#include "serve/gate.h"

enum { REPLY_ORDER = 256 }; /* bytes of an order, at most */

/* A request, as far as it counts. Texts are borrowed; null: not there. */
typedef struct request {
    const char *method, *path;
    const char *host;   /* the header Host */
    const char *token;  /* the parameter of that name */
    const char *cookie; /* the cookie with the token */
    const char *order;  /* the header X-Nes-Order, which a page from elsewhere cannot send */
    bool odd;           /* some parameter is none, or out of its range */
    asked asked;        /* what the path asks for, with the parameters */
    const char *body;   /* an order, ended by a zero */
} request;

typedef struct reply {
    unsigned status;      /* of HTTP */
    const char *type;     /* of the text */
    const char *constant; /* the text, where it is a part of the program; else null */
    size_t n;             /* bytes of it */
    buffer text;          /* the text otherwise; owned by the caller */
    bool enters;          /* the token came in the address: a cookie is set, and "/" asked for */
} reply;

typedef struct site {
    folders *folders;
    gate gate;
    bool control;
} site;

reply reply_to(site *s, const request *r);

/* Headers that every answer has: name, value, name, value, ..., null. */
extern const char *const reply_headers[];
