/* SPDX-License-Identifier: MIT
 *
 * Characters that a terminal would obey, as escapes; see base/clean.h. */
#include "base/clean.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The character of UTF-8 at s, and how many of the n >= 1 bytes it has; 0: it is none. */
static size_t decode(const unsigned char *s, size_t n, uint32_t *c)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* by length */
    const size_t length = s[0] < 0x80             ? 1
                          : (s[0] & 0xe0) == 0xc0 ? 2
                          : (s[0] & 0xf0) == 0xe0 ? 3
                          : (s[0] & 0xf8) == 0xf0 ? 4
                                                  : 0;
    if (length == 0 || length > n) return 0;
    *c = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0;
        *c = *c << 6 | (s[i] & 0x3fu);
    }
    if (*c < least[length] || *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000)) return 0;
    return length;
}

/* Marks and overrides of the direction of writing, and two characters that break lines. */
static bool turns(uint32_t c)
{
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

static bool is_plain(uint32_t c, clean_form form)
{
    if (c == '\n' || c == '\t') return form != CLEAN_LINE;
    if (c < 0x20) return form == CLEAN_JSON; /* between its strings */
    return c < 0x7f || (c > 0x9f && !turns(c));
}

/* How many of the bytes can stay as they are. */
static size_t span_plain(const unsigned char *s, size_t n, clean_form form)
{
    size_t i = 0, length;
    uint32_t c;
    while (i < n && (length = decode(s + i, n - i, &c)) > 0 && is_plain(c, form)) i += length;
    return i;
}

void clean_add(buffer *to, const char *text, size_t n, clean_form form)
{
    const unsigned char *s = (const unsigned char *)text;
    for (;;) {
        const size_t plain = span_plain(s, n, form);
        uint32_t c;
        buffer_add(to, s, plain);
        s += plain;
        n -= plain;
        if (n == 0) return;
        const size_t length = decode(s, n, &c);
        if (length == 0 && form == CLEAN_JSON)
            buffer_print(to, "\\ufffd");
        else if (form == CLEAN_JSON || (length > 0 && c >= 0x80))
            buffer_print(to, "\\u%04x", (unsigned)c);
        else
            buffer_print(to, "\\x%02x", (unsigned)s[0]);
        s += length > 0 ? length : 1;
        n -= length > 0 ? length : 1;
    }
}

void clean_put(FILE *out, const char *text, clean_form form)
{
    buffer cleaned = {.text = NULL};
    clean_add(&cleaned, text, strlen(text), form);
    if (!cleaned.failed && cleaned.n > 0) fwrite(cleaned.text, 1, cleaned.n, out);
    for (; cleaned.failed && *text != '\0'; text++)
        if (*text == '\n' || (*text >= ' ' && *text < 0x7f)) fputc(*text, out);
    buffer_free(&cleaned);
}
