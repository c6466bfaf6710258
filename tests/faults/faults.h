/* SPDX-License-Identifier: MIT
 *
 * The classes of calls that fail, and the question that every wrapper asks. See faults.c. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>

/* clang-format off */
#define FAULT_LIST(X) \
    X(write) X(open) X(rename) X(sync) X(truncate) X(mkdir) X(unlink) X(close) X(fork) X(thread) \
    X(pipe) X(poll) X(wait) X(dup) X(mmap) X(read) X(lock) X(stat) X(memory)
/* clang-format on */

typedef enum fault_class {
#define FAULT_ENUM(name) FAULT_##name,
    FAULT_LIST(FAULT_ENUM)
#undef FAULT_ENUM
        FAULT_CLASSES
} fault_class;

/* Counts a call; true where it is the one that fails, with errno set. path or descriptor name what
 * it is about; null and -1: nothing. */
bool fault_strikes(fault_class class, const char *function, const char *path, int descriptor);

/* Whether the call is to do half of its work and not to fail. */
bool fault_is_short(void);

/* Whether the caller is to repeat the call, or to do the other half. */
bool fault_is_harmless(void);

#endif
