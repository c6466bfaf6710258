/* SPDX-License-Identifier: MIT
 *
 * What a program has done to the files of one folder, as records in a file: one after the other, a
 * head, the names, and the bytes. */
#ifndef NES_TEST_POWER_TRACE_H
#define NES_TEST_POWER_TRACE_H

#include <stdint.h>

typedef enum trace_kind {
    TRACE_MARK,     /* name: what the test has to say */
    TRACE_CREATE,   /* name, file */
    TRACE_WRITE,    /* file, at, n bytes */
    TRACE_TRUNCATE, /* file, at: the new length */
    TRACE_SYNC,     /* file */
    TRACE_RENAME,   /* name, other name */
    TRACE_REMOVE,   /* name */
    TRACE_SYNC_FOLDER,
    TRACE_KINDS
} trace_kind;

enum { TRACE_NAME = 64 };

typedef struct trace_head {
    uint64_t kind, file, at, n; /* file: its inode */
    char name[TRACE_NAME], other[TRACE_NAME];
} trace_head;

#endif
