/* SPDX-License-Identifier: MIT
 *
 * Reading the ids of problems: a name, then parts joined by '_' such as d10. */
#include "problem.h"

#include <stdint.h>
#include <string.h>

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
