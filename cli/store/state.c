/* SPDX-License-Identifier: MIT
 *
 * The state of the optimiser, and the orders of `nes ctl`; see store/store.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/json_values.h"
#include "base/memory.h"
#include "base/text.h"
#include "nes/by_name.h"
#include "store/database.h"
#include "store/health.h"

/* ---- state ---------------------------------------------------------------------------------- */

static int set_list(store *s, const char *name, const double *v, size_t n)
{
    cJSON *list = json_from_reals(v, n);
    char *text = cJSON_PrintUnformatted(list);
    const int status = store_set_fact(s, name, text);
    cJSON_free(text);
    cJSON_Delete(list);
    return status;
}

/* Only `nes run` and `nes resume` run a law of the user's own, and without it the state cannot be
 * read. So what others show of the state stands beside it. */
static int set_law_facts(store *s, nes_opt *o)
{
    const nes_settings *in_force = nes_get_settings(o);
    char best[TEXT_NUMBER_SIZE];
    size_t n;
    nes_result r;
    if (in_force->density == NULL && in_force->radial == NULL) return 0;
    if (nes_get_length(o, "theta", &n) == NES_OK) {
        double *theta = memory_zeros(n, sizeof *theta);
        nes_get_array(o, "theta", n, theta);
        set_list(s, "theta", theta, n);
        free(theta);
    }
    if (nes_get_result(o, &r) != NES_OK || r.best_x == NULL) return s->status;
    store_set_fact(s, "best_f", text_number(r.best_f, best));
    store_set_fact(s, "feasible", r.feasible ? "yes" : "no");
    return set_list(s, "best_x", r.best_x, r.dim);
}

/* Writes the row with its digest. An earlier version of nes would write a state without one, so
 * that it may not go on with this folder from now on. */
static int write_row(store *s, const health_row *row)
{
    char digest[DIGEST_SIZE];
    store_begin(s);
    if (s->status == 0 && schema_raise(s->db) != SQLITE_OK) database_fail(s);
    database_execute(s, "INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?, ?, ?)",
                     CELLS(CELL_COUNT(row->round), CELL_COUNT(row->evaluations),
                           CELL_COUNT(row->generation), CELL_REAL(row->best),
                           CELL_TEXT(row->fingerprint), CELL_BYTES(row->saved, row->size)));
    store_set_fact(s, health_fact, health_digest(row, digest));
    return store_commit(s, false);
}

int store_set_state(store *s, uint64_t round, const nes_opt *o)
{
    char fingerprint[17];
    uint64_t evaluations = 0, generations = 0;
    double best = NAN;
    nes_opt *asked = (nes_opt *)o; /* asking for results does not change the run */
    const size_t size = nes_save_size(o);
    void *bytes = memory_zeros(size, 1);
    if (nes_save(o, bytes, size, NULL) != NES_OK) memory_ran_out();
    nes_get_count(asked, "evaluations", &evaluations);
    nes_get_count(asked, "generations", &generations);
    nes_get_real(asked, "best_f", &best);
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, nes_fingerprint(o));
    const int status = write_row(s, &(health_row){.round = round,
                                                  .evaluations = evaluations,
                                                  .generation = generations,
                                                  .best = best,
                                                  .fingerprint = fingerprint,
                                                  .saved = bytes,
                                                  .size = size});
    free(bytes);
    return status == 0 ? set_law_facts(s, asked) : status;
}

int store_get_state(store *s, uint64_t *round, buffer *bytes)
{
    *bytes = (buffer){.text = NULL};
    *round = 0;
    if (store_state_health(s) != STATE_SOUND) return store_status(s);
    sqlite3_stmt *q = database_query(s, "SELECT round, saved FROM state", NULL, 0);
    if (database_next(s, q)) {
        *round = database_count(q, 0);
        buffer_add(bytes, sqlite3_column_blob(q, 1), (size_t)sqlite3_column_bytes(q, 1));
    }
    return database_done(s, q, 0);
}

int store_load(store *s, const nes_settings *settings, uint64_t *round, nes_opt **o)
{
    char message[NES_MESSAGE_SIZE];
    buffer bytes;
    int status = store_get_state(s, round, &bytes);
    if (status == 0 && bytes.n > 0 &&
        nes_load(o, bytes.text, bytes.n, settings, message, sizeof message) != NES_OK)
        status = text_error(EXIT_FILES, "the state in %s cannot be used: %s", s->folder, message);
    buffer_free(&bytes);
    return status;
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
    s->looked = false; /* there may be another order */
    return database_execute(s, "UPDATE orders SET taken = 1 WHERE number = ?",
                            CELLS(CELL_COUNT(number)));
}
