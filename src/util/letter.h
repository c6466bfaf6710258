/* SPDX-License-Identifier: MIT
 *
 * Words without case, in every locale: only the letters A to Z have one here. */
#pragma once

#include <stdbool.h>

static inline int nes_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

static inline bool nes_same_letter(char a, char b)
{
    return nes_lower(a) == nes_lower(b);
}

static inline bool nes_same_word(const char *a, const char *b)
{
    while (*a != '\0' && nes_same_letter(*a, *b)) a++, b++;
    return *a == *b;
}
