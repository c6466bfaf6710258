/* SPDX-License-Identifier: MIT
 *
 * "Did you mean ...?": finds the names nearest to a misspelt word. The distance is the restricted
 * Damerau-Levenshtein distance: the number of letters inserted, deleted, replaced or swapped with
 * their neighbour. Case does not count, nor which of "_" and "-" stands between words. */
#include <stdbool.h>
#include <string.h>

#include "nes/by_name.h"
#include "util/letter.h"
#include "util/sentence.h"

enum { LETTERS = 40, MATCHES = 3 }; /* most letters compared; most names suggested */

static bool same(char a, char b)
{
    return nes_same_letter(a == '_' ? '-' : a, b == '_' ? '-' : b);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Row i of the table holds the distances between the first i letters of a and each prefix of b.
 * Three rows are kept, because a swap of neighbours looks two rows back. */
static size_t distance(const char *a, const char *b)
{
    const size_t m = least(strlen(a), LETTERS), n = least(strlen(b), LETTERS);
    size_t rows[3][LETTERS + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= n; j++) above[j] = j;
    for (size_t i = 1; i <= m; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            row[j] =
                least(above[j - 1] + !same(a[i - 1], b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[n];
}

/* How far a name is from a word, for an order: the distance, but at most 1 if one contains the
 * other, so that "tol" finds "tolx"; among equals, the distance itself. */
static size_t remoteness(const char *word, const char *name)
{
    const size_t d = distance(word, name);
    const bool long_enough = least(strlen(word), strlen(name)) >= 3;
    const bool within = long_enough && (strstr(name, word) || strstr(word, name));
    return (within ? least(d, 1) : d) * (LETTERS + 1) + d;
}

/* Finds the nearest names, if any is near; returns their number. Equally near names stay in the
 * order of the table, and one that is the word itself, but for case, stands alone. */
static size_t find(const char *word, nes_name_at at, const void *data, const char *found[MATCHES])
{
    const size_t reach = least(1 + strlen(word) / 4, 3); /* longer words may have more mistakes */
    size_t far[MATCHES], n = 0;
    const char *name;
    for (size_t i = 0; (name = at(i, data)) != NULL; i++) {
        const size_t r = remoteness(word, name);
        size_t place = n;
        if (r >= (reach + 1) * (LETTERS + 1)) continue;
        while (place > 0 && r < far[place - 1]) place--;
        if (place == MATCHES) continue;
        if (n < MATCHES) n++;
        for (size_t k = n - 1; k > place; k--) far[k] = far[k - 1], found[k] = found[k - 1];
        far[place] = r;
        found[place] = name;
    }
    return n > 0 && far[0] == 0 ? 1 : n;
}

const char *nes_nearest(const char *word, nes_name_at at, const void *data, const char *prefix,
                        const char *otherwise, char *hint, size_t size)
{
    const char *found[MATCHES];
    if (hint == NULL || size == 0) return "";
    const size_t n = word != NULL && at != NULL ? find(word, at, data, found) : 0;
    nes_print(hint, size, "%s", n == 0 && otherwise != NULL ? otherwise : "");
    for (size_t i = 0; i < n; i++) {
        const char *joint = i == 0 ? "; did you mean " : i + 1 < n ? ", " : " or ";
        nes_append(hint, size, "%s%s%s%s", joint, prefix != NULL ? prefix : "", found[i],
                   i + 1 < n ? "" : "?");
    }
    return hint;
}
