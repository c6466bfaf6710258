/* SPDX-License-Identifier: MIT
 *
 * Memory: the caller's allocator, and an arena. A handle allocates one arena when it is created and
 * carves all its arrays from it, so ask and tell never allocate. The same carving code runs twice:
 * first on an arena without memory, which only counts bytes, then on one of the size counted. */
#pragma once

#include "nes/settings.h"

void *nes_allocate(const nes_allocator *a, size_t size); /* zeroed memory; null: out of memory */
void nes_release(const nes_allocator *a, void *p);       /* null is fine */

typedef struct nes_arena {
    unsigned char *base; /* null: the arena only counts bytes */
    size_t used;         /* bytes; SIZE_MAX once the sum has overflowed */
} nes_arena;

/* Returns room for n elements of `size` bytes, aligned to 64 bytes; null: counting, or n is 0. */
void *nes_carve(nes_arena *a, size_t n, size_t size);

/* The number of bytes to allocate for everything counted (SIZE_MAX: more than any machine has), and
 * the arena on those bytes, beginning at their first multiple of 64. */
size_t nes_arena_size(const nes_arena *counted);
nes_arena nes_arena_on(void *memory);

#define NES_CARVE(arena, type, n) ((type *)nes_carve((arena), (n), sizeof(type)))
