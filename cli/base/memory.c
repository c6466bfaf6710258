/* SPDX-License-Identifier: MIT
 *
 * Memory, or the end; see base/memory.h. The end is write() and _exit(): everything else may need
 * memory, or wait for another thread that does. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"

void memory_ran_out(void)
{
    static const char sentence[] = "nes: there is not enough memory; nes ends here. What is in a "
                                   "run's folder is kept, and `nes resume` goes on with it\n";
    const ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
    (void)written; /* nothing can be done about a closed terminal here */
    _exit(EXIT_FILES);
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
