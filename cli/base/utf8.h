/* SPDX-License-Identifier: MIT
 *
 * Characters in UTF-8 text from anywhere: sequences that are longer than needed, halves of
 * surrogate pairs and numbers beyond the last character do not count as characters. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Reads the character at s into *c and returns how many of the n >= 1 bytes it has; 0: no character
 * begins there. */
size_t utf8_decode(const char *s, size_t n, uint32_t *c);
