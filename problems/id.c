/* SPDX-License-Identifier: MIT
 *
 * Reading the ids of problems: a name, then parts joined by '_' such as d10. A misspelt name is
 * answered with the most similar one, by the number of letters to insert, delete or replace. */
#include "problem.h"

#include <stdint.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 63 };

bool nes_problem_number(const char *text, size_t *value)
{
    size_t v = 0;
    if (!*text) return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9') return false;
        const size_t digit = (size_t)(*text - '0');
        v = v > (SIZE_MAX - digit) / 10 ? SIZE_MAX : 10 * v + digit;
    }
    *value = v;
    return true;
}

bool nes_problem_named(const char *id, const char *name, size_t length, const char **rest)
{
    if (strncmp(id, name, length) != 0) return false;
    *rest = id + length;
    return **rest == '\0' || **rest == '_';
}

/* Letters before the first '_', at most NAME_MAX_LENGTH. */
static size_t name_length(const char *id)
{
    const size_t n = strcspn(id, "_");
    return n < NAME_MAX_LENGTH ? n : NAME_MAX_LENGTH;
}

/* Edit distance of two names of at most NAME_MAX_LENGTH letters, row by row. */
static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t row[NAME_MAX_LENGTH + 1];
    for (size_t j = 0; j <= nb; j++) row[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[nb];
}

const char *nes_problem_nearest(const char *id)
{
    const size_t length = name_length(id);
    const char *nearest = NULL;
    size_t least = length / 3 + 2; /* further away than this is not a misspelling */
    for (size_t i = 0; nes_problem_kind_at(i); i++) {
        const char *pattern = nes_problem_kind_at(i)->pattern;
        const size_t apart = distance(id, length, pattern, name_length(pattern));
        if (apart < least) {
            least = apart;
            nearest = pattern;
        }
    }
    return nearest;
}
