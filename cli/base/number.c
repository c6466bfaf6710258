/* SPDX-License-Identifier: MIT
 *
 * strtod() with one letter more; see base/number.h. */
#include "base/number.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

static const char DIGITS[] = "0123456789";

/* Whether the text up to `end` is digits with at most a point and a sign: a hexadecimal number, or
 * one that has its exponent already, takes no other. */
static bool is_plain_decimal(const char *text, const char *end)
{
    while (isspace((unsigned char)*text)) text++;
    text += *text == '+' || *text == '-';
    return text + strspn(text, "0123456789.") == end;
}

/* The length of an exponent such as D+02; 0: none begins here. */
static size_t exponent_length(const char *text)
{
    if (*text != 'D' && *text != 'd') return 0;
    const size_t sign = text[1] == '+' || text[1] == '-', digits = strspn(text + 1 + sign, DIGITS);
    return digits == 0 ? 0 : 1 + sign + digits;
}

double number_read(const char *text, char **end)
{
    const double number = strtod(text, end);
    const size_t mantissa = (size_t)(*end - text), exponent = exponent_length(*end);
    if (mantissa == 0 || exponent == 0 || !is_plain_decimal(text, *end)) return number;
    buffer copy = {.text = NULL};
    buffer_add(&copy, text, mantissa + exponent);
    copy.text[mantissa] = 'e';
    const double scaled = strtod(copy.text, NULL);
    buffer_free(&copy);
    *end += exponent;
    return scaled;
}
