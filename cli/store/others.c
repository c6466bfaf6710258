/* SPDX-License-Identifier: MIT
 *
 * Tables, views and indices of others; see store/others.h. */
#include "store/others.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "store/connect.h"
#include "store/schema.h"

/* Conditions on the rows of sqlite_schema: what SQLite has made itself, and the one view of a run.
 */
#define OF_OTHERS                                                                                  \
    "sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name IS NOT 'points'"

/* Visits the names of what others have added, until an answer is true. Returns the last answer. */
static bool any_of_others(sqlite3 *db, const char *sql, bool (*visit)(const char *, void *),
                          void *data)
{
    sqlite3_stmt *q = NULL;
    bool found = false;
    sqlite3_prepare_v2(db, sql, -1, &q, NULL);
    while (!found && q != NULL && sqlite3_step(q) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(q, 0);
        found = name != NULL && !schema_is_ours(name) && visit(name, data);
    }
    sqlite3_finalize(q);
    return found;
}

static bool is_there(const char *name, void *data)
{
    (void)name, (void)data;
    return true;
}

bool others_have_tables(sqlite3 *db)
{
    return any_of_others(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND " OF_OTHERS,
                         is_there, NULL);
}

/* A list that is being written. */
typedef struct name_list {
    buffer *text;
    size_t n;
} name_list;

static bool add_name(const char *name, void *data)
{
    enum { MOST = 10 };
    name_list *l = data;
    if (l->n < MOST) buffer_print(l->text, "%s%s", l->n > 0 ? ", " : "", name);
    if (l->n == MOST) buffer_print(l->text, " and others");
    return l->n++ == MOST;
}

void others_print(sqlite3 *db, buffer *names)
{
    name_list l = {.text = names};
    any_of_others(db, "SELECT name FROM sqlite_schema WHERE " OF_OTHERS " ORDER BY name", add_name,
                  &l);
}

/* ---- indices -------------------------------------------------------------------------------- */

/* Appends the name of a unique index that others have put on one of our tables. */
static void find_unique(sqlite3 *db, const char *table, buffer *name)
{
    sqlite3_stmt *q = NULL;
    sqlite3_prepare_v2(
        db, "SELECT name FROM pragma_index_list(?) WHERE origin = 'c' AND \"unique\" LIMIT 1", -1,
        &q, NULL);
    if (q != NULL) sqlite3_bind_text(q, 1, table, -1, SQLITE_STATIC);
    if (q != NULL && sqlite3_step(q) == SQLITE_ROW)
        buffer_print(name, "%s", (const char *)sqlite3_column_text(q, 0));
    sqlite3_finalize(q);
}

/* Copies the next word of a statement and skips it: a name, with or without quotes. Other signs are
 * a word without letters, and so is a text. Of a name that is longer than that of any function here
 * only "?" is left. Returns null for a quote that is not closed. */
static const char *next_word(const char *at, char word[32])
{
    static const char quotes[] = "\"`['", closing[] = "\"`]'";
    const char *quote = strchr(quotes, *at);
    const char *end = at;
    if (quote != NULL) {
        end = strchr(at + 1, closing[quote - quotes]);
        if (end == NULL) return NULL;
    } else {
        while (isalnum((unsigned char)*end) || *end == '_' || (unsigned char)*end >= 128) end++;
    }
    const size_t skip = quote != NULL ? 1 : 0, n = *at == '\'' ? 0 : (size_t)(end - at) - skip;
    snprintf(word, 32, "%.*s", n < 32 ? (int)n : 1, n < 32 ? at + skip : "?");
    return end == at || quote != NULL ? end + 1 : end;
}

/* Whether a word may stand in front of a parenthesis: functions whose cost is that of reading their
 * arguments, and words of SQL. */
static bool may_call(const char *word)
{
    static const char *const calls[] = {
        "",      "abs", "coalesce", "ifnull", "iif",   "json_extract", "json_valid", "length",
        "lower", "max", "min",      "nullif", "round", "substr",       "trim",       "typeof",
        "upper", "and", "between",  "case",   "cast",  "else",         "in",         "is",
        "not",   "or",  "then",     "when",   "where"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcasecmp(calls[i], word) == 0) return true;
    return false;
}

static bool is_pattern(const char *word)
{
    return strcasecmp(word, "like") == 0 || strcasecmp(word, "glob") == 0 ||
           strcasecmp(word, "regexp") == 0 || strcasecmp(word, "match") == 0;
}

/* Whether keeping an index costs no more than reading its rows. The first parenthesis of its
 * statement stands behind the name of the table. A comment is not looked through. */
static bool is_cheap(const char *sql)
{
    char word[32], before[32] = "";
    bool opened = false;
    while (sql != NULL && *sql != '\0') {
        if (strncmp(sql, "--", 2) == 0 || strncmp(sql, "/*", 2) == 0) return false;
        const bool opens = *sql == '(', blank = isspace((unsigned char)*sql) != 0;
        if (opens && opened && !may_call(before)) return false;
        opened = opened || opens;
        sql = next_word(sql, word);
        if (is_pattern(word)) return false;
        if (!blank) memcpy(before, word, sizeof before);
    }
    return sql != NULL;
}

/* Appends the name of an index that may be dear to keep. All of them are looked at: the row of an
 * index need not name the table that its statement names. */
static void find_dear(sqlite3 *db, buffer *name)
{
    sqlite3_stmt *q = NULL;
    sqlite3_prepare_v2(
        db, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL", -1, &q,
        NULL);
    while (name->n == 0 && q != NULL && sqlite3_step(q) == SQLITE_ROW)
        if (!is_cheap((const char *)sqlite3_column_text(q, 1)))
            buffer_print(name, "%s", (const char *)sqlite3_column_text(q, 0));
    sqlite3_finalize(q);
}

int others_check_indices(sqlite3 *db, const char *path)
{
    buffer unique = {.text = NULL}, dear = {.text = NULL};
    int status = 0;
    for (size_t i = 0; unique.n == 0 && i < schema_tables(); i++)
        find_unique(db, schema_table(i), &unique);
    if (unique.n == 0) find_dear(db, &dear);
    if (unique.n > 0)
        status = text_error(EXIT_USAGE,
                            "%s: the unique index '%s' was added, and would refuse values of the "
                            "run; remove it (in SQL: DROP INDEX) to go on",
                            path, unique.text);
    else if (dear.n > 0)
        status = text_error(EXIT_USAGE,
                            "%s: the index '%s' was added, and computes more than a run can wait "
                            "for with every value; remove it (in SQL: DROP INDEX) to go on",
                            path, dear.text);
    buffer_free(&unique);
    buffer_free(&dear);
    return status;
}
