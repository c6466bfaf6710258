/* SPDX-License-Identifier: MIT
 *
 * The variables of a run, and the view in which each has a column; see store/store.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "report/constrained.h"
#include "report/kinds.h"
#include "store/database.h"

/* The columns of the view besides the variables. */
static const char *const OWN[] = {"round",  "id",      "run",     "generation", "f",
                                  "status", "seconds", "failure", "said",       "handed"};

/* Whether the view has a column of that name already, before the one of variable i. SQL does not
 * tell capitals from small letters. */
static bool is_taken(const variables *v, size_t i, const char *name)
{
    char text[VARIABLES_NAME_SIZE];
    for (size_t k = 0; k < sizeof OWN / sizeof *OWN; k++)
        if (strcasecmp(OWN[k], name) == 0) return true;
    for (size_t k = 0; k < i; k++)
        if (strcasecmp(variables_name(v, k, text), name) == 0) return true;
    return false;
}

/* Adds the column of variable i, by its number where its name is taken. All columns are reals, so
 * that 3 / 2 is not 1. */
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

/* Adds the column of output i, counted from the first constraint. */
static void print_output(buffer *sql, size_t i, const char *name)
{
    buffer_print(sql,
                 ", (SELECT value FROM outputs AS o WHERE o.round = evaluations.round AND "
                 "o.id = evaluations.id AND o.number = %zu) AS \"%s\"",
                 i, name);
}

/* Adds the columns of constraints and outputs. An output whose name SQL does not tell from another
 * column's gets the next number of the constraints. */
static void print_outputs(buffer *sql, const variables *v, size_t constraints,
                          const variables *names)
{
    enum { MOST = 200 };
    char number[VARIABLES_NAME_SIZE];
    for (size_t i = 0; i < constraints + names->n && i < MOST; i++) {
        const size_t k = i < constraints ? 0 : i - constraints;
        snprintf(number, sizeof number, "g%zu", i + 1);
        bool own = i >= constraints && !is_taken(v, v->n, names->name[k]);
        for (size_t j = 0; own && j < k; j++) own = strcasecmp(names->name[j], names->name[k]) != 0;
        print_output(sql, i, own ? names->name[k] : number);
    }
}

static void make_view(store *s, const variables *v, size_t constraints)
{
    buffer sql = {.text = NULL};
    buffer_print(&sql, "DROP VIEW IF EXISTS points; CREATE VIEW points AS SELECT round, id, run, "
                       "generation");
    for (size_t i = 0; i < v->n && i < SCHEMA_VIEW_COLUMNS; i++) print_column(&sql, v, i);
    buffer_print(&sql, ", f");
    variables names = store_output_names(s);
    print_outputs(&sql, v, constraints, &names);
    variables_close(&names);
    buffer_print(&sql, ", status, seconds, failure, said, handed FROM evaluations");
    if (s->status == 0 && sqlite3_exec(s->db, sql.text, NULL, NULL, NULL) != SQLITE_OK)
        database_fail(s);
    buffer_free(&sql);
}

variables store_output_names(store *s)
{
    char *text = store_get_fact(s, "outputs");
    const variables names = constrained_outputs(text);
    free(text);
    return names;
}

static const char *kind_of(const nes_settings *s, const variables *v, size_t i)
{
    static const char *const scales[] = {
        [SCALE_STEP] = "step", [SCALE_VALUES] = "values", [SCALE_CHOICES] = "choice"};
    if (s->bits) return "bit";
    if (variables_kind(v, i) != SCALE_PLAIN) return scales[variables_kind(v, i)];
    if (kind_is_integer(s, i)) return kind_is_log(s, i) ? "log integer" : "integer";
    return kind_is_log(s, i) ? "log" : "real";
}

static void add_variable(store *s, const variables *v, size_t i, const nes_settings *settings)
{
    char text[VARIABLES_NAME_SIZE];
    database_execute(s, "INSERT INTO variables VALUES (?, ?, ?, ?, ?)",
                     CELLS(CELL_COUNT(i + 1), CELL_TEXT(variables_name(v, i, text)),
                           CELL_REAL(kind_bound(v, settings->lower, i, (double)NAN)),
                           CELL_REAL(kind_bound(v, settings->upper, i, (double)NAN)),
                           CELL_TEXT(kind_of(settings, v, i))));
}

/* The scales are facts, in the form of the options. */
static const char *const SCALES[] = {[SCALE_PLAIN] = "unit",
                                     [SCALE_STEP] = "step",
                                     [SCALE_VALUES] = "values",
                                     [SCALE_CHOICES] = "choices"};

static void set_scales(store *s, const variables *v)
{
    for (scale_kind kind = SCALE_PLAIN; kind <= SCALE_CHOICES; kind++) {
        buffer text = {.text = NULL};
        variables_print_scales(v, kind, &text);
        if (text.n > 0) store_set_fact(s, SCALES[kind], text.text);
        buffer_free(&text);
    }
}

static int get_scales(store *s, variables *v)
{
    char *text[SCALE_CHOICES + 1];
    for (scale_kind kind = SCALE_PLAIN; kind <= SCALE_CHOICES; kind++)
        text[kind] = store_get_fact(s, SCALES[kind]);
    const scale_texts t = {.values = text[SCALE_VALUES],
                           .step = text[SCALE_STEP],
                           .choices = text[SCALE_CHOICES],
                           .unit = text[SCALE_PLAIN]};
    const int status = variables_open_scales(v, &t);
    for (scale_kind kind = SCALE_PLAIN; kind <= SCALE_CHOICES; kind++) free(text[kind]);
    return status;
}

/* Lets the steps begin where they did. */
static int get_begins(store *s, variables *v)
{
    sqlite3_stmt *q =
        database_query(s, "SELECT lower, upper FROM variables ORDER BY number", NULL, 0);
    for (size_t i = 0; database_next(s, q); i++)
        if (i < v->n) variables_begin(v, i, database_real(q, 0), database_real(q, 1));
    return database_done(s, q, 0);
}

int store_set_variables(store *s, const variables *v, const nes_settings *settings)
{
    store_begin(s);
    database_execute(s, "DELETE FROM variables", NULL, 0);
    for (size_t i = 0; i < v->n; i++) add_variable(s, v, i, settings);
    store_set_fact(s, "named", variables_have_names(v) ? "yes" : "no");
    set_scales(s, v);
    make_view(s, v, (size_t)settings->constraints);
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
    int status = database_done(s, q, damaged);
    if (store_fact_is(s, "named", "no")) { /* the names are x1, x2, and so on */
        free(v->name);
        v->name = NULL;
    }
    if (status == 0) status = get_scales(s, v);
    if (status == 0 && variables_have_scales(v)) status = get_begins(s, v);
    if (status != 0) variables_close(v);
    return status;
}
