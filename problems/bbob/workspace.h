/* SPDX-License-Identifier: MIT
 *
 * Room for the intermediate numbers of an evaluation. Evaluation neither allocates nor changes a
 * problem, works in any dimension and in many threads at once, so a problem owns a number of such
 * rooms and a thread takes one of them for the length of a call. The stack would not do: its size
 * is unknown and small in threads. A room that nobody has used yet costs addresses but no memory.
 * There are 64, fewer where they would be huge; when all are taken, the next thread waits. */
#ifndef BBOB_WORKSPACE_H
#define BBOB_WORKSPACE_H

#include <stddef.h>

typedef struct nes_bbob_workspace nes_bbob_workspace;

/* Rooms for n numbers each, aligned for vectors; null: no memory. */
nes_bbob_workspace *nes_bbob_workspace_create(size_t n);
void nes_bbob_workspace_destroy(nes_bbob_workspace *w); /* null is fine */

double *nes_bbob_workspace_take(nes_bbob_workspace *w);
void nes_bbob_workspace_give(nes_bbob_workspace *w, const double *room);

#endif
