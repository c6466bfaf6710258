/* SPDX-License-Identifier: MIT
 *
 * Exact numbers in JSON arrays; see store/numbers.h. */
#include "store/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { FIRST_ROOM = 16 };

/* Seventeen digits are exact. Those of a number that has a shorter form show a row of zeros or
 * nines, and only then that form is looked for: it takes three times as long. */
static const char *one_number(double v, char text[TEXT_NUMBER_SIZE])
{
    if (isnan(v)) return "null";
    if (isinf(v)) return v > 0 ? "9e999" : "-9e999";
    if (v == 0) return signbit(v) ? "-0" : "0";
    snprintf(text, TEXT_NUMBER_SIZE, "%.17g", v);
    if (strstr(text, "0000") == NULL && strstr(text, "9999") == NULL) return text;
    return text_number(v, text);
}

void numbers_print(buffer *text, const double *v, size_t n)
{
    char number[TEXT_NUMBER_SIZE];
    buffer_add(text, "[", 1);
    for (size_t i = 0; i < n; i++) {
        const char *t = one_number(v[i], number);
        if (i > 0) buffer_add(text, ",", 1);
        buffer_add(text, t, strlen(t));
    }
    buffer_add(text, "]", 1);
}

static void push(numbers *to, double v)
{
    if (to->n == to->room) {
        to->room = to->room == 0 ? FIRST_ROOM : 2 * to->room;
        to->v = memory_resize(to->v, to->room, sizeof *to->v);
    }
    to->v[to->n++] = v;
}

/* The number at *text, which is moved behind it. */
static bool scan_one(const char **text, double *v)
{
    char *end;
    if (strncmp(*text, "null", 4) == 0) {
        *v = NAN;
        *text += 4;
        return true;
    }
    *v = strtod(*text, &end);
    const bool found = end != *text;
    *text = end;
    return found;
}

bool numbers_scan(numbers *to, const char *text)
{
    double v;
    to->n = 0;
    if (text == NULL) return true;
    if (*text++ != '[') return false;
    if (*text == ']') return text[1] == '\0';
    while (scan_one(&text, &v)) {
        push(to, v);
        if (*text++ != ',') return text[-1] == ']' && *text == '\0';
    }
    return false;
}
