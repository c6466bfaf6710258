/* SPDX-License-Identifier: MIT
 *
 * The variables of a run, and the view in which each has a column; see store/store.h. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/exit_status.h"
#include "store/database.h"
#include "store/schema.h"

/* The columns of the view besides the variables. */
static const char *const OWN[] = {"round",  "id",      "run",     "generation", "f",
                                  "status", "seconds", "failure", "said",       "handed"};

/* SQL does not tell capitals from small letters. */
static bool is_taken(const variables *v, size_t i, const char *name)
{
    char text[VARIABLES_NAME_SIZE];
    for (size_t k = 0; k < sizeof OWN / sizeof *OWN; k++)
        if (strcasecmp(OWN[k], name) == 0) return true;
    for (size_t k = 0; k < i; k++)
        if (strcasecmp(variables_name(v, k, text), name) == 0) return true;
    return false;
}

/* A variable whose name is taken goes by its number. All are reals, so that 3 / 2 is not 1. */
static void print_column(buffer *sql, const variables *v, size_t i)
{
    char text[VARIABLES_NAME_SIZE];
    const char *name = variables_name(v, i, text);
    buffer_print(sql, ", CAST(json_extract(x, '$[%zu]') AS REAL) AS ", i);
    if (variables_have_names(v) && is_taken(v, i, name))
        buffer_print(sql, "x%zu", i + 1);
    else
        buffer_print(sql, "\"%s\"", name);
}

static int make_view(store *s, const variables *v)
{
    buffer sql = {.text = NULL};
    buffer_print(&sql, "DROP VIEW IF EXISTS points; CREATE VIEW points AS SELECT round, id, run, "
                       "generation");
    for (size_t i = 0; i < v->n && i < SCHEMA_VIEW_COLUMNS; i++) print_column(&sql, v, i);
    buffer_print(&sql, ", f, status, seconds, failure, said, handed FROM evaluations");
    int status = 0;
    if (sql.failed)
        status = database_no_memory(s);
    else if (sqlite3_exec(s->db, sql.text, NULL, NULL, NULL) != SQLITE_OK)
        status = database_fail(s);
    buffer_free(&sql);
    return status;
}

static const char *kind_of(const nes_settings *settings, size_t i)
{
    const bool log = settings->log != NULL && settings->log[i] != 0;
    if (settings->bits) return "bit";
    if (settings->integer != NULL && settings->integer[i] != 0)
        return log ? "log integer" : "integer";
    return log ? "log" : "real";
}

static int add_variable(store *s, const variables *v, size_t i, const nes_settings *settings)
{
    char text[VARIABLES_NAME_SIZE];
    sqlite3_stmt *q = database_prepare(s, ADD_VARIABLE);
    if (q == NULL) return database_execute(s, q);
    database_bind_count(q, 1, i + 1);
    sqlite3_bind_text(q, 2, variables_name(v, i, text), -1, SQLITE_TRANSIENT);
    if (settings->lower != NULL) sqlite3_bind_double(q, 3, settings->lower[i]);
    if (settings->upper != NULL) sqlite3_bind_double(q, 4, settings->upper[i]);
    sqlite3_bind_text(q, 5, kind_of(settings, i), -1, SQLITE_STATIC);
    return database_execute(s, q);
}

int store_set_variables(store *s, const variables *v, const nes_settings *settings)
{
    int status = store_begin(s);
    if (status == 0) status = database_execute(s, database_prepare(s, CLEAR_VARIABLES));
    for (size_t i = 0; status == 0 && i < v->n; i++) status = add_variable(s, v, i, settings);
    if (status == 0) status = store_set_fact(s, "named", variables_have_names(v) ? "yes" : "no");
    if (status == 0) status = make_view(s, v);
    return status == 0 ? store_commit(s, false) : status;
}

static bool push_name(variables *v, const char *name)
{
    void *more = realloc(v->name, (v->n + 1) * sizeof *v->name);
    if (more == NULL) return false;
    v->name = more;
    memset(v->name[v->n], 0, VARIABLES_NAME_SIZE);
    strncpy(v->name[v->n++], name, VARIABLES_NAME_SIZE - 1);
    return true;
}

/* Names that nobody has given are not kept apart from x1, x2 and so on. */
static void drop_plain_names(store *s, variables *v)
{
    buffer named;
    if (store_get_fact(s, "named", &named) == 0 && named.n > 0 && strcmp(named.text, "no") == 0) {
        free(v->name);
        v->name = NULL;
    }
    buffer_free(&named);
}

int store_get_variables(store *s, variables *v)
{
    int code, status = 0;
    *v = (variables){.n = 0};
    sqlite3_stmt *q = database_prepare(s, GET_VARIABLES);
    while (status == 0 && (code = database_step(s, q)) != SQLITE_DONE) {
        const char *name = code == SQLITE_ROW ? database_text(q, 0) : NULL;
        if (code != SQLITE_ROW)
            status = EXIT_FILES;
        else if (name == NULL || variables_refuse_name(name) != NULL)
            status = database_damaged(s);
        else if (!push_name(v, name))
            status = database_no_memory(s);
    }
    sqlite3_reset(q);
    drop_plain_names(s, v);
    if (status != 0) variables_close(v);
    return status;
}
