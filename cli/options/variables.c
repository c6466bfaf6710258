/* SPDX-License-Identifier: MIT
 *
 * Names of variables; see options/variables.h. */
#include "options/variables.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/text.h"

/* The number in a name such as x12; 0: the name is not of that form. */
static size_t number_in(const char *name)
{
    char *end;
    if (name[0] != 'x' || name[1] < '1' || name[1] > '9') return 0;
    const unsigned long long i = strtoull(name + 1, &end, 10);
    return *end == '\0' && i <= SIZE_MAX ? (size_t)i : 0;
}

const char *variables_refuse_name(const char *name)
{
    /* Placeholders and columns of tables have these names already. */
    static const char *const taken[] = {"x", "i", "id", "file", "dir", "f", "run", "generation"};
    static const char characters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const size_t n = strlen(name);
    if (n == 0) return "a name cannot be empty";
    if (strspn(name, characters) != n || (name[0] >= '0' && name[0] <= '9'))
        return "a name is a letter followed by letters, digits and underscores";
    if (n >= VARIABLES_NAME_SIZE) return "a name has at most 63 letters";
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0)
            return "x, i, id, file, dir, f, run and generation have another meaning";
    return NULL;
}

const char **variables_sorted(const variables *v)
{
    const char **sorted = memory_zeros(v->n, sizeof *sorted);
    for (size_t i = 0; i < v->n; i++) sorted[i] = v->name[i];
    qsort(sorted, v->n, sizeof *sorted, order_texts);
    return sorted;
}

/* The last variable whose name another one has too; null: none. */
static const char *find_repeated(const variables *v)
{
    const char *found = NULL, **sorted = variables_sorted(v);
    for (size_t i = 1; i < v->n; i++) {
        if (strcmp(sorted[i], sorted[i - 1]) != 0) continue;
        const char *later = sorted[i] > sorted[i - 1] ? sorted[i] : sorted[i - 1];
        if (found == NULL || strcmp(found, later) != 0 || later > found) found = later;
    }
    free(sorted);
    return found;
}

size_t variables_repeated(const variables *v)
{
    for (size_t i = 0; i < v->n; i++) {
        const size_t number = number_in(v->name[i]);
        if (number > 0 && number != i + 1) return i;
    }
    const char *found = find_repeated(v);
    return found == NULL ? v->n : (size_t)(found - v->name[0]) / VARIABLES_NAME_SIZE;
}

int variables_open(variables *v, size_t n, const char *names)
{
    *v = (variables){.n = n};
    if (names == NULL) return 0;
    const size_t given = variables_count(names);
    if (given != n) /* compared before memory is allocated, because --dim may be any number */
        return text_error(EXIT_USAGE, "--names has %zu %s for %zu %s", given,
                          given == 1 ? "name" : "names", n, n == 1 ? "variable" : "variables");
    char *copy = memory_text(names), *rest = copy;
    v->name = memory_zeros(n, sizeof *v->name);
    const char *wrong = NULL;
    for (size_t i = 0; i < n && wrong == NULL; i++) {
        const char *part = text_part(&rest, ','), *name = part + strspn(part, " ");
        wrong = variables_refuse_name(name);
        if (wrong != NULL) text_error(0, "--names: '%s': %s", name, wrong);
        snprintf(v->name[i], VARIABLES_NAME_SIZE, "%s", name);
    }
    free(copy);
    if (wrong != NULL) return EXIT_USAGE;
    const size_t repeated = variables_repeated(v);
    if (repeated == n) return 0;
    return text_error(EXIT_USAGE,
                      "--names: '%s' stands for another variable already; give "
                      "every variable a name of its own",
                      v->name[repeated]);
}

size_t variables_count(const char *names)
{
    size_t n = 1;
    for (; *names != '\0'; names++) n += *names == ',';
    return n;
}

void variables_close(variables *v)
{
    for (size_t i = 0; v->scale != NULL && i < v->n; i++) scale_close(&v->scale[i]);
    free(v->scale);
    free(v->name);
    *v = (variables){.n = 0};
}

const char *variables_name(const variables *v, size_t i, char text[VARIABLES_NAME_SIZE])
{
    if (v->name != NULL) return v->name[i];
    snprintf(text, VARIABLES_NAME_SIZE, "x%zu", i + 1);
    return text;
}

cJSON *variables_json(const variables *v, size_t n)
{
    char text[VARIABLES_NAME_SIZE];
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++) json_append(list, json_from_string(variables_name(v, i, text)));
    return list;
}

bool variables_have_names(const variables *v)
{
    return v->name != NULL;
}

size_t variables_find(const variables *v, const char *name)
{
    for (size_t i = 0; v->name != NULL && i < v->n; i++)
        if (strcmp(v->name[i], name) == 0) return i;
    const size_t number = number_in(name);
    return number >= 1 && number <= v->n ? number - 1 : v->n;
}
