/* SPDX-License-Identifier: MIT
 *
 * Points and their values; see store/store.h. SQLite has no NaN, and infinities are awkward in
 * queries. So f has a number only where the value is finite, and the status says the rest. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/database.h"
#include "store/evaluation_row.h"

/* The upper bits of an id, from this bit on, are the number of the run less 1, by a rule of the
 * library. */
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

/* How the table spells a fate: by the status and, of a point that nobody waits for any more or
 * whose numbers were known, by the column failure. A point that waits is "asked" and has no
 * failure. */
static const char ASKED[] = "asked", FAILED[] = "failed", LATE[] = "late", KNOWN[] = "known";

static const char *status_of(const eval_record *r)
{
    if (r->fate == NES_LATE || r->fate == NES_WAITING) return ASKED;
    if (r->fate != NES_MEASURED && r->fate != NES_KNOWN) return FAILED;
    if (isnan(r->f)) return "nan";
    if (isinf(r->f)) return r->f > 0 ? "inf" : "-inf";
    return "ok";
}

nes_fate evaluation_fate(const char *status, const char *failure)
{
    if (strcmp(status, FAILED) == 0) return NES_FAILED;
    if (strcmp(status, ASKED) != 0)
        return failure != NULL && strcmp(failure, KNOWN) == 0 ? NES_KNOWN : NES_MEASURED;
    return failure != NULL && strcmp(failure, LATE) == 0 ? NES_LATE : NES_WAITING;
}

static const char *failure_of(const eval_record *r)
{
    return r->fate == NES_LATE ? LATE : r->fate == NES_KNOWN ? KNOWN : r->failure;
}

double evaluation_value(const char *status, double number)
{
    if (strcmp(status, "ok") == 0) return number;
    if (strcmp(status, "inf") == 0) return INFINITY;
    return strcmp(status, "-inf") == 0 ? -INFINITY : NAN;
}

/* ---- outputs -------------------------------------------------------------------------------- */

size_t store_constraints(store *s)
{
    enum { MOST = 1000 }; /* as the option constraints */
    const double m = store_get_real(s, "constraints", 0);
    return m > 0 && m <= MOST ? (size_t)m : 0;
}

void store_use_outputs(store *s, size_t m)
{
    if (m == 0 || !schema_has_outputs(s->db)) return;
    s->outputs = memory_resize(s->outputs, m, sizeof *s->outputs);
    s->n_outputs = m;
}

int store_set_outputs(store *s, size_t m)
{
    if (m == 0) return 0;
    s->outputs = memory_resize(s->outputs, m, sizeof *s->outputs);
    s->n_outputs = m;
    return schema_make_outputs(s->db) == SQLITE_OK ? 0 : database_fail(s);
}

size_t store_outputs(const store *s)
{
    return s->n_outputs;
}

const double *evaluation_outputs(store *s, uint64_t round, uint64_t id)
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
    char name[NES_POINT_NAME_SIZE];
    return text_error(EXIT_USAGE, "%s has no %s of round %" PRIu64, s->path,
                      nes_point_name(cells[1].count, name, sizeof name), cells[0].count);
}

int store_set_record(store *s, uint64_t round, const eval_record *r)
{
    int status = change_row(
        s,
        "UPDATE evaluations SET f = ?3, status = ?4, seconds = ?5, failure = ?6, "
        "said = ?7 WHERE round = ?1 AND id = ?2",
        CELLS(CELL_COUNT(round), CELL_COUNT(r->id), CELL_REAL(isfinite(r->f) ? r->f : (double)NAN),
              CELL_TEXT(status_of(r)), CELL_REAL(r->seconds), CELL_TEXT(failure_of(r)),
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
    if (found) *to = eval_measured(id, evaluation_value(status, sqlite3_column_double(q, 0)));
    if (found) to->fate = evaluation_fate(status, database_text(q, 2));
    database_done(s, q, 0);
    return found;
}

int store_last_round(store *s, uint64_t *round)
{
    sqlite3_stmt *q = database_query(s, "SELECT max(round) FROM evaluations", NULL, 0);
    *round = database_next(s, q) ? database_count(q, 0) : 0;
    return database_done(s, q, 0);
}

int store_last_whole_round(store *s, uint64_t *round)
{
    int status = store_last_round(s, round);
    sqlite3_stmt *q = database_query(s,
                                     "SELECT 1 FROM evaluations WHERE round = ? AND "
                                     "status = 'asked' AND failure IS NULL LIMIT 1",
                                     CELLS(CELL_COUNT(*round)));
    if (database_next(s, q) && *round > 0) --*round;
    return database_done(s, q, status);
}

bool store_has_all_rounds(store *s)
{
    sqlite3_stmt *q =
        database_query(s,
                       "SELECT count(DISTINCT round) = max(round) OR (max(round) IS NULL AND NOT "
                       "EXISTS (SELECT 1 FROM generations)) FROM evaluations WHERE round > 0",
                       NULL, 0);
    const bool all = database_next(s, q) && sqlite3_column_int(q, 0) != 0;
    database_done(s, q, 0);
    return all;
}

int store_remove_point(store *s, uint64_t round, uint64_t id)
{
    return database_execute(s,
                            "DELETE FROM evaluations WHERE round = ? AND id = ? AND "
                            "status IN ('asked', 'failed')",
                            CELLS(CELL_COUNT(round), CELL_COUNT(id)));
}

int store_move_point(store *s, uint64_t from, uint64_t round, uint64_t id)
{
    static const char move[] =
        "UPDATE OR IGNORE evaluations SET round = ?1 WHERE round = ?2 AND id = ?3 AND "
        "status IN ('ok', 'nan', 'inf', '-inf')";
    static const char move_outputs[] =
        "UPDATE OR IGNORE outputs SET round = ?1 WHERE round = ?2 AND id = ?3 AND EXISTS "
        "(SELECT 1 FROM evaluations WHERE round = ?1 AND id = ?3)";
    database_execute(s, move, CELLS(CELL_COUNT(round), CELL_COUNT(from), CELL_COUNT(id)));
    if (s->n_outputs > 0)
        database_execute(s, move_outputs,
                         CELLS(CELL_COUNT(round), CELL_COUNT(from), CELL_COUNT(id)));
    return s->status;
}
