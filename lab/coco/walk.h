/* SPDX-License-Identifier: MIT
 *
 * The .info files in a folder and those below it. The folder may be anybody's: links to folders are
 * not followed, folders and files that are met twice count once, and there are bounds for how deep
 * and how many they are. */
#pragma once

enum { WALK_DEPTH = 32, WALK_ENTRIES = 1000 * 1000 };

/* Calls visit for every one of them, by name, with the folder that it is in. An answer other than 0
 * ends it and is passed on. -1 with a text in message (COCO_MESSAGE_SIZE): the folders cannot be
 * read. */
int walk_info(const char *path, int (*visit)(const char *folder, const char *path, void *data),
              void *data, char *message);
