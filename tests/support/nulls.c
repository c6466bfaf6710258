/* SPDX-License-Identifier: MIT
 *
 * Which functions the public headers declare, and rows for them. */
#include "support/nulls.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

enum { MOST = 200, LENGTH = 64 };

typedef struct names {
    size_t n;
    char name[MOST][LENGTH];
} names;

/* The whole file, below the folder of the sources; free it. */
static char *text_of(const char *path)
{
    char full[1000];
    snprintf(full, sizeof full, "%s/../../%s", NES_TEST_DATA, path);
    FILE *f = fopen(full, "r");
    if (f == NULL) fail_msg("%s cannot be read", full);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    const long size = ftell(f);
    rewind(f);
    char *text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, f), size);
    fclose(f);
    return text;
}

static bool has(const names *all, const char *name)
{
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->name[i], name) == 0) return true;
    return false;
}

/* The word that ends there. */
static void add_word_before(names *all, const char *end)
{
    const char *begin = end;
    while (isalnum((unsigned char)begin[-1]) || begin[-1] == '_') begin--;
    const size_t length = (size_t)(end - begin);
    assert_true(all->n < MOST && length < LENGTH);
    memcpy(all->name[all->n], begin, length);
    all->name[all->n++][length] = '\0';
}

/* A declaration is NES_API, a type, a name and a bracket. */
static void read_header(names *all, const char *header)
{
    char path[100];
    snprintf(path, sizeof path, "include/nes/%s", header);
    char *text = text_of(path);
    for (char *at = text; (at = strstr(at, "NES_API ")) != NULL;) {
        at = strpbrk(at, "(#;");
        assert_non_null(at);
        if (*at == '(' && strncmp(at, "((", 2) != 0) add_word_before(all, at);
    }
    free(text);
}

static names declared(const char *const *headers)
{
    names all = {.n = 0};
    for (size_t i = 0; headers[i] != NULL; i++) read_header(&all, headers[i]);
    assert_true(all.n > 0);
    return all;
}

void nulls_check(size_t n, const null_row *rows, const char *const *headers)
{
    const names all = declared(headers);
    names seen = {.n = 0};
    for (size_t i = 0; i < n; i++) {
        if (!has(&all, rows[i].symbol)) fail_msg("%s is in no header", rows[i].symbol);
        snprintf(seen.name[seen.n++], LENGTH, "%s", rows[i].symbol);
        rows[i].check();
    }
    for (size_t i = 0; i < all.n; i++)
        if (!has(&seen, all.name[i]))
            fail_msg("%s is public: give it a row that says what it does with null pointers",
                     all.name[i]);
}

void nulls_check_symbols(const char *const *headers)
{
    const names all = declared(headers);
    char *text = text_of("tests/package/symbols.txt"), *rest = NULL;
    size_t n = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        const char *symbol = strchr(line, ' ');
        assert_non_null(symbol);
        if (!has(&all, symbol + 1)) fail_msg("%s is exported, but in no header", symbol + 1);
        n++;
    }
    free(text);
    assert_int_equal(n, all.n);
}
