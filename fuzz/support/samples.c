/* SPDX-License-Identifier: MIT
 *
 * Rows for seeds; see support/samples.h. */
#include "support/samples.h"

#include <stdlib.h>

#include "nes/by_name.h"
#include "support/container.h"
#include "support/modest.h"

static const char *const ROWS[] = {
    "INSERT INTO facts VALUES ('objective', 'sum(x^2)'), ('command', '[\"run\",\"--dim\",\"2\"]'),"
    " ('status', 'stopped'), ('seconds', '1.5'), ('maximize', 'no'), ('named', 'no'),"
    " ('version', '0.2.0'), ('stop', 'target'), ('stop_text', 'reached'), ('folder', '.');"
    "INSERT INTO variables VALUES (1, 'x1', -1.0, 1.0, 'real'), (2, 'x2', NULL, NULL, 'log');",
    "INSERT INTO evaluations VALUES (1, 0, 1, 1, '[0.5,-1]', 1.25, 'ok', 0.1, NULL, NULL, 0),"
    " (1, 1, 1, 1, '[1e300,9e999]', NULL, 'failed', 2.0, 'timed out', 'no licence', 1),"
    " (1, 2, 1, 1, '[2,null]', NULL, 'nan', NULL, NULL, NULL, 0),"
    " (2, 3, 1, 2, '[0.25,0.5]', NULL, 'asked', NULL, NULL, NULL, 1);"
    "INSERT INTO generations VALUES (1, 3, 1, 6, 1.25, 1.25, 2.0, 0.5, 3.0, 0.2, 1.0, 0.3, 0.1,"
    " NULL, NULL, NULL, '[0.1,0.2]', '[1,2]', '[0.5,2]');"
    "INSERT INTO orders (text) VALUES ('set max_evals=100');",
    "CREATE TABLE outputs (round INTEGER NOT NULL, id INTEGER NOT NULL, number INTEGER NOT NULL, "
    "value,"
    " PRIMARY KEY (round, id, number)) WITHOUT ROWID;"
    "INSERT INTO facts VALUES ('constraints', '2'), ('feasible', 'yes');"
    "INSERT INTO outputs VALUES (1, 0, 0, -1.0), (1, 0, 1, NULL), (1, 0, 9, 0.0), (1, 2, 0, "
    "9e999);",
};

unsigned char *samples_state(size_t *n)
{
    nes_opt *o = NULL;
    nes_settings s;
    nes_settings_default(&s);
    nes_set(&s, "method", "snes");
    if (nes_create(&o, 2, NULL, &s) != NES_OK) abort();
    modest_run(o, 1, NULL, 0);
    *n = nes_save_size(o);
    unsigned char *bytes = malloc(*n);
    if (bytes == NULL || nes_save(o, bytes, *n, NULL) != NES_OK) abort();
    *n = container_shorten(bytes, *n);
    nes_destroy(o);
    return bytes;
}

static void add_state(sqlite3 *db)
{
    size_t n;
    unsigned char *bytes = samples_state(&n);
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(db, "INSERT INTO state VALUES (1, 1, 3, 1, 1.25, '00', ?)", -1, &q,
                           NULL) != SQLITE_OK)
        abort();
    sqlite3_bind_blob64(q, 1, bytes, n, SQLITE_STATIC);
    sqlite3_step(q);
    sqlite3_finalize(q);
    free(bytes);
}

void samples_add(sqlite3 *db, size_t i)
{
    sqlite3_exec(db, ROWS[0], NULL, NULL, NULL);
    if (i >= 1) sqlite3_exec(db, ROWS[1], NULL, NULL, NULL);
    if (i >= 2) add_state(db);
    if (i >= 3) sqlite3_exec(db, ROWS[2], NULL, NULL, NULL);
}
