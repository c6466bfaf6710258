/* SPDX-License-Identifier: MIT
 *
 * Text that grows. A failed allocation is remembered and the rest ignored, so that a writer can go
 * on and ask once at the end. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct buffer {
    char *text;     /* owned; null while empty, otherwise ended by a zero that does not count */
    size_t n, room; /* bytes used, bytes allocated */
    bool failed;    /* there was no memory */
} buffer;           /* all zero is empty */

void buffer_add(buffer *b, const void *bytes, size_t n);
void buffer_print(buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_print_list(buffer *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void buffer_free(buffer *b); /* empty again */

#endif
