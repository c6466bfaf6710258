/* SPDX-License-Identifier: MIT
 *
 * Memory, or the end; see base/memory.h. _exit() rather than exit(): other threads may be at work,
 * and nothing that ends in good order could do so without memory. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/text.h"

void memory_ran_out(void)
{
    _exit(text_error(EXIT_FILES, "there is not enough memory; nes ends here. What a run's folder "
                                 "has is kept, and nes resume goes on from there"));
}

void *memory_zeros(size_t n, size_t size)
{
    void *block = calloc(n > 0 ? n : 1, size);
    if (block == NULL) memory_ran_out();
    return block;
}

void *memory_resize(void *block, size_t n, size_t size)
{
    if (n > SIZE_MAX / size) memory_ran_out();
    void *larger = realloc(block, n > 0 ? n * size : 1);
    if (larger == NULL) memory_ran_out();
    return larger;
}

char *memory_text(const char *text)
{
    if (text == NULL) return NULL;
    const size_t n = strlen(text) + 1;
    return memcpy(memory_zeros(n, 1), text, n);
}
