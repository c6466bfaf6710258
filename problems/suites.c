/* SPDX-License-Identifier: MIT
 *
 * The suites, and the ids of their problems. A new suite is a line here. */
#include <stdio.h>
#include <string.h>

#include "problem.h"

enum { WIDE = 1000 };

static const nes_suite *const suites[] = {
    &nes_suite_bbob,        &nes_suite_bbob_noisy, &nes_suite_constrained, &nes_suite_active_only,
    &nes_suite_no_disguise, &nes_suite_mixint,     &nes_suite_largescale,
};

const nes_suite *nes_suite_at(size_t i)
{
    return i < sizeof suites / sizeof *suites ? suites[i] : NULL;
}

const nes_suite *nes_suite_find(const char *name)
{
    const nes_suite *s;
    for (size_t i = 0; name && (s = nes_suite_at(i)) != NULL; i++)
        if (strcmp(s->name, name) == 0) return s;
    return NULL;
}

int nes_suite_id(const nes_suite *s, size_t function, size_t instance, size_t dim, char *id,
                 size_t size)
{
    const size_t room = id ? size : 0;
    if (room > 0) *id = '\0';
    if (!s) return -1;
    const bool wide = dim >= WIDE && s->wide_format;
    return snprintf(id, room, wide ? s->wide_format : s->format, function, instance, dim);
}
