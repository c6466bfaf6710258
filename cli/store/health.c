/* SPDX-License-Identifier: MIT
 *
 * Looking at the row of the state; see store/health.h. */
#include "store/health.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "store/bounded_state.h"
#include "store/database.h"
#include "store/want.h"

const char health_fact[] = "state_sha256";

const char *health_digest(const health_row *row, char to[DIGEST_SIZE])
{
    char best[TEXT_NUMBER_SIZE] = "null"; /* a NaN has a sign, which the database does not keep */
    buffer front = {.text = NULL};
    if (!isnan(row->best)) text_number(row->best, best);
    buffer_print(&front, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %s %s\n", row->round,
                 row->evaluations, row->generation, best, row->fingerprint);
    digest_bytes(front.text, row->saved, row->size, to);
    buffer_free(&front);
    return to;
}

/* Earlier versions wrote no digest. Only the bytes of nes_save have a checksum then. */
static state_health try_to_load(const health_row *row, bool *untried)
{
    bounded_state b;
    const nes_status st = bounded_state_load(&b, row->saved, row->size);
    *untried = b.exceeded;
    if (st == NES_ERR_MEMORY && !b.exceeded) memory_ran_out();
    bounded_state_close(&b);
    return st == NES_ERR_DAMAGED || st == NES_ERR_FOREIGN ? STATE_DAMAGED : STATE_SOUND;
}

/* Whether each column has a value of its kind; best_f may be NULL. */
static bool has_types(sqlite3_stmt *q)
{
    static const int types[] = {SQLITE_INTEGER, SQLITE_INTEGER, SQLITE_INTEGER,
                                SQLITE_FLOAT,   SQLITE_TEXT,    SQLITE_BLOB};
    for (int i = 0; i < (int)(sizeof types / sizeof *types); i++) {
        const int type = sqlite3_column_type(q, i);
        if (type != types[i] && !(types[i] == SQLITE_FLOAT && type == SQLITE_NULL)) return false;
    }
    return sqlite3_column_int64(q, 0) >= 0;
}

static state_health look_at_row(sqlite3_stmt *q, bool *untried)
{
    char digest[DIGEST_SIZE];
    if (!has_types(q)) return STATE_DAMAGED;
    const char *written = database_text(q, 6);
    const health_row row = {.round = database_count(q, 0),
                            .evaluations = database_count(q, 1),
                            .generation = database_count(q, 2),
                            .best = database_real(q, 3),
                            .fingerprint = database_text(q, 4),
                            .saved = sqlite3_column_blob(q, 5),
                            .size = (size_t)sqlite3_column_bytes(q, 5)};
    if (written == NULL) return try_to_load(&row, untried);
    return strcmp(health_digest(&row, digest), written) == 0 ? STATE_SOUND : STATE_DAMAGED;
}

/* A run without a state has lost it if it has come to a round. */
static state_health look_for_rounds(sqlite3 *db)
{
    static const char LOOK[] =
        "SELECT EXISTS (SELECT 1 FROM facts WHERE name = 'state_sha256') OR "
        "EXISTS (SELECT 1 FROM generations) OR EXISTS (SELECT 1 FROM evaluations WHERE round > 0)";
    sqlite3_int64 begun = 0;
    return database_number(db, LOOK, &begun) == SQLITE_OK && begun == 0 ? STATE_NONE : STATE_LOST;
}

/* Looks once; returns the result code of SQLite. */
static int look(sqlite3 *db, state_health *health, bool *untried)
{
    static const char LOOK[] = "SELECT round, evaluations, generation, best_f, fingerprint, saved, "
                               "(SELECT value FROM facts WHERE name = 'state_sha256') FROM state";
    sqlite3_stmt *q = NULL;
    *health = STATE_DAMAGED;
    *untried = false;
    int code = sqlite3_prepare_v2(db, LOOK, -1, &q, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(q);
    if (code == SQLITE_ROW) *health = look_at_row(q, untried);
    sqlite3_finalize(q);
    want_end(code);
    return code;
}

/* A read that fails once is no damage, and SQLite does not tell the two apart. */
state_health health_of(sqlite3 *db, bool *untried)
{
    state_health health;
    int code = look(db, &health, untried);
    if (code != SQLITE_ROW && code != SQLITE_DONE) code = look(db, &health, untried);
    return code == SQLITE_DONE ? look_for_rounds(db) : health;
}

state_health store_state_health(store *s)
{
    bool untried;
    return s->status == 0 ? health_of(s->db, &untried) : STATE_DAMAGED;
}
