/* SPDX-License-Identifier: MIT
 *
 * Room for the intermediate numbers of an evaluation. Evaluation must not allocate or change the
 * problem, in any dimension and in many threads at once. So a problem owns several rooms, and a
 * thread takes one of them for the duration of a call. (The stack of a thread may be too small.) A
 * room that nobody has used yet takes address space but no memory. There are 64 rooms, or fewer
 * where they would be huge; when all are taken, the next thread waits. */
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
