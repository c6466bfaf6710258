/* SPDX-License-Identifier: MIT
 *
 * Files and folders that have been met. What they are counts, and not what they are called: a file
 * may have many names. */
#pragma once

#include <stddef.h>
#include <sys/stat.h>

enum { SEEN_MOST = 10 * 1000 }; /* more than any real folder has */

typedef struct seen {
    struct seen_thing *things; /* owned */
    size_t n;
} seen;

typedef enum seen_outcome { SEEN_NEW, SEEN_BEFORE, SEEN_TOO_MANY } seen_outcome;

/* Whether it is new; if it is, it is remembered. */
seen_outcome seen_add(seen *s, const struct stat *info);
void seen_free(seen *s);
