/* SPDX-License-Identifier: MIT
 *
 * What the scripts of all pictures share: strings, border and grid. */
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "figure/gnuplot.h"

/* The length of the UTF-8 sequence that text begins with; 0: it is none, or one of the two that are
 * no characters, which readers of SVG refuse. */
static size_t sequence(const char *text)
{
    enum { LONGEST = 4 };
    uint32_t c;
    const size_t n = utf8_decode(text, strnlen(text, LONGEST), &c);
    return n > 0 && (c == 0xfffe || c == 0xffff) ? 0 : n;
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
