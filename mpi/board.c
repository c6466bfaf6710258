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
    *b = (nes_board){.n = 0};
}

bool nes_board_clear(nes_board *b, const nes_points *p)
{
    const size_t width = 1 + p->outputs;
    if (p->n > b->room || width != b->width) {
        nes_board_free(b);
        b->values = calloc(p->n * width + (p->n + 7) / 8 + 1, sizeof *b->values);
        b->fate = calloc(p->n, sizeof *b->fate);
        if (b->values == NULL || b->fate == NULL) return false;
        b->room = p->n;
    }
    b->n = p->n;
    b->width = width;
    memset(b->values, 0, nes_board_words(b) * sizeof *b->values);
    return true;
}

void nes_board_set(nes_board *b, size_t k, nes_fate fate, const double *values)
{
    nes_board_fates(b)[k] = (unsigned char)fate;
    memcpy(nes_board_row(b, k), values, b->width * sizeof *values);
}

nes_status nes_board_tell(nes_board *b, nes_opt *o)
{
    for (size_t k = 0; k < b->n; k++) b->fate[k] = (nes_fate)nes_board_fates(b)[k];
    return nes_tell_records(o, b->n, NULL, b->fate, b->values);
}
