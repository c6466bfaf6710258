/* SPDX-License-Identifier: MIT
 *
 * Words as a user types them in a shell. */
#ifndef BASE_QUOTE_H
#define BASE_QUOTE_H

#include "base/buffer.h"

/* Appends a word; in quotes if a shell would take it for something else, and as $'...' with escapes
 * if a terminal would not show it as it is. */
void quote_word(buffer *text, const char *word);

#endif
