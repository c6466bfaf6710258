/* SPDX-License-Identifier: MIT
 *
 * Reads the ids of problems. An id is a name followed by parts such as d10, joined by '_'. */
#include "problem.h"

#include <stdint.h>
#include <string.h>

bool nes_problem_digits(const char **text, size_t *value)
{
    const char *t = *text;
    size_t v = 0;
    for (; *t >= '0' && *t <= '9'; t++) {
        const size_t digit = (size_t)(*t - '0');
        v = v > (SIZE_MAX - digit) / 10 ? SIZE_MAX : 10 * v + digit;
    }
    if (t == *text) return false;
    *text = t;
    *value = v;
    return true;
}

bool nes_problem_number(const char *text, size_t *value)
{
    return nes_problem_digits(&text, value) && *text == '\0';
}

bool nes_problem_named(const char *id, const char *name, size_t length, const char **rest)
{
    if (strncmp(id, name, length) != 0) return false;
    *rest = id + length;
    return **rest == '\0' || **rest == '_';
}

nes_status nes_problem_read_size(const nes_problem *p, const nes_problem_size *s, const char *text,
                                 size_t *value, const nes_problem_note *note)
{
    const int length = (int)s->name_length;
    if (text[0] != '_' || text[1] != s->letter)
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "problem '%.60s' lacks its %s; write %.*s_%c10 for 10", p->id,
                                  s->what, length, s->name, s->letter);
    if (!nes_problem_number(text + 2, value) || *value == 0)
        return nes_problem_refuse(
            note, NES_ERR_DIMENSION,
            "the %s '%.30s' of problem '%.60s' is not a whole number above 0; "
            "write %.*s_%c10 for 10",
            s->what, text + 2, p->id, length, s->name, s->letter);
    if (*value < s->low)
        return nes_problem_refuse(note, NES_ERR_DIMENSION,
                                  "the %s of problem '%.60s' is too small; %.*s needs at least %zu",
                                  s->what, p->id, length, s->name, s->low);
    if (*value > s->high)
        return nes_problem_refuse(note, NES_ERR_DIMENSION,
                                  "the %s of problem '%.60s' is too large; "
                                  "%.*s is offered up to %zu",
                                  s->what, p->id, length, s->name, s->high);
    return NES_OK;
}
