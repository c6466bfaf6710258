/* SPDX-License-Identifier: MIT
 *
 * Errors, wrapped paragraphs and exact short numbers; see base/text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"

enum { MESSAGE_SIZE = 4096 };

static text_origin find_origin;
static void *origin_data;
static buffer *diverted; /* null: errors are printed */

void text_set_origin(text_origin find, void *data)
{
    find_origin = find;
    origin_data = data;
}

void text_divert(buffer *to)
{
    diverted = to;
}

int text_error(int status, const char *format, ...)
{
    char message[MESSAGE_SIZE], line[2 * MESSAGE_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (diverted != NULL) {
        clean_add(diverted, message, strlen(message), CLEAN_TEXT);
        buffer_print(diverted, "\n");
        return status;
    }
    const char *origin = find_origin != NULL ? find_origin(message, origin_data) : NULL;
    snprintf(line, sizeof line, "nes: %s%s%s\n", origin != NULL ? origin : "",
             origin != NULL ? ": " : "", message);
    clean_put(stderr, line, CLEAN_TEXT);
    return status;
}

void text_print(FILE *out, const char *format, ...)
{
    buffer text = {.text = NULL};
    va_list args;
    va_start(args, format);
    buffer_print_list(&text, format, args);
    va_end(args);
    if (text.text != NULL) clean_put(out, text.text, CLEAN_TEXT);
    buffer_free(&text);
}

void text_wrap(FILE *out, int indent, int width, const char *text)
{
    buffer cleaned = {.text = NULL};
    int column = indent;
    clean_add(&cleaned, text, strlen(text), CLEAN_LINE);
    for (const char *w = cleaned.text; *w != '\0'; w += strspn(w, " ")) {
        const size_t word = strcspn(w, " ");
        if (column > indent && column + 1 + (int)word > width) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fwrite(w, 1, word, out);
        column += (int)word;
        w += word;
    }
    fputc('\n', out);
    buffer_free(&cleaned);
}

void text_entry(int column, const char *name, const char *doc)
{
    const int n = printf("  %s", name);
    if (n >= column - 1)
        printf("\n%*s", column, "");
    else
        printf("%*s", column - n, "");
    text_wrap(stdout, column, TEXT_HELP_WIDTH, doc);
}

void text_label(const char *name)
{
    printf("  %-*s", TEXT_COLUMN - 2, name);
}

void text_row(const char *name, const char *text)
{
    text_label(name);
    text_wrap(stdout, TEXT_COLUMN, TEXT_WIDTH, text);
}

const char *text_number(double v, char text[TEXT_NUMBER_SIZE])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, TEXT_NUMBER_SIZE, "%.*g", digits, v);
        if (strtod(text, NULL) == v) break;
    }
    return text;
}

const char *text_replace(const char *name, char from, char to, char *copy, size_t size)
{
    size_t i = 0;
    for (; i + 1 < size && name[i] != '\0'; i++) copy[i] = name[i] == from ? to : name[i];
    copy[i] = '\0';
    return copy;
}

char *text_part(char **rest, char separator)
{
    char *part = *rest, *end = part == NULL ? NULL : strchr(part, separator);
    *rest = end == NULL ? NULL : end + 1;
    if (end != NULL) *end = '\0';
    return part;
}

const char *text_trim(const char *text, size_t *n)
{
    static const char blanks[] = " \t\r\n\f\v";
    while (*n > 0 && strchr(blanks, text[*n - 1]) != NULL) --*n;
    for (; *n > 0 && strchr(blanks, *text) != NULL; --*n) text++;
    return text;
}

const char *text_last_line(const char *text, size_t *n)
{
    text = text_trim(text, n);
    size_t begin = *n;
    while (begin > 0 && text[begin - 1] != '\n') begin--;
    *n -= begin;
    return text + begin;
}
