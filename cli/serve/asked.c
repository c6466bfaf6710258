/* SPDX-License-Identifier: MIT
 *
 * See serve/asked.h. */
#include "serve/asked.h"

#include <string.h>

static const char RUNS[] = "/api/runs";

static const struct {
    const char *name;
    asked_what what;
} PARTS[] = {
    {"", ASKED_RUN},         {"/course", ASKED_COURSE},     {"/points", ASKED_POINTS},
    {"/shape", ASKED_SHAPE}, {"/failures", ASKED_FAILURES}, {"/orders", ASKED_ORDER},
};

/* Reads digits. Returns what follows them; null: there are none, or the number is too large. */
static const char *read_number(const char *text, uint64_t *to)
{
    *to = 0;
    if (*text < '0' || *text > '9') return NULL;
    for (; *text >= '0' && *text <= '9'; text++) {
        const uint64_t digit = (uint64_t)(*text - '0');
        if (*to > (UINT64_MAX - digit) / 10) return NULL;
        *to = 10 * *to + digit;
    }
    return text;
}

static asked_what read_part(const char *text)
{
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (strcmp(text, PARTS[i].name) == 0) return PARTS[i].what;
    return ASKED_NOTHING;
}

asked asked_read(const char *path, const char *const *names, size_t n)
{
    asked a = {.what = ASKED_NOTHING, .most = ASKED_MOST};
    const size_t prefix = strlen(RUNS);
    if (path[0] != '/') return a;
    for (size_t i = 0; i < n && a.what == ASKED_NOTHING; i++)
        if (strcmp(path + 1, i == 0 && path[1] == '\0' ? "" : names[i]) == 0)
            a = (asked){.what = ASKED_FILE, .file = i};
    if (a.what == ASKED_FILE || strncmp(path, RUNS, prefix) != 0) return a;
    const char *rest = path + prefix;
    if (*rest == '\0') a.what = ASKED_RUNS;
    if (*rest == '/' && (rest = read_number(rest + 1, &a.run)) != NULL) a.what = read_part(rest);
    return a;
}

bool asked_set(asked *a, const char *name, const char *value)
{
    uint64_t n;
    const char *end = value != NULL ? read_number(value, &n) : NULL;
    if (end == NULL || *end != '\0') return false;
    if (strcmp(name, "generation") == 0)
        a->generation = n;
    else if (strcmp(name, "round") == 0)
        a->round = n;
    else if (strcmp(name, "id") == 0)
        a->id = n;
    else if (strcmp(name, "level") == 0 && n <= ASKED_LEVELS)
        a->level = (unsigned)n;
    else if (strcmp(name, "most") == 0 && n >= 1 && n <= ASKED_MOST)
        a->most = (size_t)n;
    else
        return false;
    return true;
}
