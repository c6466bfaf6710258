/* SPDX-License-Identifier: MIT
 *
 * Points and their values; see store/store.h. SQLite has no NaN, and infinities are awkward in
 * queries. So f has a number only where the value is finite, and the status says the rest. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/database.h"

/* The library gives the points of a run these ids: its number less 1 in the upper bits. */
enum { RUN_SHIFT = 48 };

static void add_point(store *s, uint64_t round, uint64_t generation, const nes_points *p, size_t k)
{
    const uint64_t id = p->id[k];
    buffer *x = &s->text[0];
    x->n = 0;
    numbers_print(x, p->x + k * p->dim, p->dim);
    database_execute(s,
                     "INSERT OR IGNORE INTO evaluations (round, id, run, generation, x) "
                     "VALUES (?, ?, ?, ?, ?)",
                     CELLS(CELL_COUNT(round), CELL_COUNT(id), CELL_COUNT((id >> RUN_SHIFT) + 1),
                           CELL_COUNT(generation), CELL_PART(x->text, x->n)));
}

int store_add_points(store *s, uint64_t round, uint64_t generation, const nes_points *p)
{
    store_begin(s);
    for (size_t k = 0; s->status == 0 && k < p->n; k++) add_point(s, round, generation, p, k);
    return store_commit(s, false);
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

/* ---- outputs -------------------------------------------------------------------------------- */

int store_set_outputs(store *s, size_t m)
{
    if (m == 0) return 0;
    s->outputs = memory_zeros(m, sizeof *s->outputs);
    s->n_outputs = m;
    return schema_make_outputs(s->db) == SQLITE_OK ? 0 : database_fail(s);
}

size_t store_outputs(const store *s)
{
    return s->n_outputs;
}

/* The outputs of a row, in the room for them; null: the run has none. */
static const double *get_outputs(store *s, uint64_t round, uint64_t id)
{
    if (s->n_outputs == 0) return NULL;
    sqlite3_stmt *q =
        database_query(s, "SELECT number, value FROM outputs WHERE round = ? AND id = ?",
                       CELLS(CELL_COUNT(round), CELL_COUNT(id)));
    for (size_t i = 0; i < s->n_outputs; i++) s->outputs[i] = NAN;
    while (database_next(s, q))
        if (database_count(q, 0) < s->n_outputs)
            s->outputs[database_count(q, 0)] = database_real(q, 1);
    database_done(s, q, 0);
    return s->outputs;
}

/* ---- evaluations ---------------------------------------------------------------------------- */

/* Executes a change of one row, whose round and id are the first two cells. Refuses a point that
 * nobody has asked for: what is told of it would be lost without a word. */
static int change_row(store *s, const char *sql, const cell *cells, size_t n)
{
    const int status = database_execute(s, sql, cells, n);
    if (status != 0 || sqlite3_changes(s->db) == 1) return status;
    return text_error(EXIT_USAGE, "%s has no point %" PRIu64 " of round %" PRIu64, s->path,
                      cells[1].count, cells[0].count);
}

int store_set_record(store *s, uint64_t round, const eval_record *r)
{
    int status =
        change_row(s,
                   "UPDATE evaluations SET f = ?3, status = ?4, seconds = ?5, failure = ?6, "
                   "said = ?7 WHERE round = ?1 AND id = ?2",
                   CELLS(CELL_COUNT(round), CELL_COUNT(r->id),
                         CELL_REAL(isfinite(r->f) ? r->f : (double)NAN), CELL_TEXT(status_of(r)),
                         CELL_REAL(r->seconds), CELL_TEXT(r->fate == NES_LATE ? LATE : r->failure),
                         CELL_TEXT(r->said[0] != '\0' ? r->said : NULL)));
    for (size_t i = 0; r->outputs != NULL && status == 0 && i < s->n_outputs; i++)
        status = database_execute(
            s, "INSERT OR REPLACE INTO outputs VALUES (?, ?, ?, ?)",
            CELLS(CELL_COUNT(round), CELL_COUNT(r->id), CELL_COUNT(i), CELL_REAL(r->outputs[i])));
    return status;
}

int store_set_handed(store *s, uint64_t round, uint64_t id)
{
    return change_row(s, "UPDATE evaluations SET handed = 1 WHERE round = ? AND id = ?",
                      CELLS(CELL_COUNT(round), CELL_COUNT(id)));
}

bool store_find_record(store *s, uint64_t round, uint64_t id, eval_record *to)
{
    sqlite3_stmt *q =
        database_query(s, "SELECT f, status, failure FROM evaluations WHERE round = ? AND id = ?",
                       CELLS(CELL_COUNT(round), CELL_COUNT(id)));
    const char *status = database_next(s, q) ? database_text(q, 1) : NULL;
    const bool found = status != NULL;
    if (found) *to = eval_measured(id, value_of(status, sqlite3_column_double(q, 0)));
    if (found) to->fate = fate_of(status, database_text(q, 2));
    database_done(s, q, 0);
    return found;
}

int store_last_round(store *s, uint64_t *round)
{
    sqlite3_stmt *q = database_query(s, "SELECT max(round) FROM evaluations", NULL, 0);
    *round = database_next(s, q) ? database_count(q, 0) : 0;
    return database_done(s, q, 0);
}

/* The columns of an evaluation as read_row() reads them. */
#define EVALUATIONS                                                                                \
    "SELECT round, id, run, generation, x, f, status, seconds, failure, said, handed "             \
    "FROM evaluations "

/* Reads a row of an evaluation. Returns whether it is sound. */
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
    if (e->status == NULL || !numbers_scan(&s->list[0], database_text(q, 4))) return false;
    e->x = s->list[0].v;
    e->dim = s->list[0].n;
    r->fate = fate_of(e->status, r->failure);
    r->f = value_of(e->status, sqlite3_column_double(q, 5));
    if (r->fate == NES_LATE) r->failure = NULL;
    if (r->fate == NES_MEASURED) r->outputs = get_outputs(s, e->round, r->id);
    if (r->said == NULL) r->said = "";
    return true;
}

