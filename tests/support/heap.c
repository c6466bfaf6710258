/* SPDX-License-Identifier: MIT
 *
 * The program's own malloc and its kin stand in front of glibc's. */
#include "support/heap.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "support/sanitizer.h"

static atomic_size_t calls, live, failing; /* failing: number of the call that fails, or 0 */

size_t heap_calls(void)
{
    return calls;
}

size_t heap_live(void)
{
    return live;
}

void heap_fail_at(size_t n)
{
    failing = n == 0 ? 0 : calls + n;
}

#if defined(__GLIBC__) && !UNDER_SANITIZER

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *p);

bool heap_is_known(void)
{
    return true;
}

/* Counts a request; whether it is to fail. */
static bool fails(void)
{
    return ++calls == failing;
}

static void *note(void *p)
{
    if (p != NULL) live++;
    return p;
}

void *malloc(size_t size)
{
    return fails() ? NULL : note(__libc_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : note(__libc_calloc(n, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : note(__libc_memalign(alignment, size));
}

void *realloc(void *p, size_t size)
{
    if (fails()) return NULL;
    return p == NULL ? note(__libc_realloc(p, size)) : __libc_realloc(p, size);
}

void free(void *p)
{
    if (p != NULL) live--;
    __libc_free(p);
}

#else

bool heap_is_known(void)
{
    return false;
}

#endif
