/* SPDX-License-Identifier: MIT
 *
 * A list of devices and numbers; see coco/seen.h. */
#include "coco/seen.h"

#include <stdlib.h>

#include "base/memory.h"

typedef struct seen_thing {
    dev_t device;
    ino_t number;
} seen_thing;

seen_outcome seen_add(seen *s, const struct stat *info)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->things[i].device == info->st_dev && s->things[i].number == info->st_ino)
            return SEEN_BEFORE;
    if (s->n == SEEN_MOST) return SEEN_TOO_MANY;
    if ((s->n & (s->n + 1)) == 0) /* full at 0, 1, 3, 7, ... */
        s->things = memory_resize(s->things, 2 * s->n + 1, sizeof *s->things);
    s->things[s->n++] = (seen_thing){info->st_dev, info->st_ino};
    return SEEN_NEW;
}

void seen_free(seen *s)
{
    free(s->things);
    *s = (seen){.things = NULL};
}