/* Visits the rows that a query finds. */
static int visit_rows(store *s, sqlite3_stmt *q, store_visit visit, void *data)
{
    store_evaluation e;
    int answer = 0;
    while (answer == 0 && database_next(s, q))
        answer = read_row(s, q, &e) ? visit(&e, data) : database_damaged(s);
    return database_done(s, q, answer);
}

int store_each_evaluation(store *s, uint64_t round, store_visit visit, void *data)
{
    const cell of = CELL_COUNT(round);
    sqlite3_stmt *q =
        round == 0 ? database_query(s, EVALUATIONS "ORDER BY round, id", NULL, 0)
                   : database_query(s, EVALUATIONS "WHERE round = ? ORDER BY round, id", &of, 1);
    return visit_rows(s, q, visit, data);
}

int store_find_best(store *s, bool maximize, store_visit visit, void *data)
{
    static const char least[] = EVALUATIONS "WHERE status = 'ok' ORDER BY f, round, id LIMIT 1",
                      greatest[] =
                          EVALUATIONS "WHERE status = 'ok' ORDER BY f DESC, round, id LIMIT 1";
    return visit_rows(s, database_query(s, maximize ? greatest : least, NULL, 0), visit, data);
}

int store_count_evaluations(store *s, store_counts *counts)
{
    sqlite3_stmt *q =
        database_query(s,
                       "SELECT total(status <> 'asked'), total(status = 'failed'), "
                       "total(status IN ('nan', 'inf', '-inf')), "
                       "total(status = 'asked' AND failure IS NULL), "
                       "total(status = 'asked' AND handed), "
                       "total(status = 'asked' AND failure IS NOT NULL) FROM evaluations",
                       NULL, 0);
    *counts = (store_counts){.values = 0};
    if (database_next(s, q))
        *counts = (store_counts){.values = database_count(q, 0),
                                 .failed = database_count(q, 1),
                                 .nonfinite = database_count(q, 2),
                                 .open = database_count(q, 3),
                                 .handed = database_count(q, 4),
                                 .late = database_count(q, 5)};
    return database_done(s, q, 0);
}

int store_each_failure(store *s, int (*visit)(const failure_kind *f, void *data), void *data)
{
    int answer = 0;
    /* With min(), SQLite takes the other columns from the row that has the minimum. */
    sqlite3_stmt *q = database_query(s,
                                     "SELECT coalesce(failure, 'failed'), count(*), id, said, "
                                     "min(printf('%019d %019d', round, id)) FROM evaluations "
                                     "WHERE status = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1",
                                     NULL, 0);
    while (answer == 0 && database_next(s, q)) {
        const char *said = database_text(q, 3);
        const failure_kind f = {.failure = database_text(q, 0),
                                .said = said == NULL ? "" : said,
                                .count = database_count(q, 1),
                                .id = database_count(q, 2)};
        answer = visit(&f, data);
    }
    return database_done(s, q, answer);
}
