/* SPDX-License-Identifier: MIT
 *
 * Characters that a terminal would obey, as escapes; see base/clean.h. */
#include "base/clean.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

/* Marks and overrides of the direction of writing, and two characters that break lines. */
static bool turns(uint32_t c)
{
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

static bool is_plain(uint32_t c, clean_form form)
{
    if (c == '\n' || c == '\t') return form != CLEAN_LINE;
    if (c < 0x20) return form == CLEAN_JSON; /* white space between the strings of JSON */
    return c < 0x7f || (c > 0x9f && !turns(c));
}

/* How many of the bytes can stay as they are. */
static size_t span_plain(const char *s, size_t n, clean_form form)
{
    size_t i = 0, length;
    uint32_t c;
    while (i < n && (length = utf8_decode(s + i, n - i, &c)) > 0 && is_plain(c, form)) i += length;
    return i;
}

void clean_add(buffer *to, const char *text, size_t n, clean_form form)
{
    for (;;) {
        const size_t plain = span_plain(text, n, form);
        uint32_t c;
        buffer_add(to, text, plain);
        text += plain;
        n -= plain;
        if (n == 0) return;
        const size_t length = utf8_decode(text, n, &c);
        if (length == 0 && form == CLEAN_JSON)
            buffer_print(to, "\\ufffd");
        else if (form == CLEAN_JSON || (length > 0 && c >= 0x80))
            buffer_print(to, "\\u%04x", (unsigned)c);
        else
            buffer_print(to, "\\x%02x", (unsigned)(unsigned char)text[0]);
        text += length > 0 ? length : 1;
        n -= length > 0 ? length : 1;
    }
}

void clean_put(FILE *out, const char *text, clean_form form)
{
    buffer cleaned = {.text = NULL};
    clean_add(&cleaned, text, strlen(text), form);
    if (cleaned.n > 0) fwrite(cleaned.text, 1, cleaned.n, out);
    buffer_free(&cleaned);
}
