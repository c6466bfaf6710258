/* SPDX-License-Identifier: MIT
 *
 * Memory: the caller's allocator, and an arena. A handle takes one arena when it is created and
 * carves all its arrays from it, so that asking and telling never allocate. The carving code runs
 * twice: first over an empty arena, which only counts, then over one of that size. */
#ifndef NES_UTIL_MEMORY_H
#define NES_UTIL_MEMORY_H

#include "nes/settings.h"

void *nes_allocate(const nes_allocator *a, size_t size); /* zeroed; null when there is none */
void nes_release(const nes_allocator *a, void *p);       /* null is fine */

typedef struct nes_arena {
    unsigned char *base; /* null: counting */
    size_t used;         /* SIZE_MAX once the sum has overflowed */
} nes_arena;

/* Room for n elements of that size on a 64-byte line; null while counting or when n is 0. */
void *nes_carve(nes_arena *a, size_t n, size_t size);

/* What to allocate for all that was counted, SIZE_MAX if there is no such memory; and the arena on
 * it, from its first whole line on. */
size_t nes_arena_size(const nes_arena *counted);
nes_arena nes_arena_on(void *memory);

#define NES_CARVE(arena, type, n) ((type *)nes_carve((arena), (n), sizeof(type)))

#endif
