/* SPDX-License-Identifier: MIT
 *
 * Files of raw data and their tables in a database; see experiment/data.h. */
#include "experiment/data.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

sqlite3 *data_open(void)
{
    sqlite3 *db = NULL;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) memory_ran_out();
    return db;
}

size_t data_count_fields(const char *line)
{
    size_t n = 1;
    for (; *line != '\0'; line++) n += *line == ',' ? 1 : 0;
    return n;
}

/* The field at *at and its length; *at goes to the next one. */
static const char *next_field(const char **at, size_t *length)
{
    const char *field = *at;
    *length = strcspn(field, ",");
    *at = field + *length + (field[*length] == ',' ? 1 : 0);
    return field;
}

/* Creates the table with the columns that the first line of the file names. Returns the statement
 * that inserts a row; null: the names do not make a table. */
static sqlite3_stmt *create(sqlite3 *db, const char *name, const char *head, size_t n_labels)
{
    sqlite3_str *table = sqlite3_str_new(db), *row = sqlite3_str_new(db);
    sqlite3_stmt *q = NULL;
    sqlite3_str_appendf(table, "CREATE TABLE \"%w\" (cell TEXT", name);
    sqlite3_str_appendf(row, "INSERT INTO \"%w\" VALUES (?", name);
    const char *at = head;
    for (size_t i = 0; *at != '\0'; i++) {
        size_t length;
        const char *field = next_field(&at, &length);
        sqlite3_str_appendf(table, ", \"%.*w\" %s", (int)length, field,
                            i < n_labels ? "NUMERIC" : "REAL");
        sqlite3_str_appendall(row, ",?");
    }
    if (strstr(head, ",solved,evaluations") != NULL)
        sqlite3_str_appendf(table, ", hit REAL AS (iif(solved > 0, evaluations, 9e999))");
    sqlite3_str_appendf(table, "); CREATE INDEX \"%w_cell\" ON \"%w\" (cell); BEGIN", name, name);
    sqlite3_str_appendall(row, ")");
    char *make = sqlite3_str_finish(table), *insert = sqlite3_str_finish(row);
    if (sqlite3_exec(db, make, NULL, NULL, NULL) == SQLITE_OK)
        sqlite3_prepare_v2(db, insert, -1, &q, NULL);
    sqlite3_free(make);
    sqlite3_free(insert);
    return q;
}

/* One row of n fields: its labels as texts, alone and together, then numbers. */
static bool insert(sqlite3_stmt *q, const char *line, size_t n_labels, size_t n)
{
    const char *at = line;
    if (data_count_fields(line) != n) return false;
    for (size_t i = 0; i < n; i++) {
        size_t length;
        const char *field = next_field(&at, &length);
        char *end;
        if (i < n_labels) {
            sqlite3_bind_text(q, (int)i + 2, field, (int)length, SQLITE_STATIC);
            sqlite3_bind_text(q, 1, line, (int)(field + length - line), SQLITE_STATIC);
        } else {
            sqlite3_bind_double(q, (int)i + 2, strtod(field, &end));
            if (end == field || end != field + length) return false;
        }
    }
    const bool done = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return done;
}

bool data_add(sqlite3 *db, const char *name, char *text, size_t n_labels, const char *columns)
{
    char *rest = NULL, *line = text == NULL ? NULL : strtok_r(text, "\n", &rest);
    if (line == NULL || data_count_fields(line) <= n_labels) return false;
    const size_t n = data_count_fields(line);
    const char *follows = line;
    for (size_t i = 0, length; i < n_labels; i++) next_field(&follows, &length);
    if (columns != NULL && strcmp(follows, columns) != 0) return false;
    sqlite3_stmt *q = create(db, name, line, n_labels);
    bool fine = q != NULL;
    while (fine && (line = strtok_r(NULL, "\n", &rest)) != NULL)
        fine = insert(q, line, n_labels, n);
    sqlite3_finalize(q);
    return fine && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

int data_read(sqlite3 *db, const char *folder, const char *name, const char *labels,
              const char *columns)
{
    buffer path = {.text = NULL}, text = {.text = NULL};
    char reason[FILE_REASON_SIZE];
    int status = EXIT_OK;
    buffer_print(&path, "%s/%s.csv", folder, name);
    const int error = file_read(path.text, &text);
    if (error != 0)
        status = text_error(EXIT_FILES, "%s cannot be read: %s", path.text,
                            file_reason(error, FILE_MOST_BYTES, reason));
    else if (!data_add(db, name, text.text, data_count_fields(labels), columns))
        status = text_error(EXIT_FILES,
                            "%s does not hold the data of this experiment, or is damaged; remove "
                            "the folder to run it again",
                            path.text);
    buffer_free(&path);
    buffer_free(&text);
    return status;
}

sqlite3_stmt *data_select(sqlite3 *db, const char *columns, const char *table, const char *labels,
                          ...)
{
    buffer cell = {.text = NULL};
    va_list args;
    va_start(args, labels);
    buffer_print_list(&cell, labels, args);
    va_end(args);
    char *sql = sqlite3_mprintf("SELECT %s FROM \"%w\" WHERE cell = %Q ORDER BY rowid", columns,
                                table, cell.text);
    sqlite3_stmt *q = NULL;
    sqlite3_prepare_v2(db, sql, -1, &q, NULL);
    sqlite3_free(sql);
    buffer_free(&cell);
    return q;
}

double data_real(sqlite3_stmt *q, int i)
{
    return sqlite3_column_type(q, i) == SQLITE_NULL ? (double)NAN : sqlite3_column_double(q, i);
}
