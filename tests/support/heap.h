/* SPDX-License-Identifier: MIT
 *
 * Counts every allocation of the process, those inside other libraries too, and makes one fail on
 * demand, where the C library lets us: with glibc and without a sanitiser. */
#ifndef NES_TEST_HEAP_H
#define NES_TEST_HEAP_H

#include <stdbool.h>
#include <stddef.h>

bool heap_is_known(void);
size_t heap_calls(void); /* requests for memory so far; 0 where they are not known */
size_t heap_live(void);  /* blocks that are not freed yet; only differences have a meaning */

/* Request number n from now on finds no memory; 0: none fails. */
void heap_fail_at(size_t n);

#endif
