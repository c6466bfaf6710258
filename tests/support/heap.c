/* SPDX-License-Identifier: MIT
 *
 * The program's own malloc, calloc and realloc stand in front of glibc's. */
#include "support/heap.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "support/sanitizer.h"

static atomic_size_t calls;

size_t heap_calls(void)
{
    return calls;
}

#if defined(__GLIBC__) && !UNDER_SANITIZER

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

bool heap_is_known(void)
{
    return true;
}

void *malloc(size_t size)
{
    calls++;
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    calls++;
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    calls++;
    return __libc_realloc(p, size);
}

#else

bool heap_is_known(void)
{
    return false;
}

#endif
