/* SPDX-License-Identifier: MIT
 *
 * Reading and printing lists of whole numbers; see base/number_list.h. */
#include "base/number_list.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/text.h"

/* The option that is read, and what its refusals say. */
typedef struct request {
    const char *option, *text, *have;
    size_t high;
} request;

/* Reads a number at *s and moves *s behind it. SIZE_MAX: there is none; one less: it is too large.
 */
static size_t read_number(const char **s)
{
    if (**s < '0' || **s > '9') return SIZE_MAX;
    char *end;
    errno = 0;
    const unsigned long long v = strtoull(*s, &end, 10);
    *s = end;
    return errno != 0 || v >= SIZE_MAX ? SIZE_MAX - 1 : (size_t)v;
}

static int append(number_list *l, const request *r, size_t first, size_t last)
{
    if (last - first >= NUMBER_LIST_MOST || l->n + (last - first) >= NUMBER_LIST_MOST)
        return text_error(EXIT_USAGE, "--%s %s: more than 100000 numbers", r->option, r->text);
    l->v = memory_resize(l->v, l->n + last - first + 1, sizeof *l->v);
    for (size_t i = first; i <= last; i++) l->v[l->n++] = i;
    return 0;
}

/* One "N" or "N-M" at *s. */
static int read_part(number_list *l, const request *r, const char **s)
{
    const char *part = *s;
    const int length = (int)strcspn(part, ",");
    const size_t first = read_number(s);
    size_t last = first;
    if (first != SIZE_MAX && **s == '-') {
        ++*s;
        last = read_number(s);
    }
    if (first == SIZE_MAX || last == SIZE_MAX || (**s != ',' && **s != '\0'))
        return text_error(EXIT_USAGE,
                          "--%s %s: '%.*s' is not a whole number or a range; write a list such "
                          "as 1-5,8",
                          r->option, r->text, length, part);
    if (first > last)
        return text_error(EXIT_USAGE, "--%s %s: the range %.*s runs backwards; write %zu-%zu",
                          r->option, r->text, length, part, last, first);
    if (first < 1 || last > r->high)
        return text_error(EXIT_USAGE, "--%s %s: %.*s is outside; %s", r->option, r->text, length,
                          part, r->have);
    return append(l, r, first, last);
}

static int ascending(const void *a, const void *b)
{
    return ORDER(*(const size_t *)a, *(const size_t *)b);
}

static int read_all(number_list *l, const request *r)
{
    const char *s = r->text;
    for (;;) {
        const int status = read_part(l, r, &s);
        if (status != 0) return status;
        if (*s == '\0') break;
        s++;
    }
    qsort(l->v, l->n, sizeof *l->v, ascending);
    for (size_t i = 1; i < l->n; i++)
        if (l->v[i] == l->v[i - 1])
            return text_error(EXIT_USAGE, "--%s %s: %zu is there twice", r->option, r->text,
                              l->v[i]);
    return 0;
}

int number_list_parse(const char *option, const char *text, size_t high, const char *have,
                      number_list *l)
{
    const request r = {option, text, have, high};
    *l = (number_list){.v = NULL};
    const int status = read_all(l, &r);
    if (status != 0) number_list_free(l);
    return status;
}

void number_list_copy(const size_t *v, number_list *l)
{
    size_t n = 0;
    while (v[n] != 0) n++;
    *l = (number_list){memory_resize(NULL, n, sizeof *v), n};
    memcpy(l->v, v, n * sizeof *v);
}

void number_list_print(const number_list *l, buffer *text)
{
    for (size_t i = 0, end; i < l->n; i = end) {
        for (end = i + 1; end < l->n && l->v[end] == l->v[end - 1] + 1;) end++;
        if (end - i < 3) end = i + 1;
        buffer_print(text, "%s%zu", i == 0 ? "" : ",", l->v[i]);
        if (end - i >= 3) buffer_print(text, "-%zu", l->v[end - 1]);
    }
}

void number_list_free(number_list *l)
{
    free(l->v);
    *l = (number_list){.v = NULL};
}
