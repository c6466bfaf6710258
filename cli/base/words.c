/* SPDX-License-Identifier: MIT
 *
 * Words of a command line; see base/words.h. */
#include "base/words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/memory.h"

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Takes the character that a backslash in front of *from escapes, or the backslash itself. Between
 * double quotes only some characters can be escaped. */
static char escaped(const char **from, char quote)
{
    const char c = **from;
    if (c == '\0' || (quote == '"' && strchr("\"\\$`", c) == NULL)) return '\\';
    (*from)++;
    return c;
}

/* Copies the word at *from to *to without its quotes, adds a zero, and moves both pointers behind
 * it. Returns null, or what is wrong with the word. */
static const char *copy_word(const char **from, char **to)
{
    char quote = '\0';
    while (**from != '\0' && (quote != '\0' || !is_blank(**from))) {
        const char c = *(*from)++;
        if (c == quote)
            quote = '\0';
        else if (quote == '\0' && (c == '"' || c == '\''))
            quote = c;
        else
            *(*to)++ = c == '\\' && quote != '\'' ? escaped(from, quote) : c;
    }
    *(*to)++ = '\0';
    if (quote == '\0') return NULL;
    return quote == '"' ? "a double quote is not closed" : "a single quote is not closed";
}

const char *words_split(words *w, const char *text)
{
    const size_t length = strlen(text);
    const char *wrong = NULL;
    *w = (words){.word = memory_zeros(length / 2 + 2, sizeof *w->word),
                 .block = memory_zeros(length + 2, 1)};
    char *to = w->block;
    while (wrong == NULL) {
        while (is_blank(*text)) text++;
        if (*text == '\0') break;
        w->word[w->n++] = to;
        wrong = copy_word(&text, &to);
    }
    if (wrong != NULL) words_close(w);
    return wrong;
}

void words_close(words *w)
{
    free(w->word);
    free(w->block);
    *w = (words){.n = 0};
}

/* ---- quoting ------------------------------------------------------------------------------- */

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

void words_quote(buffer *text, const char *word)
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
