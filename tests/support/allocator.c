/* SPDX-License-Identifier: MIT
 *
 * An allocator that counts and fails, and looks whether somebody has written behind a block. */
#include "support/allocator.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 64, FENCE = 64 }; /* bytes: before a block stands its size, behind it a fence */
static const unsigned char POST = 0xa5;

static void *fenced(size_t size)
{
    unsigned char *p = size < SIZE_MAX - HEAD - FENCE ? malloc(HEAD + size + FENCE) : NULL;
    if (p == NULL) return NULL;
    memcpy(p, &size, sizeof size);
    memset(p + HEAD + size, POST, FENCE);
    return p + HEAD;
}

static void check_and_free(unsigned char *p)
{
    size_t size;
    memcpy(&size, p - HEAD, sizeof size);
    for (size_t i = 0; i < FENCE; i++)
        if (p[size + i] != POST) {
            fprintf(stderr, "byte %zu behind a block of %zu bytes was written\n", i, size);
            abort(); /* programs without cmocka use this allocator, too */
        }
    free(p - HEAD);
}

static void *allocate(size_t size, void *user)
{
    allocations *a = user;
    a->calls++;
    if (size > a->most) a->most = size;
    const bool fails = a->calls == a->fail_at || (a->limit > 0 && size > a->limit);
    void *p = fails ? NULL : fenced(size);
    a->failed += p == NULL;
    a->live += p != NULL;
    return p;
}

static void release(void *p, void *user)
{
    allocations *a = user;
    a->live--;
    check_and_free(p);
}

nes_allocator allocator_of(allocations *a)
{
    return (nes_allocator){allocate, release, a};
}
