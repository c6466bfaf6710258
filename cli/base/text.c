/* SPDX-License-Identifier: MIT
 *
 * Errors, wrapped paragraphs and exact short numbers; see base/text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int text_error(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("nes: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return status;
}

void text_wrap(FILE *out, int indent, const char *text)
{
    int column = indent;
    while (*text != '\0') {
        const size_t word = strcspn(text, " ");
        if (column > indent && column + 1 + (int)word > TEXT_WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, word, out);
        column += (int)word;
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', out);
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
