/* SPDX-License-Identifier: MIT
 *
 * A team of threads that share the work on one array inside a generation, or the evaluations of its
 * points. The work is cut into pieces of whole units. It does not matter which thread takes which
 * piece: each piece writes its own part of the result, and an element is computed by the same
 * operations wherever the cuts are. So results do not depend on the number of threads. Nothing
 * allocates between creation and destruction. In a process that was forked later, a team goes on
 * without its threads. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nes/settings.h"
#include "util/sentence.h"

typedef struct nes_team nes_team;

/* Creates a team of `threads` threads, the caller included; 0: one per processor. A team of one is
 * null. NES_ERR_THREAD, NES_ERR_MEMORY: there is no team, and no thread is left running. */
nes_status nes_team_create(nes_team **t, uint64_t threads, const nes_allocator *a, nes_note note);
void nes_team_destroy(nes_team *t);      /* null is fine */
size_t nes_team_size(const nes_team *t); /* threads, the caller included */

/* Does the elements lo .. hi-1 of the work. */
typedef void (*nes_piece)(void *data, size_t lo, size_t hi);

/* Does the work of nes_team_run() for a team and more than one unit. */
void nes_team_share(nes_team *t, size_t n, size_t unit, nes_piece f, void *data);

/* Does all elements 0 .. n-1, in pieces whose lo is a multiple of unit, as is hi unless it is n.
 * The caller works along and returns when all is done. Without a team (null) there is one piece. f
 * must not call nes_team_run. */
static inline void nes_team_run(nes_team *t, size_t n, size_t unit, nes_piece f, void *data)
{
    if (t != NULL && n > unit)
        nes_team_share(t, n, unit, f, data);
    else
        f(data, 0, n);
}

/* Does nes_team_run() in pieces of one element: for elements that take long and unequal times. */
void nes_team_each(nes_team *t, size_t n, nes_piece f, void *data);
