/* SPDX-License-Identifier: MIT
 *
 * An allocator that counts and fails. */
#include "support/allocator.h"

#include <stdlib.h>

static void *allocate(size_t size, void *user)
{
    allocations *a = user;
    a->calls++;
    if (size > a->most) a->most = size;
    const bool fails = a->calls == a->fail_at || (a->limit > 0 && size > a->limit);
    void *p = fails ? NULL : malloc(size);
    a->failed += p == NULL;
    a->live += p != NULL;
    return p;
}

static void release(void *p, void *user)
{
    allocations *a = user;
    a->live--;
    free(p);
}

nes_allocator allocator_of(allocations *a)
{
    return (nes_allocator){allocate, release, a};
}
