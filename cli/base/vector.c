/* SPDX-License-Identifier: MIT
 *
 * Reading lists of numbers with strtod. A refusal names the number or its position, so that it can
 * be found in a long list. */
#include "base/vector.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

static int is_separator(char c)
{
    return c == ' ' || c == ',' || c == '\t' || c == ';' || c == '\r';
}

static int is_end(char c)
{
    return c == '\0' || c == '\n';
}

size_t vector_scan(const char *text, double *v, size_t max, const char **bad)
{
    size_t n = 0;
    *bad = NULL;
    for (;;) {
        while (is_separator(*text)) text++;
        if (is_end(*text)) return n;
        char *end;
        const double number = strtod(text, &end);
        if (end == text || !(is_separator(*end) || is_end(*end))) {
            *bad = text;
            return n;
        }
        if (n < max) v[n] = number;
        n++;
        text = end;
    }
}

int vector_is_scalar(const char *text)
{
    double v;
    const char *bad;
    return vector_scan(text, &v, 1, &bad) == 1 && bad == NULL;
}

static int check_numbers(const char *option, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(v[i]))
            return text_error(EXIT_USAGE, "--%s: number %zu is NaN; every one must be a number",
                              option, i + 1);
    return 0;
}

static int wrong_length(const char *option, size_t count, size_t n, int spread)
{
    return text_error(EXIT_USAGE, "--%s: %zu number%s given, %zu needed; give %zu%s", option, count,
                      count == 1 ? "" : "s", n, n, spread ? ", or one that stands for all" : "");
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
    const size_t count = vector_scan(text, NULL, 0, &bad);
    if (bad != NULL)
        return text_error(EXIT_USAGE,
                          "--%s: '%.*s' is not a number; give numbers separated by commas", option,
                          (int)strcspn(bad, " ,;\t\r\n"), bad);
    if (count == 0)
        return text_error(EXIT_USAGE, "--%s: no numbers in '%s'; give numbers separated by commas",
                          option, text);
    const size_t length = n == 0 ? count : n;
    if (count != length && !(spread && count == 1))
        return wrong_length(option, count, length, spread);
    double *numbers = memory_zeros(length, sizeof *numbers);
    vector_scan(text, numbers, length, &bad);
    for (size_t i = count; i < length; i++) numbers[i] = numbers[0];
    const int status = check_numbers(option, numbers, length);
    if (status != 0)
        free(numbers);
    else
        *v = numbers;
    return status;
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

/* Whether text is a whole number below 2^53, up to which doubles count exactly; "1e3" is one. */
static int is_count(const char *text, double *n)
{
    char *end;
    if (text[0] < '0' || text[0] > '9' || text[strspn(text, "0123456789.eE+-")] != '\0') return 0;
    *n = strtod(text, &end);
    return *end == '\0' && *n >= 1 && *n < 0x1p53 && *n == floor(*n);
}

bool vector_is_count(const char *text, size_t *count)
{
    double n;
    if (!is_count(text, &n) || n > (double)SIZE_MAX) return false;
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
    const char *bad;
    if (vector_scan(text, value, 1, &bad) != 1 || bad != NULL || !isfinite(*value))
        return text_error(EXIT_USAGE, "--%s %s: not a finite number", option, text);
    return 0;
}
