/* SPDX-License-Identifier: MIT
 *
 * The variables of a run, and the view in which each has a column; see store/store.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "report/kinds.h"
#include "store/database.h"

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

static void make_view(store *s, const variables *v)
{
    buffer sql = {.text = NULL};
    buffer_print(&sql, "DROP VIEW IF EXISTS points; CREATE VIEW points AS SELECT round, id, run, "
                       "generation");
    for (size_t i = 0; i < v->n && i < SCHEMA_VIEW_COLUMNS; i++) print_column(&sql, v, i);
    buffer_print(&sql, ", f, status, seconds, failure, said, handed FROM evaluations");
    if (s->status == 0 && sqlite3_exec(s->db, sql.text, NULL, NULL, NULL) != SQLITE_OK)
        database_fail(s);
    buffer_free(&sql);
}

static const char *kind_of(const nes_settings *s, size_t i)
{
    if (s->bits) return "bit";
    if (kind_is_integer(s, i)) return kind_is_log(s, i) ? "log integer" : "integer";
    return kind_is_log(s, i) ? "log" : "real";
}

static double bound(const double *bounds, size_t i)
{
    return bounds == NULL ? (double)NAN : bounds[i];
}

static void add_variable(store *s, const variables *v, size_t i, const nes_settings *settings)
{
    char text[VARIABLES_NAME_SIZE];
    database_execute(s, "INSERT INTO variables VALUES (?, ?, ?, ?, ?)",
                     CELLS(CELL_COUNT(i + 1), CELL_TEXT(variables_name(v, i, text)),
                           CELL_REAL(bound(settings->lower, i)),
                           CELL_REAL(bound(settings->upper, i)), CELL_TEXT(kind_of(settings, i))));
}

int store_set_variables(store *s, const variables *v, const nes_settings *settings)
{
    store_begin(s);
    database_execute(s, "DELETE FROM variables", NULL, 0);
    for (size_t i = 0; i < v->n; i++) add_variable(s, v, i, settings);
    store_set_fact(s, "named", variables_have_names(v) ? "yes" : "no");
    make_view(s, v);
    return store_commit(s, false);
}

int store_get_variables(store *s, variables *v)
{
    int damaged = 0;
    *v = (variables){.n = 0};
    sqlite3_stmt *q = database_query(s, "SELECT name FROM variables ORDER BY number", NULL, 0);
    while (database_next(s, q)) {
        const char *name = database_text(q, 0);
        if (name == NULL || variables_refuse_name(name) != NULL) {
            damaged = database_damaged(s);
            break;
        }
        v->name = memory_resize(v->name, v->n + 1, sizeof *v->name);
        snprintf(v->name[v->n++], VARIABLES_NAME_SIZE, "%s", name);
    }
    const int status = database_done(s, q, damaged);
    if (store_fact_is(s, "named", "no")) { /* the names are x1, x2, and so on */
        free(v->name);
        v->name = NULL;
    }
    if (status != 0) variables_close(v);
    return status;
}
