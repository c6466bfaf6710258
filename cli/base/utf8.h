/* SPDX-License-Identifier: MIT
 *
 * Characters in UTF-8 text that may be anybody's: sequences that are longer than needed, halves of
 * pairs and numbers beyond the last character are not taken for characters. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The character at s, and how many of the n >= 1 bytes it has; 0: it is none. */
size_t utf8_decode(const char *s, size_t n, uint32_t *c);

#endif
