/* SPDX-License-Identifier: MIT
 *
 * Bytes of a run.db, behind a byte that says who reads it. SQLite reads them from memory, so that
 * no input costs a file. */
#include <stdlib.h>
#include <string.h>

#include "store/database.h"
#include "support/fuzz.h"
#include "support/reader.h"
#include "support/samples.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int code;
    if (size < 2) return 0;
    const unsigned which = *data++;
    sqlite3 *db = database_connect(":memory:", SQLITE_OPEN_READWRITE, &code);
    unsigned char *bytes = sqlite3_malloc64(--size);
    if (bytes == NULL || code != SQLITE_OK) abort();
    memcpy(bytes, data, size);
    if (sqlite3_deserialize(db, "main", bytes, (sqlite3_int64)size, (sqlite3_int64)size,
                            SQLITE_DESERIALIZE_FREEONCLOSE) != SQLITE_OK)
        abort();
    store *s = reader_open(db);
    reader_read(s, which);
    store_close(s);
    return 0;
}

/* Small pages, so that a whole database is a short input. */
void fuzz_seeds(const fuzz_sink *to)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        int code;
        sqlite3_int64 size = 0;
        sqlite3 *db = database_connect(":memory:", SQLITE_OPEN_READWRITE, &code);
        if (code != SQLITE_OK ||
            sqlite3_exec(db, "PRAGMA page_size = 512", NULL, NULL, NULL) != SQLITE_OK ||
            schema_make(db) != SQLITE_OK)
            abort();
        samples_add(db, i);
        unsigned char *bytes = sqlite3_serialize(db, "main", &size, 0);
        for (uint8_t which = 0; bytes != NULL && which < 8; which++)
            fuzz_seed_bytes(to, which, bytes, (size_t)size);
        sqlite3_free(bytes);
        sqlite3_close(db);
    }
}
