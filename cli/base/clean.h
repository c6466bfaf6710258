/* SPDX-License-Identifier: MIT
 *
 * Text of other people on its way to a terminal: names in their files, names of files, what their
 * programs said. A terminal obeys control characters, and characters that turn the direction of
 * writing show another text than the one that is there. Both are shown as escapes instead, \x1b and
 * \u202e, as are bytes that are not UTF-8. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "base/buffer.h"

typedef enum clean_form {
    CLEAN_LINE, /* one line: newlines and tabs become escapes, too */
    CLEAN_TEXT, /* several lines: newlines and tabs stay */
    CLEAN_JSON  /* text in JSON, which keeps its strings; bytes that are not UTF-8 become \ufffd */
} clean_form;

/* Appends n bytes of text in that form. */
void clean_add(buffer *to, const char *text, size_t n, clean_form form);

/* Prints text in that form. */
void clean_put(FILE *out, const char *text, clean_form form);
