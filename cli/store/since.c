/* SPDX-License-Identifier: MIT
 *
 * See store/since.h. */
#include "store/since.h"

#include <math.h>

#include "store/database.h"

int since_each_value(store *s, since_place after, int (*visit)(const since_value *v, void *data),
                     void *data)
{
    int answer = 0;
    sqlite3_stmt *q =
        database_query(s,
                       "SELECT round, id, f, status <> 'asked' OR failure IS NOT NULL "
                       "FROM evaluations WHERE (round, id) > (?, ?) ORDER BY round, id",
                       CELLS(CELL_COUNT(after.round), CELL_COUNT(after.id)));
    while (answer == 0 && database_next(s, q)) {
        const since_value v = {.place = {database_count(q, 0), database_count(q, 1)},
                               .f = database_real(q, 2),
                               .settled = sqlite3_column_int(q, 3) != 0};
        answer = visit(&v, data);
    }
    return database_done(s, q, answer);
}

int since_count_generations(store *s, uint64_t after, uint64_t *n, uint64_t *last)
{
    sqlite3_stmt *q =
        database_query(s, "SELECT count(*), max(generation) FROM generations WHERE generation > ?",
                       CELLS(CELL_COUNT(after)));
    *n = *last = 0;
    if (database_next(s, q)) {
        *n = database_count(q, 0);
        *last = database_count(q, 1);
    }
    return database_done(s, q, 0);
}

int since_each_variable(store *s, int (*visit)(const since_variable *v, void *data), void *data)
{
    int answer = 0;
    sqlite3_stmt *q =
        database_query(s, "SELECT lower, upper, kind FROM variables ORDER BY number", NULL, 0);
    while (answer == 0 && database_next(s, q)) {
        const char *kind = database_text(q, 2);
        const since_variable v = {database_real(q, 0), database_real(q, 1),
                                  kind != NULL ? kind : "real"};
        answer = visit(&v, data);
    }
    return database_done(s, q, answer);
}
