/* SPDX-License-Identifier: MIT
 *
 * See evaluate/behind.h. */
#include "evaluate/behind.h"

#include <stdlib.h>
#include <string.h>

void behind_close(behind *b)
{
    free(b->id);
    free(b->open_id);
    free(b->open_x);
    *b = (behind){.id = NULL};
}

bool behind_add(behind *b, uint64_t id)
{
    if (b->n == b->room) {
        const size_t room = b->room == 0 ? 16 : 2 * b->room;
        uint64_t *more = realloc(b->id, room * sizeof *more);
        if (more == NULL) return false;
        b->id = more;
        b->room = room;
    }
    b->id[b->n++] = id;
    return true;
}

static bool has(const behind *b, uint64_t id)
{
    for (size_t i = 0; i < b->n; i++)
        if (b->id[i] == id) return true;
    return false;
}

static bool make_room(behind *b, const nes_points *p)
{
    if (p->n <= b->room_open) return true;
    free(b->open_id);
    free(b->open_x);
    b->open_id = calloc(p->n, sizeof *b->open_id);
    b->open_x = calloc(p->n * p->dim, sizeof *b->open_x);
    const bool made = b->open_id != NULL && b->open_x != NULL;
    b->room_open = made ? p->n : 0;
    return made;
}

nes_status behind_filter(behind *b, nes_points *p)
{
    size_t n = 0;
    if (b->n == 0) return NES_OK;
    if (!make_room(b, p)) return NES_ERR_MEMORY;
    for (size_t k = 0; k < p->n; k++) {
        if (has(b, p->id[k])) continue;
        b->open_id[n] = p->id[k];
        memcpy(b->open_x + n++ * p->dim, p->x + k * p->dim, p->dim * sizeof *p->x);
    }
    if (n == p->n) {
        b->n = 0;
        return NES_OK;
    }
    p->n = n;
    p->id = b->open_id;
    p->x = b->open_x;
    return NES_OK;
}
