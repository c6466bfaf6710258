/* SPDX-License-Identifier: MIT
 *
 * A text cut into words as a shell would cut it: blanks separate, quotes and backslashes keep
 * together. Nothing is expanded, and no shell is started. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stddef.h>

typedef struct words {
    size_t n;
    char **word; /* n of them, then null; borrows the block */
    char *block; /* both owned */
} words;         /* all zero is empty */

/* Returns null, or why the text cannot be cut, with nothing to close. */
const char *words_split(words *w, const char *text);
void words_close(words *w);

#endif
