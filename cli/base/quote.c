/* SPDX-License-Identifier: MIT
 *
 * Quoting for the shell; see base/quote.h. */
#include "base/quote.h"

#include <string.h>

static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "_./+-,:@%=";

void quote_word(buffer *text, const char *word)
{
    const size_t n = strlen(word);
    if (n > 0 && strspn(word, PLAIN) == n) {
        buffer_add(text, word, n);
        return;
    }
    buffer_add(text, "'", 1);
    for (; *word != '\0'; word++) /* a quote ends the quoted text, and is written by itself */
        if (*word == '\'')
            buffer_add(text, "'\\''", 4);
        else
            buffer_add(text, word, 1);
    buffer_add(text, "'", 1);
}
