/* SPDX-License-Identifier: MIT
 *
 * Looking at the evaluations of a run: one after the other, some of them, the best, how many of
 * each kind there are. See store/store.h. */
#include <string.h>

#include "base/buffer.h"
#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/database.h"
#include "store/evaluation_row.h"

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
    r->fate = evaluation_fate(e->status, r->failure);
    r->f = evaluation_value(e->status, sqlite3_column_double(q, 5));
    if (r->fate == NES_LATE || r->fate == NES_KNOWN) r->failure = NULL;
    if (r->fate == NES_MEASURED || r->fate == NES_KNOWN)
        r->outputs = evaluation_outputs(s, e->round, r->id);
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

static int visit_arrivals(store *s, const char *sql, const store_arrival *upto, store_visit visit,
                          void *data)
{
    sqlite3_stmt *q =
        database_query(s, sql, CELLS(CELL_COUNT(upto->asked), CELL_COUNT(upto->number)));
    return visit_rows(s, q, visit, data);
}

int store_each_told(store *s, uint64_t asked, uint64_t told, store_visit visit, void *data)
{
    return visit_arrivals(s,
                          EVALUATIONS "WHERE round BETWEEN 1 AND ?1 AND round IN "
                                      "(SELECT round FROM arrivals WHERE number <= ?2) "
                                      "ORDER BY round, id",
                          &(store_arrival){.asked = asked, .number = told}, visit, data);
}

int store_each_untold(store *s, uint64_t asked, uint64_t told, store_visit visit, void *data)
{
    return visit_arrivals(s,
                          EVALUATIONS "WHERE round BETWEEN 1 AND ?1 AND round NOT IN "
                                      "(SELECT round FROM arrivals WHERE number <= ?2) "
                                      "ORDER BY round, id",
                          &(store_arrival){.asked = asked, .number = told}, visit, data);
}

int store_find_best(store *s, size_t constraints, bool maximize, store_visit visit, void *data)
{
    static const char holds[] =
        "AND NOT EXISTS (SELECT 1 FROM outputs AS o WHERE o.round = evaluations.round AND "
        "o.id = evaluations.id AND o.number < ?1 AND NOT coalesce(o.value <= 0, 0)) ";
    const cell m = CELL_COUNT(constraints);
    const bool judged = constraints > 0 && s->n_outputs > 0;
    buffer sql = {.text = NULL};
    buffer_print(&sql, EVALUATIONS "WHERE status = 'ok' %sORDER BY f%s, round, id LIMIT 1",
                 judged ? holds : "", maximize ? " DESC" : "");
    const int status = visit_rows(s, database_query(s, sql.text, &m, judged ? 1 : 0), visit, data);
    buffer_free(&sql);
    return status;
}

int store_count_evaluations(store *s, store_counts *counts)
{
    sqlite3_stmt *q =
        database_query(s, /* most rows are ok, and only counted */
                       "SELECT (SELECT count(*) FROM evaluations) - total(status = 'asked'), "
                       "total(status = 'failed'), "
                       "total(status IN ('inf', '-inf', 'nan') AND failure IS NULL), "
                       "total(status = 'asked' AND failure IS NULL), "
                       "total(status = 'asked' AND handed), "
                       "total(status = 'asked' AND failure IS NOT NULL), "
                       "total(status = 'nan' AND failure <> 'known'), "
                       "total(status NOT IN ('asked', 'failed') AND failure = 'known'), "
                       "total(round = 0 AND id >= 1099511627776) FROM evaluations "
                       "WHERE status <> 'ok' OR failure IS NOT NULL OR round = 0",
                       NULL, 0);
    *counts = (store_counts){.values = 0};
    if (database_next(s, q))
        *counts = (store_counts){.values = database_count(q, 0),
                                 .failed = database_count(q, 1),
                                 .nonfinite = database_count(q, 2),
                                 .open = database_count(q, 3),
                                 .handed = database_count(q, 4),
                                 .late = database_count(q, 5),
                                 .spared = database_count(q, 6),
                                 .known = database_count(q, 7) - database_count(q, 8),
                                 .given = database_count(q, 8)};
    counts->values -= counts->known + counts->given;
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

int store_visit_evaluation(store *s, uint64_t round, uint64_t id, store_visit visit, void *data)
{
    const cell of[] = {CELL_COUNT(round), CELL_COUNT(id)};
    return visit_rows(
        s, database_query(s, EVALUATIONS "WHERE round = ? AND id = ?", of, sizeof of / sizeof *of),
        visit, data);
}

int store_each_failed(store *s, size_t most, store_visit visit, void *data)
{
    const cell of = CELL_COUNT(most);
    return visit_rows(s,
                      database_query(s,
                                     EVALUATIONS "WHERE status = 'failed' "
                                                 "ORDER BY round DESC, id DESC LIMIT ?",
                                     &of, 1),
                      visit, data);
}
