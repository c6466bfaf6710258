/* SPDX-License-Identifier: MIT
 *
 * Sentences for people. Nearness is the number of letters to insert, drop or replace. */
#include "util/text.h"

#include <stdio.h>
#include <string.h>

nes_status nes_refuse(nes_note note, nes_status status, const char *format, ...)
{
    if (note.text != NULL && note.size > 0) {
        va_list args;
        va_start(args, format);
        vsnprintf(note.text, note.size, format, args);
        va_end(args);
    }
    return status;
}

enum { LETTERS = 48 };

static size_t smallest(size_t a, size_t b, size_t c)
{
    const size_t m = a < b ? a : b;
    return m < c ? m : c;
}

/* Edit distance; words longer than the limit are far from everything. */
static size_t distance(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    size_t row[LETTERS + 1];
    if (n > LETTERS || m > LETTERS) return LETTERS;
    for (size_t j = 0; j <= m; j++) row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smallest(replaced, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[m];
}

/* A typing error, or one word inside the other. */
static size_t strangeness(const char *word, const char *name)
{
    const size_t edits = distance(word, name);
    if (edits > 1 && strlen(word) >= 3 && strstr(name, word) != NULL) return 1;
    return edits;
}

void nes_nearest(const char *word, nes_word_at at, const void *data, char *out, size_t size)
{
    const size_t limit = 1 + strlen(word) / 3;
    size_t used = 0, shown = 0;
    const char *name;
    out[0] = '\0';
    for (size_t level = 0; level <= limit && shown < 3; level++)
        for (size_t i = 0; (name = at(i, data)) != NULL && shown < 3; i++) {
            if (strangeness(word, name) != level) continue;
            const int n = snprintf(out + used, size - used, "%s'%s'",
                                   shown == 0 ? ", did you mean " : " or ", name);
            if (n < 0 || (size_t)n >= size - used) return;
            used += (size_t)n;
            shown++;
        }
    if (shown > 0) snprintf(out + used, size - used, "?");
}
