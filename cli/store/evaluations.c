/* SPDX-License-Identifier: MIT
 *
 * Points and their values; see store/store.h. SQLite has no NaN, and infinities are awkward in
 * queries. So f has a number only where the value is finite, and the status says the rest. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "store/database.h"

/* The library gives the points of a run these ids: its number less 1 in the upper bits. */
enum { RUN_SHIFT = 48 };

static int add_point(store *s, uint64_t round, uint64_t generation, uint64_t id, const double *x,
                     size_t dim)
{
    sqlite3_stmt *q = database_prepare(s, ADD_POINT);
    s->text.n = 0;
    numbers_print(&s->text, x, dim);
    if (s->text.failed) return database_no_memory(s);
    if (q == NULL) return database_execute(s, q);
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, id);
    database_bind_count(q, 3, (id >> RUN_SHIFT) + 1);
    database_bind_count(q, 4, generation);
    sqlite3_bind_text(q, 5, s->text.text, (int)s->text.n, SQLITE_STATIC);
    return database_execute(s, q);
}

int store_add_points(store *s, uint64_t round, uint64_t generation, const nes_points *p)
{
    int status = store_begin(s);
    for (size_t k = 0; status == 0 && k < p->n; k++)
        status = add_point(s, round, generation, p->id[k], p->x + k * p->dim, p->dim);
    return status == 0 ? store_commit(s, false) : status;
}

static const char *status_of(double f)
{
    if (nes_is_eval_failed(f)) return "failed";
    if (isnan(f)) return "nan";
    if (isinf(f)) return f > 0 ? "inf" : "-inf";
    return "ok";
}

/* What the column failure of a point without a value says where none will come. */
static const char LATE[] = "late";

/* False: there is no value yet. */
static bool value_of(sqlite3_stmt *q, int f, int status, double *value)
{
    const char *word = database_text(q, status);
    if (word == NULL || strcmp(word, "asked") == 0) return false;
    if (strcmp(word, "failed") == 0)
        *value = NES_EVAL_FAILED;
    else if (strcmp(word, "nan") == 0)
        *value = NAN;
    else if (strcmp(word, "inf") == 0)
        *value = INFINITY;
    else if (strcmp(word, "-inf") == 0)
        *value = -INFINITY;
    else
        *value = sqlite3_column_double(q, f);
    return true;
}

/* A value of a point that nobody has asked for would be lost without a word. */
static int changed_one(store *s, uint64_t round, uint64_t id, int status)
{
    if (status != 0 || sqlite3_changes(s->db) == 1) return status;
    return text_error(EXIT_USAGE, "%s has no point %" PRIu64 " of round %" PRIu64, s->path, id,
                      round);
}

int store_set_value(store *s, uint64_t round, uint64_t id, double f, const eval_outcome *what)
{
    sqlite3_stmt *q = database_prepare(s, SET_VALUE);
    if (q == NULL) return database_execute(s, q);
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, id);
    if (isfinite(f)) sqlite3_bind_double(q, 3, f);
    const bool late = what != NULL && what->late;
    sqlite3_bind_text(q, 4, late ? "asked" : status_of(f), -1, SQLITE_STATIC);
    if (what != NULL) { /* NaN and null pointers are NULL */
        sqlite3_bind_double(q, 5, what->seconds);
        sqlite3_bind_text(q, 6, late ? LATE : what->failure, -1, SQLITE_STATIC);
        if (what->said != NULL && what->said[0] != '\0')
            sqlite3_bind_text(q, 7, what->said, -1, SQLITE_STATIC);
    }
    return changed_one(s, round, id, database_execute(s, q));
}

int store_set_handed(store *s, uint64_t round, uint64_t id)
{
    sqlite3_stmt *q = database_prepare(s, SET_HANDED);
    if (q == NULL) return database_execute(s, q);
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, id);
    return changed_one(s, round, id, database_execute(s, q));
}

