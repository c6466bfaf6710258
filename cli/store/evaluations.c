/* SPDX-License-Identifier: MIT
 *
 * Points and their values; see store/store.h. SQLite has no NaN, and infinities are awkward in
 * queries. So f has a number only where the value is finite, and the status says the rest. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
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

/* ---- fates ---------------------------------------------------------------------------------- */

/* How the table spells a fate: by the status and, of a point that nobody waits for any more, by the
 * column failure. A point that waits is "asked" and has no failure. */
static const char ASKED[] = "asked", FAILED[] = "failed", LATE[] = "late";

static const struct {
    const char *status;
    double f;
} VALUES[] = {{"nan", (double)NAN}, {"inf", (double)INFINITY}, {"-inf", -(double)INFINITY}};

enum { N_VALUES = sizeof VALUES / sizeof *VALUES };

static bool is_alike(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static const char *status_of(const eval_record *r)
{
    if (r->fate == NES_LATE || r->fate == NES_WAITING) return ASKED;
    if (r->fate != NES_MEASURED) return FAILED;
    for (size_t i = 0; i < N_VALUES; i++)
        if (is_alike(VALUES[i].f, r->f)) return VALUES[i].status;
    return "ok";
}

static nes_fate fate_of(const char *status, const char *failure)
{
    if (strcmp(status, FAILED) == 0) return NES_FAILED;
    if (strcmp(status, ASKED) != 0) return NES_MEASURED;
    return failure != NULL && strcmp(failure, LATE) == 0 ? NES_LATE : NES_WAITING;
}

static double value_of(const char *status, double number)
{
    if (strcmp(status, "ok") == 0) return number;
    for (size_t i = 0; i < N_VALUES; i++)
        if (strcmp(status, VALUES[i].status) == 0) return VALUES[i].f;
    return NAN;
}

/* A value of a point that nobody has asked for would be lost without a word. */
static int changed_one(store *s, uint64_t round, uint64_t id, int status)
{
    if (status != 0 || sqlite3_changes(s->db) == 1) return status;
    return text_error(EXIT_USAGE, "%s has no point %" PRIu64 " of round %" PRIu64, s->path, id,
                      round);
}

/* ---- outputs -------------------------------------------------------------------------------- */

int store_set_outputs(store *s, size_t m)
{
    if (m == 0) return 0;
    s->outputs = calloc(m, sizeof *s->outputs);
    if (s->outputs == NULL) return database_no_memory(s);
    s->n_outputs = m;
    return schema_make_outputs(s->db) == SQLITE_OK ? 0 : database_fail(s);
}

size_t store_outputs(const store *s)
{
    return s->n_outputs;
}

/* NaN is NULL. */
static int set_outputs(store *s, uint64_t round, const eval_record *r)
{
    int status = 0;
    for (size_t i = 0; r->outputs != NULL && status == 0 && i < s->n_outputs; i++) {
        sqlite3_stmt *q = database_prepare(s, SET_OUTPUT);
        if (q == NULL) return database_execute(s, q);
        database_bind_count(q, 1, round);
        database_bind_count(q, 2, r->id);
        database_bind_count(q, 3, i);
        sqlite3_bind_double(q, 4, r->outputs[i]);
        status = database_execute(s, q);
    }
    return status;
}

/* Those of a row, in the room for them. */
static const double *get_outputs(store *s, uint64_t round, uint64_t id)
{
    sqlite3_stmt *q = s->n_outputs > 0 ? database_prepare(s, GET_OUTPUTS) : NULL;
    if (q == NULL) return NULL;
    for (size_t i = 0; i < s->n_outputs; i++) s->outputs[i] = NAN;
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, id);
    while (database_step(s, q) == SQLITE_ROW)
        if (database_count(q, 0) < s->n_outputs)
            s->outputs[database_count(q, 0)] = database_real(q, 1);
    sqlite3_reset(q);
    return s->outputs;
}

/* ---- evaluations ---------------------------------------------------------------------------- */

int store_set_record(store *s, uint64_t round, const eval_record *r)
{
    sqlite3_stmt *q = database_prepare(s, SET_VALUE);
    if (q == NULL) return database_execute(s, q);
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, r->id);
    if (isfinite(r->f)) sqlite3_bind_double(q, 3, r->f);
    sqlite3_bind_text(q, 4, status_of(r), -1, SQLITE_STATIC);
    sqlite3_bind_double(q, 5, r->seconds); /* NaN and null pointers are NULL */
    sqlite3_bind_text(q, 6, r->fate == NES_LATE ? LATE : r->failure, -1, SQLITE_STATIC);
    if (r->said[0] != '\0') sqlite3_bind_text(q, 7, r->said, -1, SQLITE_STATIC);
    const int status = changed_one(s, round, r->id, database_execute(s, q));
    return status == 0 ? set_outputs(s, round, r) : status;
}

int store_set_handed(store *s, uint64_t round, uint64_t id)
{
    sqlite3_stmt *q = database_prepare(s, SET_HANDED);
    if (q == NULL) return database_execute(s, q);
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, id);
    return changed_one(s, round, id, database_execute(s, q));
}

bool store_find_record(store *s, uint64_t round, uint64_t id, eval_record *to)
{
    sqlite3_stmt *q = database_prepare(s, FIND_VALUE);
    if (q == NULL) return false;
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, id);
    const char *status = database_step(s, q) == SQLITE_ROW ? database_text(q, 1) : NULL;
    const bool found = status != NULL && strcmp(status, ASKED) != 0;
    if (found) *to = eval_measured(id, value_of(status, sqlite3_column_double(q, 0)));
    if (found) to->fate = fate_of(status, NULL);
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
                            .run = database_count(q, 2),
                            .generation = database_count(q, 3),
                            .status = database_text(q, 6),
                            .handed = sqlite3_column_int(q, 10) != 0,
                            .record = {.id = database_count(q, 1),
                                       .seconds = database_real(q, 7),
                                       .failure = database_text(q, 8),
                                       .said = database_text(q, 9)}};
    eval_record *r = &e->record;
    if (e->status == NULL || !numbers_scan(&s->x, database_text(q, 4))) return false;
    e->x = s->x.v;
    e->dim = s->x.n;
    r->fate = fate_of(e->status, r->failure);
    r->f = value_of(e->status, sqlite3_column_double(q, 5));
    if (r->fate == NES_LATE) r->failure = NULL;
    if (r->fate == NES_MEASURED) r->outputs = get_outputs(s, e->round, r->id);
    if (r->said == NULL) r->said = "";
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
