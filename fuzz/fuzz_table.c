/* SPDX-License-Identifier: MIT
 *
 * Files that a folder of results is recognised and read by: the JSON with its settings, and a table
 * of raw data. */

#include "experiment/data.h"
#include "support/file.h"
#include "support/fuzz.h"
#include "tasks/identity.h"

static void add(const void *plan, cJSON *s)
{
    (void)plan;
    task_settings_add(s, "suite", "bbob");
    task_settings_add(s, "budget", "1000");
}

static void read_table(void)
{
    sqlite3 *db = data_open();
    if (data_read(db, fuzz_folder(), "runs", "problem,method", NULL) == 0) {
        sqlite3_stmt *q = data_select(db, "evaluations", "runs", "%s,%s", "a", "b");
        while (sqlite3_step(q) == SQLITE_ROW) data_real(q, 0);
        sqlite3_finalize(q);
    }
    sqlite3_close(db);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const task_identity id = {
        .word = "bench", .noun = "bench", .subject = "suite", .add = add};
    static fuzz_file json, table;
    if (size == 0) return 0;
    fuzz_quiet();
    fuzz_file *file = data[0] & 1 ? &json : &table;
    fuzz_file_write(file, data[0] & 1 ? "bench.json" : "runs.csv", data + 1, size - 1);
    if (data[0] & 1)
        task_identity_check(&id, "folder", file->path);
    else
        read_table();
    return 0;
}

void fuzz_seeds(const fuzz_sink *to)
{
    static const task_identity id = {
        .word = "bench", .noun = "bench", .subject = "suite", .add = add};
    buffer b = {.text = NULL};
    task_identity_write(&id, &b);
    fuzz_seed_text(to, 1, b.text);
    buffer_free(&b);
    fuzz_seed_text(to, 1, "{\"format\": \"nes bench 1\", \"suite\": [1e999, {\"a\": null}]}");
    fuzz_seed_text(to, 0,
                   "problem,method,run,solved,evaluations\na,b,1,1,100\na,b,2,0,1e3\n"
                   "c,d,1,1,inf\n");
    fuzz_seed_text(to, 0, "problem,method\n");
}
