/* SPDX-License-Identifier: MIT
 *
 * The order in which values have come; see store/store.h. */
#include "store/database.h"

int store_use_arrivals(store *s)
{
    return schema_make_arrivals(s->db) == SQLITE_OK ? s->status : database_fail(s);
}

int store_add_arrival(store *s, const store_arrival *a)
{
    return database_execute(
        s, "INSERT INTO arrivals VALUES (?, ?, ?)",
        CELLS(CELL_COUNT(a->number), CELL_COUNT(a->round), CELL_COUNT(a->asked)));
}

int store_each_arrival(store *s, uint64_t after, int (*visit)(const store_arrival *a, void *data),
                       void *data)
{
    int answer = 0;
    sqlite3_stmt *q = database_query(
        s, "SELECT number, round, asked FROM arrivals WHERE number > ? ORDER BY number",
        CELLS(CELL_COUNT(after)));
    while (answer == 0 && database_next(s, q)) {
        const store_arrival a = {database_count(q, 0), database_count(q, 1), database_count(q, 2)};
        answer = visit(&a, data);
    }
    return database_done(s, q, answer);
}
