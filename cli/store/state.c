/* SPDX-License-Identifier: MIT
 *
 * The state of the optimiser, and the orders of `nes ctl`; see store/store.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "store/database.h"

/* ---- state ---------------------------------------------------------------------------------- */

static void bind_summary(sqlite3_stmt *q, uint64_t round, const nes_opt *o)
{
    char digest[17];
    uint64_t evaluations = 0, generations = 0;
    double best = NAN;
    nes_opt *asked = (nes_opt *)o; /* asking for results does not change the run */
    nes_get_count(asked, "evaluations", &evaluations);
    nes_get_count(asked, "generations", &generations);
    nes_get_real(asked, "best_f", &best);
    snprintf(digest, sizeof digest, "%016" PRIx64, nes_fingerprint(o));
    database_bind_count(q, 1, round);
    database_bind_count(q, 2, evaluations);
    database_bind_count(q, 3, generations);
    sqlite3_bind_double(q, 4, best);
    sqlite3_bind_text(q, 5, digest, -1, SQLITE_TRANSIENT);
}

int store_set_state(store *s, uint64_t round, const nes_opt *o)
{
    const size_t size = nes_save_size(o);
    void *bytes = malloc(size);
    if (bytes == NULL || nes_save(o, bytes, size, NULL) != NES_OK) {
        free(bytes);
        return database_no_memory(s);
    }
    sqlite3_stmt *q = database_prepare(s, SET_STATE);
    if (q != NULL) {
        bind_summary(q, round, o);
        sqlite3_bind_blob64(q, 6, bytes, size, SQLITE_STATIC);
    }
    const int status = database_execute(s, q);
    free(bytes);
    return status;
}

int store_get_state(store *s, uint64_t *round, buffer *bytes)
{
    *bytes = (buffer){.text = NULL};
    *round = 0;
    sqlite3_stmt *q = database_prepare(s, GET_STATE);
    const int code = database_step(s, q);
    if (code == SQLITE_ROW) {
        *round = database_count(q, 0);
        buffer_add(bytes, sqlite3_column_blob(q, 1), (size_t)sqlite3_column_bytes(q, 1));
    }
    sqlite3_reset(q);
    if (bytes->failed) return database_no_memory(s);
    return code == SQLITE_ROW || code == SQLITE_DONE ? 0 : EXIT_FILES;
}

/* ---- orders --------------------------------------------------------------------------------- */

int store_add_order(const char *folder, const char *text)
{
    store *s;
    int status = store_open(&s, folder, STORE_BESIDE);
    if (status != 0) return status;
    sqlite3_stmt *q = database_prepare(s, ADD_ORDER);
    if (q != NULL) sqlite3_bind_text(q, 1, text, -1, SQLITE_STATIC);
    status = database_execute(s, q);
    store_close(s);
    return status;
}

int store_drop_orders(store *s)
{
    return database_execute(s, database_prepare(s, DROP_ORDERS));
}

/* Whether another process has written since the last look. */
static bool has_news(store *s)
{
    sqlite3_stmt *q = database_prepare(s, DATA_VERSION);
    const bool known = database_step(s, q) == SQLITE_ROW;
    const int version = known ? sqlite3_column_int(q, 0) : 0;
    sqlite3_reset(q);
    if (known && s->looked && version == s->version) return false;
    s->looked = known;
    s->version = version;
    return true;
}

int store_take_order(store *s, buffer *text)
{
    *text = (buffer){.text = NULL};
    if (s->status != 0) return s->status;
    if (!has_news(s)) return 0;
    sqlite3_stmt *q = database_prepare(s, NEXT_ORDER);
    const int code = database_step(s, q);
    const sqlite3_int64 number = code == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
    if (code == SQLITE_ROW)
        buffer_add(text, database_text(q, 1), (size_t)sqlite3_column_bytes(q, 1));
    sqlite3_reset(q);
    if (text->failed) return database_no_memory(s);
    if (code != SQLITE_ROW) return code == SQLITE_DONE ? 0 : EXIT_FILES;
    s->looked = false; /* there may be another */
    sqlite3_stmt *taking = database_prepare(s, TAKE_ORDER);
    if (taking != NULL) sqlite3_bind_int64(taking, 1, number);
    return database_execute(s, taking);
}
