/* SPDX-License-Identifier: MIT
 *
 * Inside the formula language: the words of a formula. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct token {
    enum { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_SYMBOL, TOKEN_BAD_NUMBER } kind;
    const char *at; /* its place in the text */
    size_t length;
    double number;
} token;

/* The first token at or after c. Characters that mean nothing are symbols too, for the parser to
 * complain about. */
token formula_token(const char *c);

bool token_is(const token *t, const char *symbol);
