/* SPDX-License-Identifier: MIT
 *
 * Cutting a formula into numbers, names and symbols. The letters are those of ASCII, whatever the
 * locale. */
#include "formula/parser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t digits(const char *c)
{
    size_t n = 0;
    while (is_digit(c[n])) n++;
    return n;
}

/* The length in bytes of the decimal number at c: digits, point, digits, exponent. */
static size_t number_length(const char *c)
{
    size_t n = digits(c);
    if (c[n] == '.') n += 1 + digits(c + n + 1);
    if (c[n] == 'e' || c[n] == 'E') {
        const size_t sign = c[n + 1] == '+' || c[n + 1] == '-';
        const size_t exponent = digits(c + n + 1 + sign);
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
        while (is_digit(c[t.length]) || is_letter(c[t.length])) t.length++;
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
    while (*c == ' ' || (*c >= '\t' && *c <= '\r')) c++;
    if (!*c) return (token){TOKEN_END, c, 0, 0.0};
    if (is_digit(*c) || (*c == '.' && is_digit(c[1]))) return number_token(c);
    if (!is_letter(*c)) return symbol_token(c);
    token t = {TOKEN_NAME, c, 0, 0.0};
    while (is_digit(c[t.length]) || is_letter(c[t.length])) t.length++;
    return t;
}

bool token_is(const token *t, const char *symbol)
{
    return t->kind != TOKEN_END && t->length == strlen(symbol) &&
           memcmp(t->at, symbol, t->length) == 0;
}
