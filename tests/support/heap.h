/* SPDX-License-Identifier: MIT
 *
 * Counts every allocation of the process, those inside other libraries too, where the C library
 * lets us: with glibc and without a sanitiser. */
#ifndef NES_TEST_HEAP_H
#define NES_TEST_HEAP_H

#include <stdbool.h>
#include <stddef.h>

bool heap_is_known(void);
size_t heap_calls(void); /* malloc, calloc and realloc so far; 0 where they are not known */

#endif
