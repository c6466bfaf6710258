/* SPDX-License-Identifier: MIT
 *
 * Lines from a descriptor. Unlike streams of the C library this can tell whether the next line is
 * there already: a program at the other end of a pipe may wait for the answer to its last line
 * before it writes another. */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINES_LONGEST = 1 << 28 }; /* bytes of a line */

typedef struct lines {
    int descriptor;
    char *buffer;          /* owned */
    size_t begin, end;     /* what has been read and not yet handed out */
    size_t searched, room; /* no newline before searched; bytes of the buffer */
    bool ended;            /* nothing more to read */
    int error;             /* errno of what ended it early, EFBIG: a line is too long; 0: none */
} lines;

/* lines_close() when done with it. */
void lines_open(lines *l, int descriptor);
void lines_close(lines *l);

/* Whether lines_next() would answer without waiting for anybody. */
bool lines_ready(lines *l);

/* What the error is. */
const char *lines_reason(const lines *l);

/* The next line, without its newline, good until the next call; null at the end. Waits for it. */
const char *lines_next(lines *l);

#endif
