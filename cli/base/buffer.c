/* SPDX-License-Identifier: MIT
 *
 * Growing text; see base/buffer.h. */
#include "base/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_ROOM = 256 };

/* Makes room for n more bytes and the closing zero. */
static void grow(buffer *b, size_t n)
{
    if (b->n + n < b->room) return;
    if (b->room == 0) b->room = FIRST_ROOM;
    while (b->room <= b->n + n) b->room *= 2;
    b->text = memory_resize(b->text, b->room, 1);
}

void buffer_add(buffer *b, const void *bytes, size_t n)
{
    grow(b, n);
    if (n > 0) memcpy(b->text + b->n, bytes, n);
    b->n += n;
    b->text[b->n] = '\0';
}

void buffer_print_list(buffer *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int n = vsnprintf(NULL, 0, format, args);
    if (n >= 0) {
        grow(b, (size_t)n);
        vsnprintf(b->text + b->n, (size_t)n + 1, format, again);
        b->n += (size_t)n;
    }
    va_end(again);
}

void buffer_print(buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buffer_print_list(b, format, args);
    va_end(args);
}

void buffer_free(buffer *b)
{
    free(b->text);
    *b = (buffer){.text = NULL};
}
