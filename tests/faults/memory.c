/* SPDX-License-Identifier: MIT
 *
 * Allocations that faults.c can make fail. Not for a build with the address sanitiser, whose own
 * allocator has to be asked there.
 */
#include <stddef.h>

#include "faults.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *old, size_t size);
void *aligned_alloc(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return fault_strikes(FAULT_memory, "malloc", NULL, -1) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fault_strikes(FAULT_memory, "calloc", NULL, -1) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fault_strikes(FAULT_memory, "realloc", NULL, -1) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fault_strikes(FAULT_memory, "aligned_alloc", NULL, -1)
               ? NULL
               : __libc_memalign(alignment, size);
}
