/* SPDX-License-Identifier: MIT
 *
 * A text that grows. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

typedef struct buffer {
    char *text;     /* owned, ended by a zero that n does not count; null while empty */
    size_t n, room; /* bytes used, bytes allocated */
} buffer;           /* a zeroed struct is an empty text */

void buffer_add(buffer *b, const void *bytes, size_t n);
void buffer_print(buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_print_list(buffer *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void buffer_free(buffer *b); /* the buffer is empty again */
