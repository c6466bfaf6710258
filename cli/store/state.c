/* SPDX-License-Identifier: MIT
 *
 * The state of the optimiser, and the orders of `nes ctl`; see store/store.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "store/database.h"

/* ---- state ---------------------------------------------------------------------------------- */

int store_set_state(store *s, uint64_t round, const nes_opt *o)
{
    char digest[17];
    uint64_t evaluations = 0, generations = 0;
    double best = NAN;
    nes_opt *asked = (nes_opt *)o; /* asking for results does not change the run */
    const size_t size = nes_save_size(o);
    void *bytes = memory_zeros(size, 1);
    if (nes_save(o, bytes, size, NULL) != NES_OK) memory_ran_out();
    nes_get_count(asked, "evaluations", &evaluations);
    nes_get_count(asked, "generations", &generations);
    nes_get_real(asked, "best_f", &best);
    snprintf(digest, sizeof digest, "%016" PRIx64, nes_fingerprint(o));
    const int status =
        database_execute(s, "INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?, ?, ?)",
                         CELLS(CELL_COUNT(round), CELL_COUNT(evaluations), CELL_COUNT(generations),
                               CELL_REAL(best), CELL_TEXT(digest), CELL_BYTES(bytes, size)));
    free(bytes);
    return status;
}

int store_get_state(store *s, uint64_t *round, buffer *bytes)
{
    *bytes = (buffer){.text = NULL};
    *round = 0;
    sqlite3_stmt *q = database_query(s, "SELECT round, saved FROM state", NULL, 0);
    if (database_next(s, q)) {
        *round = database_count(q, 0);
        buffer_add(bytes, sqlite3_column_blob(q, 1), (size_t)sqlite3_column_bytes(q, 1));
    }
    return database_done(s, q, 0);
}

/* ---- orders --------------------------------------------------------------------------------- */

int store_add_order(const char *folder, const char *text)
{
    store *s;
    int status = store_open(&s, folder, STORE_BESIDE);
    if (status != 0) return status;
    status = database_execute(s, "INSERT INTO orders (text) VALUES (?)", CELLS(CELL_TEXT(text)));
    store_close(s);
    return status;
}

int store_drop_orders(store *s)
{
    return database_execute(s, "UPDATE orders SET taken = 1 WHERE NOT taken", NULL, 0);
}

/* Whether another process has written since the last look. */
static bool has_news(store *s)
{
    sqlite3_stmt *q = database_query(s, "PRAGMA data_version", NULL, 0);
    const bool known = database_next(s, q);
    const int version = known ? sqlite3_column_int(q, 0) : 0;
    database_done(s, q, 0);
    if (known && s->looked && version == s->version) return false;
    s->looked = known;
    s->version = version;
    return true;
}

int store_take_order(store *s, char **text)
{
    *text = NULL;
    if (!has_news(s)) return 0;
    sqlite3_stmt *q = database_query(
        s, "SELECT number, text FROM orders WHERE NOT taken ORDER BY number LIMIT 1", NULL, 0);
    const bool found = database_next(s, q);
    const uint64_t number = found ? database_count(q, 0) : 0;
    if (found) *text = memory_text(database_text(q, 1));
    database_done(s, q, 0);
    if (!found) return s->status;
    s->looked = false; /* there may be another */
    return database_execute(s, "UPDATE orders SET taken = 1 WHERE number = ?",
                            CELLS(CELL_COUNT(number)));
}
