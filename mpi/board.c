/* SPDX-License-Identifier: MIT
 *
 * See board.h. */
#include "board.h"

#include <stdlib.h>
#include <string.h>

void nes_board_free(nes_board *b)
{
    free(b->values);
    free(b->fate);
    free(b->id);
    *b = (nes_board){.n = 0};
}

bool nes_board_clear(nes_board *b, const nes_points *p)
{
    const size_t width = 1 + p->outputs;
    if (p->n > b->room || width != b->width) {
        nes_board_free(b);
        b->values = calloc(p->n * width + (p->n + 7) / 8 + 1, sizeof *b->values);
        b->fate = calloc(p->n, sizeof *b->fate);
        b->id = calloc(p->n, sizeof *b->id);
        if (b->values == NULL || b->fate == NULL || b->id == NULL) return false;
        b->room = p->n;
    }
    b->n = p->n;
    b->width = width;
    memset(b->values, 0, nes_board_words(b) * sizeof *b->values);
    memcpy(b->id, p->id, p->n * sizeof *b->id);
    return true;
}

/* Looks first where the id would be if ids rose by ones, from the first or to the last. Mostly they
 * do, but the start of a search comes before points with lower ids, and points that are tried again
 * have gaps. */
size_t nes_board_find(const nes_board *b, uint64_t id)
{
    if (b->n == 0) return 0;
    const uint64_t after = id - b->id[0], before = b->id[b->n - 1] - id;
    if (after < b->n && b->id[after] == id) return (size_t)after;
    if (before < b->n && b->id[b->n - 1 - before] == id) return (size_t)(b->n - 1 - before);
    size_t k = 0;
    while (k < b->n && b->id[k] != id) k++;
    return k;
}

nes_status nes_board_tell(nes_board *b, nes_opt *o)
{
    for (size_t k = 0; k < b->n; k++) b->fate[k] = (nes_fate)nes_board_fates(b)[k];
    return nes_tell_records(o, b->n, NULL, b->fate, b->values);
}
