/* SPDX-License-Identifier: MIT
 *
 * The experiments, from their descriptions that are built in, and the database and the statements
 * of one; see experiment/study.h. */
#include "experiment/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "experiment/common_sql.h"
#include "experiment/descriptions.h"
#include "experiment/functions.h"
#include "experiment/published_art.h"

/* ---- the experiments ------------------------------------------------------------------------ */

enum { MOST = 32 };

static struct {
    tree tree;
    experiment experiment;
} list[MOST];
static size_t n_list;

static const char *text_at(const node *map, const char *key)
{
    const node *v = tree_get(map, key);
    return v == NULL || v->text == NULL ? "" : v->text;
}

/* Reads one description. A wrong one is a mistake of whoever wrote it. */
static void read_description(const char *text)
{
    tree *t = &list[n_list].tree;
    tree_error e;
    if (!tree_open(t, text, strlen(text), &e)) {
        text_error(0, "an experiment, line %zu: %s", e.line, e.text);
        return;
    }
    list[n_list++].experiment = (experiment){.id = text_at(t->root, "id"),
                                             .title = text_at(t->root, "title"),
                                             .paper = text_at(t->root, "paper"),
                                             .about = text_at(t->root, "about"),
                                             .description = t->root};
}

/* All of them, one after the other, each ended by a zero. */
static void read_all(void)
{
    const char *end = descriptions + sizeof descriptions;
    for (const char *text = descriptions; text < end && n_list < MOST; text += strlen(text) + 1)
        read_description(text);
}

const experiment *experiment_at(size_t i)
{
    if (n_list == 0) read_all();
    return i < n_list ? &list[i].experiment : NULL;
}

const experiment *experiment_find(const char *id)
{
    const experiment *e;
    for (size_t i = 0; (e = experiment_at(i)) != NULL; i++)
        if (strcasecmp(e->id, id) == 0) return e;
    return NULL;
}

/* ---- the database --------------------------------------------------------------------------- */

static int fail(const study *s, size_t line)
{
    return text_error(EXIT_USAGE, "experiments/%s.yaml, the text at line %zu: %s",
                      s->experiment->id, line, sqlite3_errmsg(s->db));
}

static void execute(study *s, const char *key)
{
    const node *script = tree_get(s->experiment->description, key);
    if (s->status == EXIT_OK && script != NULL &&
        sqlite3_exec(s->db, script->text, NULL, NULL, NULL) != SQLITE_OK)
        s->status = fail(s, script->line);
}

void study_open(study *s, const experiment *e, bool quick)
{
    char *published = memory_text(published_art_text);
    *s = (study){.experiment = e, .quick = quick, .db = data_open()};
    functions_register(s->db, &s->quick);
    if (!data_add(s->db, "published_art", published, 4, NULL) ||
        sqlite3_exec(s->db, common_sql, NULL, NULL, NULL) != SQLITE_OK)
        s->status = fail(s, 0);
    free(published);
    execute(s, "constants");
}

void study_derive(study *s)
{
    execute(s, "derived");
}

void study_close(study *s)
{
    sqlite3_close(s->db);
}

/* ---- statements ----------------------------------------------------------------------------- */

static int find_column(sqlite3_stmt *q, const char *name)
{
    for (int i = 0; i < sqlite3_column_count(q); i++) {
        const char *column = sqlite3_column_name(q, i);
        if (column != NULL && strcmp(column, name) == 0) return i;
    }
    return -1;
}

/* Parameter number i gets its value from the rows around. */
static void bind(sqlite3_stmt *q, int i, const scope *around)
{
    const char *name = sqlite3_bind_parameter_name(q, i);
    for (; name != NULL && around != NULL; around = around->outer) {
        const int column = find_column(around->row, name + 1);
        if (column < 0) continue;
        sqlite3_bind_value(q, i, sqlite3_column_value(around->row, column));
        return;
    }
}

sqlite3_stmt *study_select(study *s, const scope *around, const node *sql)
{
    sqlite3_stmt *q = NULL;
    if (s->status == EXIT_OK && sql == NULL)
        s->status = text_error(EXIT_USAGE, "%s: a statement is missing", s->experiment->id);
    if (s->status != EXIT_OK) return NULL;
    if (sqlite3_prepare_v2(s->db, sql->text, -1, &q, NULL) != SQLITE_OK) {
        s->status = fail(s, sql->line);
        return NULL;
    }
    for (int i = 1; i <= sqlite3_bind_parameter_count(q); i++) bind(q, i, around);
    return q;
}

bool study_step(study *s, sqlite3_stmt *q)
{
    if (s->status != EXIT_OK || q == NULL) return false;
    const int code = sqlite3_step(q);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        s->status = text_error(EXIT_USAGE, "%s: %s in: %s", s->experiment->id,
                               sqlite3_errmsg(s->db), sqlite3_sql(q));
    return code == SQLITE_ROW;
}

void study_each(study *s, const scope *around, const node *v, study_visit visit, void *data)
{
    const node *each = tree_get(v, "each");
    if (each == NULL) {
        if (s->status == EXIT_OK) visit(s, around, v, data);
        return;
    }
    const scope rows = {around, study_select(s, around, each)};
    while (study_step(s, rows.row)) visit(s, &rows, v, data);
    sqlite3_finalize(rows.row);
}

const char *study_text(const scope *rows, const node *v, const char *key)
{
    const node *given = tree_get(v, key);
    if (given != NULL)
        return given->kind == NODE_TEXT && !tree_is_nothing(given) ? given->text : NULL;
    for (; rows != NULL; rows = rows->outer) {
        const int column = find_column(rows->row, key);
        if (column >= 0) return (const char *)sqlite3_column_text(rows->row, column);
    }
    return NULL;
}

double study_number(const scope *rows, const node *v, const char *key)
{
    const char *text = study_text(rows, v, key);
    return text == NULL ? (double)NAN : strtod(text, NULL);
}
