/* SPDX-License-Identifier: MIT
 *
 * Tables of raw data, from their files into the database; see experiment/study.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/file.h"
#include "base/text.h"
#include "experiment/study.h"

enum { FIELDS = 16 }; /* of a row, at most */

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

void study_create_table(study *s, const char *name, const char *labels, const char *columns)
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

/* How a table is filled. */
typedef struct filling {
    sqlite3_stmt *insert;
    size_t n_labels, n; /* fields of a row: labels, run and columns */
} filling;

/* The fields of a line: its labels, then numbers. The line keeps its text up to the last label. */
static bool read_row(const filling *f, char *line)
{
    char *at = line;
    for (size_t i = 0; i < f->n; i++) {
        const size_t length = strcspn(at, ",");
        char *end = at + length;
        if ((*end == ',') != (i + 1 < f->n)) return false;
        if (i < f->n_labels) {
            sqlite3_bind_text(f->insert, (int)i + 2, at, (int)length, SQLITE_STATIC);
        } else {
            char *stop;
            sqlite3_bind_double(f->insert, (int)i + 2, strtod(at, &stop));
            if (stop == at || stop != end) return false;
        }
        if (i + 1 == f->n_labels)
            sqlite3_bind_text(f->insert, 1, line, (int)(end - line), SQLITE_STATIC);
        at = end + 1;
    }
    const bool done = sqlite3_step(f->insert) == SQLITE_DONE;
    sqlite3_reset(f->insert);
    return done;
}

/* The columns that are filled: all but "cell" and those that are computed. */
static size_t count_columns(study *s, const char *name, buffer *head, size_t *n_labels)
{
    sqlite3_stmt *q = NULL;
    size_t n = 0;
    char *sql = sqlite3_mprintf("SELECT name FROM pragma_table_info('%q') WHERE cid > 0", name);
    if (sql == NULL || sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        s->status = no_memory(s);
    while (study_step(s, q)) {
        const char *column = (const char *)sqlite3_column_text(q, 0);
        if (strcmp(column, "run") == 0) *n_labels = n;
        buffer_print(head, "%s%s", n++ == 0 ? "" : ",", column);
    }
    sqlite3_finalize(q);
    sqlite3_free(sql);
    return n;
}

static bool read_rows(study *s, const char *name, char *text)
{
    filling f = {.n = 0};
    buffer head = {.text = NULL}, sql = {.text = NULL};
    char *rest = NULL, *line = text == NULL ? NULL : strtok_r(text, "\n", &rest);
    f.n = count_columns(s, name, &head, &f.n_labels);
    bool fine = line != NULL && !head.failed && f.n <= FIELDS && strcmp(line, head.text) == 0;
    buffer_print(&sql, "INSERT INTO %s VALUES (?", name);
    for (size_t i = 0; i < f.n; i++) buffer_print(&sql, ",?");
    buffer_print(&sql, ")");
    if (sql.failed || sqlite3_prepare_v2(s->db, sql.text, -1, &f.insert, NULL) != SQLITE_OK)
        fine = false;
    sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL);
    while (fine && (line = strtok_r(NULL, "\n", &rest)) != NULL) fine = read_row(&f, line);
    sqlite3_finalize(f.insert);
    sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
    buffer_free(&head);
    buffer_free(&sql);
    return fine;
}

void study_read_table(study *s, const char *folder, const char *name)
{
    buffer path = {.text = NULL}, text = {.text = NULL};
    char reason[FILE_REASON_SIZE];
    if (s->status != EXIT_OK) return;
    buffer_print(&path, "%s/%s.csv", folder, name);
    const int error = path.failed ? 0 : file_read(path.text, &text);
    if (path.failed)
        s->status = no_memory(s);
    else if (error != 0)
        s->status = text_error(EXIT_FILES, "%s cannot be read: %s", path.text,
                               file_reason(error, FILE_MOST_BYTES, reason));
    else if (!read_rows(s, name, text.text) && s->status == EXIT_OK)
        s->status = text_error(EXIT_FILES,
                               "%s does not hold the data of this experiment, or is damaged; "
                               "remove the folder to run it again",
                               path.text);
    buffer_free(&path);
    buffer_free(&text);
}
