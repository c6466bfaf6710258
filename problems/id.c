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

bool nes_problem_of_suite(const char *id, const char *prefix)
{
    const char *rest;
    if (!nes_problem_named(id, prefix, strlen(prefix), &rest)) return false;
    return *rest == '\0' || strncmp(rest, "_f", 2) == 0;
}

/* Reads '_', the letter and digits at *text, and moves *text behind them. */
static bool read_part(const char **text, char letter, size_t *value)
{
    if ((*text)[0] != '_' || (*text)[1] != letter) return false;
    *text += 2;
    return nes_problem_digits(text, value);
}

nes_status nes_problem_read_suite(nes_problem *p, const nes_suite_ids *ids, size_t *function,
                                  size_t *instance, const nes_problem_note *note)
{
    const nes_suite *s = ids->suite;
    const char *prefix = ids->prefix, *rest = p->id + strlen(prefix);
    if (!read_part(&rest, 'f', function) || !read_part(&rest, 'i', instance) ||
        !read_part(&rest, 'd', &p->dim) || *rest)
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "problem '%.60s' is not %s_fF_iI_dD; write %s_f%03zu_i01_d10 "
                                  "for function %zu, instance 1, dimension 10",
                                  p->id, prefix, prefix, s->first, s->first);
    if (*function < s->first || *function > s->last)
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "there is no function %zu in problem '%.60s'; %s has functions "
                                  "%zu to %zu",
                                  *function, p->id, s->name, s->first, s->last);
    if (*instance < 1 || *instance > ids->instances)
        return nes_problem_refuse(note, NES_ERR_OPTION,
                                  "there is no instance %zu in problem '%.60s'; instances are 1 "
                                  "to %zu",
                                  *instance, p->id, ids->instances);
    if (p->dim < 2)
        return nes_problem_refuse(note, NES_ERR_DIMENSION,
                                  "%s functions need at least dimension 2, not %zu as in problem "
                                  "'%.60s'",
                                  s->name, p->dim, p->id);
    return NES_OK;
}
