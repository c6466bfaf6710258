/* SPDX-License-Identifier: MIT
 *
 * Lists of problems; see compare/ids.h. */
#include "compare/ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"

static const char DIGITS[] = "0123456789";

/* A range in an id: from `first` with so many digits to `last`, between two parts of the text. */
typedef struct id_range {
    size_t before, digits, length; /* bytes in front of it; of its first number; of all of it */
    unsigned long first, last;
} id_range;

/* The first range in an id: a letter behind an underscore, then N-M. Length 0: there is none. */
static id_range find_range(const char *id)
{
    for (const char *part = strchr(id, '_'); part != NULL; part = strchr(part + 1, '_')) {
        if (part[1] == '\0') break;
        const char *number = part + 2;
        const size_t digits = strspn(number, DIGITS);
        if (digits == 0 || number[digits] != '-') continue;
        const size_t more = strspn(number + digits + 1, DIGITS);
        if (more == 0) continue;
        return (id_range){.before = (size_t)(number - id),
                          .digits = digits,
                          .length = digits + 1 + more,
                          .first = strtoul(number, NULL, 10),
                          .last = strtoul(number + digits + 1, NULL, 10)};
    }
    return (id_range){.length = 0};
}

static int append(id_list *l, const char *id)
{
    if (l->n == ID_LIST_MOST)
        return text_error(EXIT_USAGE, "--problems: more than %d of them", ID_LIST_MOST);
    l->v = memory_resize(l->v, l->n + 1, sizeof *l->v);
    l->v[l->n++] = memory_text(id);
    return 0;
}

/* Appends what an id stands for. */
static int expand(id_list *l, const char *id)
{
    const id_range r = find_range(id);
    if (r.length == 0) return append(l, id);
    if (r.first > r.last)
        return text_error(EXIT_USAGE, "--problems %s: the range %.*s runs backwards", id,
                          (int)r.length, id + r.before);
    int status = 0;
    for (unsigned long k = r.first; k <= r.last && status == 0; k++) {
        buffer one = {.text = NULL};
        buffer_print(&one, "%.*s%0*lu%s", (int)r.before, id, (int)r.digits, k,
                     id + r.before + r.length);
        status = expand(l, one.text);
        buffer_free(&one);
    }
    return status;
}

int id_list_parse(const char *text, id_list *l)
{
    *l = (id_list){.v = NULL};
    char *copy = memory_text(text), *rest = copy;
    int status = 0;
    for (char *id; status == 0 && (id = text_part(&rest, ',')) != NULL;)
        status = id[0] == '\0' ? text_error(EXIT_USAGE,
                                            "--problems %s: a name is empty; write ids "
                                            "separated by commas",
                                            text)
                               : expand(l, id);
    free(copy);
    return status;
}

void id_list_free(id_list *l)
{
    for (size_t i = 0; i < l->n; i++) free(l->v[i]);
    free(l->v);
    *l = (id_list){.v = NULL};
}
