/* SPDX-License-Identifier: MIT
 *
 * An allocator for settings.allocator that counts, refuses large requests, and fails on demand. */
#ifndef NES_TEST_ALLOCATOR_H
#define NES_TEST_ALLOCATOR_H

#include "nes/settings.h"

typedef struct allocations {
    size_t calls;   /* requests so far */
    size_t live;    /* blocks not yet released */
    size_t fail_at; /* number of the request that fails, from 1; 0: none */
    size_t limit;   /* larger requests fail; 0: none */
    size_t most;    /* bytes of the largest request */
    size_t failed;  /* requests that got nothing */
} allocations;

nes_allocator allocator_of(allocations *a);

#endif
