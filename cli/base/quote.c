/* SPDX-License-Identifier: MIT
 *
 * Quoting for the shell; see base/quote.h. */
#include "base/quote.h"

#include <stdbool.h>
#include <string.h>

#include "base/clean.h"

static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "_./+-,:@%=";

/* Whether a terminal would show the word as it is. */
static bool is_clean(const char *word)
{
    buffer shown = {.text = NULL};
    clean_add(&shown, word, strlen(word), CLEAN_LINE);
    const bool same = shown.text != NULL && strcmp(shown.text, word) == 0;
    buffer_free(&shown);
    return same;
}

/* Appends $'...', in which a shell reads the escapes of base/clean.h. */
static void quote_escaped(buffer *text, const char *word)
{
    buffer_add(text, "$'", 2);
    while (*word != '\0') {
        const size_t n = strcspn(word, "'\\");
        clean_add(text, word, n, CLEAN_LINE);
        word += n;
        if (*word != '\0') buffer_print(text, "\\%c", *word++);
    }
    buffer_add(text, "'", 1);
}

void quote_word(buffer *text, const char *word)
{
    const size_t n = strlen(word);
    if (n > 0 && strspn(word, PLAIN) == n) {
        buffer_add(text, word, n);
        return;
    }
    if (!is_clean(word)) {
        quote_escaped(text, word);
        return;
    }
    buffer_add(text, "'", 1);
    for (; *word != '\0';
         word++) /* a quote inside ends the quoted text, is escaped, and begins it again */
        if (*word == '\'')
            buffer_add(text, "'\\''", 4);
        else
            buffer_add(text, word, 1);
    buffer_add(text, "'", 1);
}
