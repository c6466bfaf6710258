/* SPDX-License-Identifier: MIT
 *
 * What the scripts of all pictures share: strings, border and grid. */
#include <stdint.h>

#include "figure/gnuplot.h"

/* The length of the UTF-8 sequence that text begins with; 0: it is none. */
static size_t sequence(const char *text)
{
    const uint8_t first = (uint8_t)text[0];
    const size_t n = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first > 0xf4) return 0;
    for (size_t i = 1; i < n; i++)
        if (((uint8_t)text[i] & 0xc0) != 0x80) return 0;
    return n;
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
