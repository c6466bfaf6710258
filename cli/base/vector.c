/* SPDX-License-Identifier: MIT
 *
 * Reading lists of numbers. A refusal names the number or its position, so that it can
 * be found in a long list. */
#include "base/vector.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#define SEPARATORS " ,\t;\r"

size_t vector_scan(const char *text, double *v, size_t max, const char **bad)
{
    size_t n = 0;
    *bad = NULL;
    for (;;) {
        text += strspn(text, SEPARATORS);
        if (*text == '\0' || *text == '\n') return n;
        char *end;
        const double number = number_read(text, &end);
        if (end == text ||
            strchr(SEPARATORS "\n", *end) == NULL) { /* the zero at the end is found */
            *bad = text;
            return n;
        }
        if (n < max) v[n] = number;
        n++;
        text = end;
    }
}

bool vector_is_real(const char *text, double *value)
{
    const char *bad;
    return vector_scan(text, value, 1, &bad) == 1 && bad == NULL;
}

/* Reads all of a file as one list: a newline separates numbers, too. */
static int read_list(const char *option, const char *path, buffer *list)
{
    char reason[FILE_REASON_SIZE];
    const int error = file_read_most(path, FILE_MOST_BYTES, true, list);
    if (error != 0)
        return text_error(EXIT_USAGE, "--%s @%s: the file cannot be read: %s", option, path,
                          file_reason(error, FILE_MOST_BYTES, reason));
    for (size_t i = 0; i < list->n; i++)
        if (list->text[i] == '\n') list->text[i] = ' ';
    return 0;
}

static int parse_list(const char *option, const char *text, size_t n, int spread, double **v)
{
    const char *bad;
    const size_t count = vector_scan(text, NULL, 0, &bad), length = n == 0 ? count : n;
    if (bad != NULL)
        return text_error(EXIT_USAGE,
                          "--%s: '%.*s' is not a number; give numbers separated by commas", option,
                          (int)strcspn(bad, SEPARATORS "\n"), bad);
    if (count == 0)
        return text_error(EXIT_USAGE, "--%s: no numbers in '%s'; give numbers separated by commas",
                          option, text);
    if (count != length && !(spread && count == 1))
        return text_error(EXIT_USAGE, "--%s: %zu number%s given, %zu needed; give %zu%s", option,
                          count, text_s(count), length, length,
                          spread ? ", or one that stands for all" : "");
    double *numbers = memory_zeros(length, sizeof *numbers);
    vector_scan(text, numbers, length, &bad);
    for (size_t i = count; i < length; i++) numbers[i] = numbers[0];
    for (size_t i = 0; i < length; i++) {
        if (!isnan(numbers[i])) continue;
        free(numbers);
        return text_error(EXIT_USAGE, "--%s: number %zu is NaN; every one must be a number", option,
                          i + 1);
    }
    *v = numbers;
    return 0;
}

int vector_parse(const char *option, const char *text, size_t n, int spread, double **v)
{
    *v = NULL;
    if (text[0] != '@') return parse_list(option, text, n, spread, v);
    buffer list = {.text = NULL};
    int status = read_list(option, text + 1, &list);
    if (status == 0) status = parse_list(option, list.n > 0 ? list.text : "", n, spread, v);
    buffer_free(&list);
    return status;
}

/* The number is below 2^53, up to which doubles count exactly; "1e3" is one. */
bool vector_is_count(const char *text, size_t *count)
{
    char *end;
    if (text[0] < '0' || text[0] > '9' || text[strspn(text, "0123456789.eE+-")] != '\0')
        return false;
    const double n = strtod(text, &end);
    if (*end != '\0' || n < 1 || n >= 0x1p53 || n != floor(n) || n > (double)SIZE_MAX) return false;
    *count = (size_t)n;
    return true;
}

int vector_parse_count(const char *option, const char *text, size_t *count)
{
    if (vector_is_count(text, count)) return 0;
    return text_error(EXIT_USAGE, "--%s %s: not a whole number from 1 on", option, text);
}

int vector_parse_real(const char *option, const char *text, double *value)
{
    if (vector_is_real(text, value) && isfinite(*value)) return 0;
    return text_error(EXIT_USAGE, "--%s %s: not a finite number", option, text);
}
