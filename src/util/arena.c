/* SPDX-License-Identifier: MIT
 *
 * The caller's allocator or malloc, and the arena that a handle is carved from. */
#include "util/arena.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 }; /* bytes of a cache line, and of the widest vector register */

void *nes_allocate(const nes_allocator *a, size_t size)
{
    if (a->allocate == NULL) return calloc(1, size);
    void *p = a->allocate(size, a->user);
    if (p != NULL) memset(p, 0, size);
    return p;
}

void nes_release(const nes_allocator *a, void *p)
{
    if (p == NULL) return;
    if (a->release == NULL)
        free(p);
    else
        a->release(p, a->user);
}

void *nes_carve(nes_arena *a, size_t n, size_t size)
{
    const size_t limit =
        SIZE_MAX / 2; /* far enough below SIZE_MAX that rounding up cannot overflow */
    if (n == 0) return NULL;
    if (a->used > limit || n > (limit - a->used) / size - LINE) {
        a->used = SIZE_MAX;
        return NULL;
    }
    void *p = NULL;
    if (a->base != NULL) p = a->base + a->used;
    a->used += (n * size + LINE - 1) / LINE * LINE;
    return p;
}

size_t nes_arena_size(const nes_arena *counted)
{
    return counted->used == SIZE_MAX ? SIZE_MAX : counted->used + LINE;
}

/* malloc aligns to 16 bytes only, so the arena begins at the first multiple of LINE. nes_arena_size
 * counts the bytes that this may skip. */
nes_arena nes_arena_on(void *memory)
{
    unsigned char *base = memory;
    return (nes_arena){base + (LINE - (uintptr_t)base % LINE) % LINE, 0};
}
