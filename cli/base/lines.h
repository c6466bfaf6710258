/* SPDX-License-Identifier: MIT
 *
 * Lines read from a descriptor. Unlike streams of the C library, this reader can tell whether the
 * next line is there already: a program at the other end of a pipe may wait for the answer to its
 * last line before it writes another. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { LINES_LONGEST = 1 << 28 }; /* most bytes of a line */

typedef struct lines {
    int descriptor;
    char *buffer;          /* owned */
    size_t begin, end;     /* bytes of the buffer that were read and not yet handed out */
    size_t searched, room; /* bytes before `searched` have no newline; room: bytes of the buffer */
    bool ended;            /* the input has come to its end */
    int error; /* why the input ended early: errno, or EFBIG for a line that is too long; 0: it did
                  not */
} lines;

/* Begins to read from the descriptor. lines_close() frees the buffer; the descriptor stays open. */
void lines_open(lines *l, int descriptor);
void lines_close(lines *l);

/* Whether lines_next() would return without waiting for input. */
bool lines_ready(lines *l);

/* The sentence for l->error. */
const char *lines_reason(const lines *l);

/* Waits for the next line and returns it without its newline, good until the next call; null at the
 * end of input. */
const char *lines_next(lines *l);
