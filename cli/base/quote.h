/* SPDX-License-Identifier: MIT
 *
 * Words as one types them in a shell. */
#ifndef BASE_QUOTE_H
#define BASE_QUOTE_H

#include "base/buffer.h"

/* Appends a word, in quotes if it means something else to a shell without them, and as $'...' with
 * escapes if a terminal would not show it as it is. */
void quote_word(buffer *text, const char *word);

#endif
