/* SPDX-License-Identifier: MIT
 *
 * Memory that is always there. When it runs out, the program says so and ends at once with status
 * 4, as if it had been killed: a run's folder has every value up to that moment, the guardian ends
 * the children, and `nes resume` goes on. So nobody else in the program asks whether memory is
 * there. */
#pragma once

#include <stddef.h>

/* Returns n zeroed elements of size bytes each, to be freed; never null. */
void *memory_zeros(size_t n, size_t size);

/* Returns the block with room for n elements of size bytes each; what is new has no values. */
void *memory_resize(void *block, size_t n, size_t size);

/* Returns a copy of the text, to be freed; null for null. */
char *memory_text(const char *text);

/* Ends the program: for those who get memory from elsewhere, such as a library. */
_Noreturn void memory_ran_out(void);
