/* SPDX-License-Identifier: MIT
 *
 * The records of the points of an ask as they travel between ranks: n rows of `width` numbers, the
 * value of a point and its outputs, and then n fates, a byte each. Where a rank has no record all
 * bits are zero, which is the fate "waiting"; so the boards of all ranks can be joined bit by
 * bit. */
#pragma once

#include <limits.h>

#include "nes/nes.h"

typedef struct nes_board {
    size_t n, width, room; /* points; numbers of a record; points that memory is reserved for */
    double *values; /* owned: the rows, behind them the fates, and room for one more number */
    nes_fate *fate; /* owned: room for the fates as nes_tell_records() takes them */
    uint64_t *id;   /* owned: the ids of the points */
} nes_board;        /* begins with all bits zero */

/* Empties the board for the points of an ask. False: out of memory. */
bool nes_board_clear(nes_board *b, const nes_points *p);
void nes_board_free(nes_board *b);

/* Returns the row of the point with this id; n: no point has it. */
size_t nes_board_find(const nes_board *b, uint64_t id);

/* Returns how many 64-bit words travel; the fates are filled up with zeros. */
static inline size_t nes_board_words(const nes_board *b)
{
    return b->n * b->width + (b->n + 7) / 8;
}

static inline unsigned char *nes_board_fates(const nes_board *b)
{
    return (unsigned char *)(b->values + b->n * b->width);
}

static inline double *nes_board_row(const nes_board *b, size_t k)
{
    return b->values + k * b->width;
}

/* Sets the fate of row k. A number that does not fit into a byte is no fate; it becomes another
 * number that is no fate, so that telling it is refused. */
static inline void nes_board_decide(nes_board *b, size_t k, nes_fate fate)
{
    nes_board_fates(b)[k] = (unsigned)fate <= UCHAR_MAX ? (unsigned char)fate : UCHAR_MAX;
}

/* Tells all records to the handle that was asked. */
nes_status nes_board_tell(nes_board *b, nes_opt *o);
