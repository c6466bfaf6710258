/* SPDX-License-Identifier: MIT
 *
 * The .info files in a folder and those below it, and which files have been met. The folder may be
 * anybody's: links to folders are not followed, folders and files that are met twice count once,
 * and there are bounds for how deep and how many they are. */
#pragma once

#include <stddef.h>
#include <sys/stat.h>

enum { WALK_DEPTH = 32, WALK_ENTRIES = 1000 * 1000, COCO_MESSAGE_SIZE = 1024 };

/* Writes "PATH: WHAT" to a message of COCO_MESSAGE_SIZE. Returns -1. */
int coco_fail(char *message, const char *path, const char *what);

/* Calls visit for every one of them, by name, with the folder that it is in. An answer other than 0
 * ends it and is passed on. -1 with a text in message (COCO_MESSAGE_SIZE): the folders cannot be
 * read. */
int walk_info(const char *path, int (*visit)(const char *folder, const char *path, void *data),
              void *data, char *message);

/* Files and folders that have been met. What they are counts, and not what they are called: a file
 * may have many names. */
enum { SEEN_MOST = 10 * 1000 }; /* more than any real folder has */

typedef struct seen {
    struct seen_thing *things; /* owned */
    size_t n;
} seen;

typedef enum seen_outcome { SEEN_NEW, SEEN_BEFORE, SEEN_TOO_MANY } seen_outcome;

/* Whether it is new; if it is, it is remembered. */
seen_outcome seen_add(seen *s, const struct stat *info);
void seen_free(seen *s);