bool store_find_value(store *s, uint64_t round, uint64_t id, double *f)
{
    sqlite3_stmt *q = database_prepare(s, FIND_VALUE);
    if (q == NULL) return false;
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, id);
    const bool found = database_step(s, q) == SQLITE_ROW && value_of(q, 0, 1, f);
    sqlite3_reset(q);
    return found;
}

int store_last_round(store *s, uint64_t *round)
{
    sqlite3_stmt *q = database_prepare(s, LAST_ROUND);
    const int code = database_step(s, q);
    *round = code == SQLITE_ROW ? database_count(q, 0) : 0;
    sqlite3_reset(q);
    return code == SQLITE_ROW ? 0 : EXIT_FILES;
}

/* False: the row is damaged. */
static bool read_row(store *s, sqlite3_stmt *q, store_evaluation *e)
{
    *e = (store_evaluation){.round = database_count(q, 0),
                            .id = database_count(q, 1),
                            .run = database_count(q, 2),
                            .generation = database_count(q, 3),
                            .status = database_text(q, 6),
                            .seconds = database_real(q, 7),
                            .failure = database_text(q, 8),
                            .said = database_text(q, 9),
                            .handed = sqlite3_column_int(q, 10) != 0};
    if (e->status == NULL || !numbers_scan(&s->x, database_text(q, 4))) return false;
    e->x = s->x.v;
    e->dim = s->x.n;
    e->valued = value_of(q, 5, 6, &e->f);
    if (!e->valued) e->f = NAN;
    e->late = !e->valued && e->failure != NULL && strcmp(e->failure, LATE) == 0;
    if (e->said == NULL) e->said = "";
    return true;
}

/* Visits the rows of a query, which may be null. */
static int visit_rows(store *s, sqlite3_stmt *q, store_visit visit, void *data)
{
    store_evaluation e;
    int code = SQLITE_DONE, answer = 0;
    while (answer == 0 && (code = database_step(s, q)) == SQLITE_ROW)
        answer = read_row(s, q, &e) ? visit(&e, data) : database_damaged(s);
    sqlite3_reset(q);
    if (answer != 0) return answer;
    return code == SQLITE_DONE ? 0 : EXIT_FILES;
}

int store_each_evaluation(store *s, uint64_t round, store_visit visit, void *data)
{
    sqlite3_stmt *q = database_prepare(s, round == 0 ? EACH_EVALUATION : EACH_OF_ROUND);
    if (q != NULL && round != 0) database_bind_count(q, 1, round);
    return visit_rows(s, q, visit, data);
}

int store_find_best(store *s, bool maximize, store_visit visit, void *data)
{
    return visit_rows(s, database_prepare(s, maximize ? GREATEST_VALUE : LEAST_VALUE), visit, data);
}

int store_count_evaluations(store *s, store_counts *counts)
{
    sqlite3_stmt *q = database_prepare(s, COUNT_EVALUATIONS);
    const int code = database_step(s, q);
    *counts = (store_counts){.values = 0};
    if (code == SQLITE_ROW)
        *counts = (store_counts){.values = database_count(q, 0),
                                 .failed = database_count(q, 1),
                                 .nonfinite = database_count(q, 2),
                                 .open = database_count(q, 3),
                                 .handed = database_count(q, 4),
                                 .late = database_count(q, 5)};
    sqlite3_reset(q);
    return code == SQLITE_ROW ? 0 : EXIT_FILES;
}

int store_each_failure(store *s, int (*visit)(const failure_kind *f, void *data), void *data)
{
    int code = SQLITE_DONE, answer = 0;
    sqlite3_stmt *q = database_prepare(s, EACH_FAILURE);
    while (answer == 0 && (code = database_step(s, q)) == SQLITE_ROW) {
        const char *said = database_text(q, 3);
        const failure_kind f = {.failure = database_text(q, 0),
                                .said = said == NULL ? "" : said,
                                .count = database_count(q, 1),
                                .id = database_count(q, 2)};
        answer = visit(&f, data);
    }
    sqlite3_reset(q);
    if (answer != 0) return answer;
    return code == SQLITE_DONE ? 0 : EXIT_FILES;
}
