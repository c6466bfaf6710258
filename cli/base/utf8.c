/* SPDX-License-Identifier: MIT
 *
 * Reading UTF-8; see base/utf8.h. */
#include "base/utf8.h"

/* The length in bytes of a sequence with that first byte; 0: no sequence begins so. */
static size_t length_of(unsigned char first)
{
    if (first < 0x80) return 1;
    if ((first & 0xe0) == 0xc0) return 2;
    if ((first & 0xf0) == 0xe0) return 3;
    return (first & 0xf8) == 0xf0 ? 4 : 0;
}

size_t utf8_decode(const char *s, size_t n, uint32_t *c)
{
    static const uint32_t least[] = {
        0, 0, 0x80, 0x800, 0x10000}; /* the least character of a sequence, by its length */
    const unsigned char *byte = (const unsigned char *)s;
    const size_t length = length_of(byte[0]);
    if (length == 0 || length > n) return 0;
    *c = length == 1 ? byte[0] : byte[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80) return 0;
        *c = *c << 6 | (byte[i] & 0x3fu);
    }
    if (*c < least[length] || *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000)) return 0;
    return length;
}
