/* SPDX-License-Identifier: MIT
 *
 * Cutting a formula into numbers, names and symbols. The letters are those of ASCII, whatever the
 * locale. */
#include "formula/parser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS  "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

/* The length in bytes of the decimal number at c: digits, point, digits, exponent. */
static size_t number_length(const char *c)
{
    size_t n = strspn(c, DIGITS);
    if (c[n] == '.') n += 1 + strspn(c + n + 1, DIGITS);
    if (c[n] == 'e' || c[n] == 'E') {
        const size_t sign = c[n + 1] == '+' || c[n + 1] == '-';
        const size_t exponent = strspn(c + n + 1 + sign, DIGITS);
        if (exponent > 0) n += 1 + sign + exponent;
    }
    return n;
}

/* strtod() reads more than numbers of this language (0x10), so the lengths are compared. */
static token number_token(const char *c)
{
    char *stop;
    token t = {TOKEN_NUMBER, c, number_length(c), strtod(c, &stop)};
    if (stop != c + t.length || !isfinite(t.number)) {
        t.kind = TOKEN_BAD_NUMBER;
        t.length += strspn(c + t.length, LETTERS DIGITS);
    }
    return t;
}

static token symbol_token(const char *c)
{
    static const char *const pairs[] = {"<=", ">=", "==", "!=", "**"};
    token t = {TOKEN_SYMBOL, c, 1, 0.0};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (strncmp(c, pairs[i], 2) == 0) t.length = 2;
    while (((unsigned char)c[t.length] & 0xc0) == 0x80) t.length++; /* a whole UTF-8 character */
    return t;
}

token formula_token(const char *c)
{
    c += strspn(c, " \t\n\v\f\r");
    if (!*c) return (token){TOKEN_END, c, 0, 0.0};
    if (strspn(c + (*c == '.'), DIGITS) > 0) return number_token(c);
    if (strchr(LETTERS, *c) == NULL) return symbol_token(c);
    return (token){TOKEN_NAME, c, strspn(c, LETTERS DIGITS), 0.0};
}

bool token_is(const token *t, const char *symbol)
{
    return t->kind != TOKEN_END && t->length == strlen(symbol) &&
           memcmp(t->at, symbol, t->length) == 0;
}
