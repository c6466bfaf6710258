/* SPDX-License-Identifier: MIT
 *
 * The memory of a handle. Arrays that Python was given look straight into it, and may outlive a run
 * that the library ends by itself, or the handle. So a block that the library releases is freed
 * only when no array looks at it any more.
 *
 * The library may release while other threads hold the interpreter lock and drop their arrays. It
 * therefore only moves the block to the list of parked ones, which no other thread touches. The
 * rest is done with the lock: a parked block without pins is freed, one with pins is an orphan and
 * is freed with its last pin. */
#include "core.h"

#include <stddef.h>
#include <stdlib.h>

struct core_block {
    core_block *previous, *next;
    size_t size;
    size_t pins;
    bool orphan;
    max_align_t data[];
};

static void unlink_block(core_memory *m, core_block *b)
{
    if (b->previous)
        b->previous->next = b->next;
    else
        m->live = b->next;
    if (b->next) b->next->previous = b->previous;
}

static void put_first(core_memory *m, core_block *b)
{
    b->previous = NULL;
    b->next = m->live;
    if (b->next) b->next->previous = b;
    m->live = b;
}

void *core_allocate(size_t size, void *memory)
{
    if (size > SIZE_MAX - sizeof(core_block)) return NULL;
    core_block *b = malloc(sizeof *b + size);
    if (!b) return NULL;
    b->size = size;
    b->pins = 0;
    b->orphan = false;
    put_first(memory, b);
    return b->data;
}

void core_release(void *p, void *memory)
{
    core_memory *m = memory;
    core_block *b = (core_block *)((char *)p - offsetof(core_block, data));
    unlink_block(m, b);
    b->next = m->parked;
    m->parked = b;
}

static bool has(const core_block *b, const void *p)
{
    const uintptr_t from = (uintptr_t)b->data, at = (uintptr_t)p;
    return at >= from && at - from < b->size;
}

core_block *core_pin(core_memory *m, const void *p)
{
    core_block *b = m->live;
    while (b && !has(b, p)) b = b->next;
    if (!b) {
        PyErr_SetString(PyExc_SystemError, "the points are not in the memory of the optimiser");
        return NULL;
    }
    if (b != m->live) { /* found at once the next time */
        unlink_block(m, b);
        put_first(m, b);
    }
    return core_share(b);
}

core_block *core_share(core_block *b)
{
    b->pins++;
    return b;
}

void core_unpin(core_block *b)
{
    if (b && --b->pins == 0 && b->orphan) free(b);
}

void core_sweep(core_memory *m)
{
    while (m->parked) {
        core_block *b = m->parked;
        m->parked = b->next;
        b->orphan = b->pins > 0;
        if (!b->orphan) free(b);
    }
}
