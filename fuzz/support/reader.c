/* SPDX-License-Identifier: MIT
 *
 * Reading a database; see support/reader.h. */
#include "support/reader.h"

#include "base/json_values.h"
#include "report/history.h"
#include "session/facts.h"
#include "session/record.h"
#include "store/damage.h"
#include "store/database.h"
#include "store/replay.h"
#include "store/standing.h"
#include "support/fuzz.h"
#include "support/modest.h"

static int visit_evaluation(const store_evaluation *e, void *data)
{
    double *sum = data;
    for (size_t i = 0; i < e->dim; i++) *sum += e->x[i];
    return 0;
}

/* The optimiser goes on, with the values that the table has. */
static void resume(store *s)
{
    buffer bytes;
    nes_opt *o = NULL;
    nes_points p;
    uint64_t round;
    nes_settings settings;
    modest_memory memory;
    recall values = {.n = 0};
    nes_settings_default(&settings);
    settings.allocator = modest_allocator(&memory);
    if (store_get_state(s, &round, &bytes) == 0 && bytes.n > 0 &&
        nes_load(&o, bytes.text, bytes.n, &settings, NULL, 0) == NES_OK &&
        nes_ask(o, &p) == NES_OK && p.n < 1000) {
        eval_record r;
        if (recall_round(&values, s, round + 1, &p) == 0)
            for (size_t i = 0; i < p.n; i++) {
                r = eval_measured(p.id[i], 0);
                recall_answer(&values, p.x, &r);
            }
    }
    recall_close(&values);
    nes_destroy(o);
    buffer_free(&bytes);
}

static void read_course(store *s)
{
    history *h = history_create(NULL);
    record_recall(s, UINT64_MAX, h);
    history_end(h);
    history_free(h);
}

/* `nes show` */
static void read_standing(store *s)
{
    standing t;
    if (standing_open(&t, s) == 0) {
        standing_print(&t, "folder");
        json_print(standing_json(&t, "folder"));
    }
    standing_close(&t);
}

static void read_origin(store *s)
{
    facts_origin from;
    facts_read(s, &from);
    facts_free(&from);
}

static void read_evaluations(store *s)
{
    double sum = 0;
    store_each_evaluation(s, 0, visit_evaluation, &sum);
}

/* What an attempt to save something of it does. */
static void rescue(store *s)
{
    damage_yield yield = {.facts = 0};
    buffer text = {.text = NULL};
    int code;
    sqlite3 *to = database_connect(":memory:", SQLITE_OPEN_READWRITE, &code);
    damage_is_none(s->db);
    if (code == SQLITE_OK && schema_make(to) == SQLITE_OK &&
        damage_copy(s->db, to, &yield) == SQLITE_OK)
        damage_print(&text, &yield);
    buffer_free(&text);
    sqlite3_close(to);
}

store *reader_open(sqlite3 *db)
{
    store *s = database_new("folder", STORE_READ);
    fuzz_quiet();
    s->db = db;
    return s;
}

void reader_read(store *s, unsigned which)
{
    static void (*const readers[])(store *) = {read_standing,    read_origin, resume, read_standing,
                                               read_evaluations, rescue,      resume, read_course};
    int format = 0;
    const schema_kind kind = schema_recognise(s->db, &format);
    if (database_check_ours(s->db, s->path, kind, format) != 0) return;
    if (kind == SCHEMA_OURS)
        readers[which % 8](s);
    else
        rescue(s);
}
