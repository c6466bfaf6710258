/* SPDX-License-Identifier: MIT
 *
 * What the scripts of all pictures share: strings, border and grid. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "figure/gnuplot.h"

/* Whether the second byte may follow the first: it may not make a number that has a shorter
 * sequence, one of half a pair, or one beyond the last character. */
static bool may_follow(uint8_t first, uint8_t second)
{
    switch (first) {
    case 0xe0:
        return second >= 0xa0;
    case 0xed:
        return second < 0xa0;
    case 0xf0:
        return second >= 0x90;
    case 0xf4:
        return second < 0x90;
    default:
        return true;
    }
}

/* The length of the UTF-8 sequence that text begins with; 0: it is none, or one of the two that are
 * no characters, which readers of SVG refuse. */
static size_t sequence(const char *text)
{
    const uint8_t first = (uint8_t)text[0];
    const size_t n = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first > 0xf4) return 0;
    for (size_t i = 1; i < n; i++)
        if (((uint8_t)text[i] & 0xc0) != 0x80) return 0;
    if (n > 1 && !may_follow(first, (uint8_t)text[1])) return 0;
    const bool nothing = n == 3 && memcmp(text, "\xef\xbf", 2) == 0 && (uint8_t)text[2] >= 0xbe;
    return nothing ? 0 : n;
}

void gnuplot_string(FILE *out, const char *text, size_t limit)
{
    fputc('\'', out);
    for (size_t i = 0, n; text[i] != '\0' && i < limit; i += n == 0 ? 1 : n) {
        n = sequence(text + i);
        if (i + n > limit) break;
        if (text[i] == '\'') fputc('\'', out);
        if (n == 0)
            fputc('?', out);
        else if ((uint8_t)text[i] < ' ' || text[i] == 0x7f)
            fputc(' ', out);
        else
            fwrite(text + i, 1, n, out);
    }
    fputc('\'', out);
}

void gnuplot_look(FILE *out)
{
    fputs("set encoding utf8\n"
          "set border 3 linecolor rgb '#888888'\n"
          "set tics nomirror textcolor rgb '#333333'\n"
          "set grid linecolor rgb '#e2e2e2' linewidth 1 linetype 1\n",
          out);
}
