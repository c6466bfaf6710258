/* SPDX-License-Identifier: MIT
 *
 * Tables of raw data, from their files into the database; see experiment/study.h. */
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "experiment/data.h"
#include "experiment/study.h"

static int no_memory(const study *s)
{
    return text_error(EXIT_USAGE, "no memory for the data of %s", s->experiment->id);
}

/* Appends the names of a list with their type. */
static void declare(buffer *sql, const char *names, const char *type)
{
    while (*names != '\0') {
        const size_t n = strcspn(names, ",");
        buffer_print(sql, ", %.*s %s", (int)n, names, type);
        names += n + (names[n] == ',' ? 1 : 0);
    }
}

static void create_table(study *s, const char *name, const char *labels, const char *columns)
{
    buffer sql = {.text = NULL};
    if (s->status != EXIT_OK) return;
    buffer_print(&sql, "CREATE TABLE %s (cell TEXT", name);
    declare(&sql, labels, "NUMERIC");
    declare(&sql, "run", "INTEGER");
    declare(&sql, columns, "REAL");
    if (strstr(columns, "solved,evaluations") != NULL)
        buffer_print(&sql, ", hit REAL AS (iif(solved > 0, evaluations, 9e999))");
    buffer_print(&sql, "); CREATE INDEX %s_cell ON %s (cell)", name, name);
    if (sql.failed || sqlite3_exec(s->db, sql.text, NULL, NULL, NULL) != SQLITE_OK)
        s->status = no_memory(s);
    buffer_free(&sql);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* How a table is filled: "cell", the labels, numbers. */
typedef struct filling {
    sqlite3_stmt *insert;
    size_t n_labels, n;
    bool failed;
} filling;

static void add_row(const char *labels, const double *row, void *data)
{
    filling *f = data;
    int column = 1;
    sqlite3_bind_text(f->insert, column++, labels, -1, SQLITE_STATIC);
    for (size_t i = 0; i < f->n_labels; i++) {
        const size_t length = strcspn(labels, ",");
        sqlite3_bind_text(f->insert, column++, labels, (int)length, SQLITE_STATIC);
        labels += length + (labels[length] == ',' ? 1 : 0);
    }
    for (size_t i = 0; i < f->n; i++) sqlite3_bind_double(f->insert, column++, row[i]);
    f->failed |= sqlite3_step(f->insert) != SQLITE_DONE;
    sqlite3_reset(f->insert);
}

static size_t count_names(const char *list)
{
    size_t n = 1;
    for (; *list != '\0'; list++) n += *list == ',' ? 1 : 0;
    return n;
}

static int fill(study *s, const experiment_data *d, const char *name, filling *f)
{
    buffer sql = {.text = NULL};
    buffer_print(&sql, "INSERT INTO %s VALUES (?", name);
    for (size_t i = 0; i < f->n_labels + f->n; i++) buffer_print(&sql, ",?");
    buffer_print(&sql, ")");
    f->failed = sql.failed || sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
                sqlite3_prepare_v2(s->db, sql.text, -1, &f->insert, NULL) != SQLITE_OK;
    if (!f->failed) data_each(d, name, add_row, f);
    sqlite3_finalize(f->insert);
    f->failed |= sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK;
    buffer_free(&sql);
    return f->failed ? no_memory(s) : EXIT_OK;
}

void study_read_table(study *s, const char *folder, const char *name, const char *labels,
                      const char *columns)
{
    experiment_data *d = data_new();
    buffer head = {.text = NULL};
    filling f = {.n_labels = count_names(labels), .n = 1 + count_names(columns)};
    create_table(s, name, labels, columns);
    buffer_print(&head, "run,%s", columns);
    if (s->status == EXIT_OK)
        s->status =
            d == NULL || head.failed ? no_memory(s) : data_read(d, folder, name, labels, head.text);
    if (s->status == EXIT_OK) s->status = fill(s, d, name, &f);
    buffer_free(&head);
    data_free(d);
}
