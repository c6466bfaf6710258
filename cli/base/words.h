/* SPDX-License-Identifier: MIT
 *
 * A text cut into words as a shell would cut it: blanks separate, quotes and backslashes keep
 * together. Nothing is expanded, and no shell is started. */
#pragma once

#include <stddef.h>

#include "base/buffer.h"

typedef struct words {
    size_t n;
    char **word; /* n words in the block, then null */
    char *block; /* the text of all words; owned, as the list */
} words;         /* a zeroed struct has no words */

/* Cuts the text into words. Returns null, or the reason why it cannot be cut, with nothing to
 * close. */
const char *words_split(words *w, const char *text);
void words_close(words *w);

/* Appends a word; in quotes if a shell would take it for something else, and as $'...' with escapes
 * if a terminal would not show it as it is. */
void words_quote(buffer *text, const char *word);
