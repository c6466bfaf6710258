/* SPDX-License-Identifier: MIT
 *
 * A team of threads that share out the work on one array inside a generation. Work is cut into
 * pieces of whole units, and who takes which piece is nobody's concern: a piece writes its own part
 * of the result, by the same operations whatever the cut, so results do not depend on the number of
 * threads. Nothing allocates between creation and destruction. */
#ifndef NES_UTIL_TEAM_H
#define NES_UTIL_TEAM_H

#include <stddef.h>
#include <stdint.h>

#include "nes/settings.h"
#include "util/text.h"

typedef struct nes_team nes_team;

/* The caller and threads - 1 others, 0: one for each processor; null where that is the caller
 * alone. NES_ERR_THREAD, NES_ERR_MEMORY: there is no team, and no thread is left running. */
nes_status nes_team_create(nes_team **t, uint64_t threads, const nes_allocator *a, nes_note note);
void nes_team_destroy(nes_team *t); /* null is fine */

/* The elements lo .. hi-1 of the work. */
typedef void (*nes_piece)(void *data, size_t lo, size_t hi);

/* All elements 0 .. n-1; lo is a multiple of unit, and so is hi unless it is n. The caller takes
 * part, and returns when all is done. Without a team (null) it is one piece. A piece must not call
 * this again. */
void nes_team_run(nes_team *t, size_t n, size_t unit, nes_piece f, void *data);

#endif
