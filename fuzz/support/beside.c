/* SPDX-License-Identifier: MIT
 *
 * Folders with a changed journal or log; see support/beside.h. */
#include "support/beside.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "store/database.h"
#include "support/file.h"
#include "support/reader.h"
#include "support/samples.h"

static const char *const SUFFIX[] = {"run.db-journal", "run.db-wal"};

static const char *path_of(const char *name)
{
    static buffer path;
    path.n = 0;
    buffer_print(&path, "%s/%s", fuzz_folder(), name);
    return path.text;
}

static void write_file(const char *name, const void *bytes, size_t n)
{
    const int fd = open(path_of(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n || close(fd) != 0) abort();
}

static void remove_all(void)
{
    static const char *const names[] = {"run.db",     "run.db-journal", "run.db-wal",
                                        "run.db-shm", "run.lock",       "stranger"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(path_of(names[i]));
}

/* ---- what SQLite leaves --------------------------------------------------------------------- */

typedef struct folder {
    buffer db, beside;
} folder;

/* One page in memory, so that a transaction that is not finished writes the others. */
static const char *const BEFORE[] = {
    "PRAGMA page_size = 512; PRAGMA cache_size = 1; PRAGMA cache_spill = 1",
    "PRAGMA page_size = 512; PRAGMA journal_mode = WAL"};
static const char *const BEGIN[] = {"BEGIN", "PRAGMA wal_autocheckpoint = 0"};

static void must(int code)
{
    if (code != SQLITE_OK) abort();
}

static void make(beside_kind kind, size_t sample, folder *f)
{
    int code;
    remove_all();
    sqlite3 *db =
        database_connect(path_of("run.db"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &code);
    must(code);
    must(sqlite3_exec(db, BEFORE[kind], NULL, NULL, NULL));
    must(schema_make(db));
    must(sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL));
    must(sqlite3_exec(db, BEGIN[kind], NULL, NULL, NULL));
    samples_add(db, sample);
    if (kind == BESIDE_JOURNAL) must(sqlite3_db_cacheflush(db));
    if (file_read(path_of("run.db"), &f->db) != 0) abort();
    if (file_read(path_of(SUFFIX[kind]), &f->beside) != 0) abort();
    sqlite3_close(db);
    remove_all();
}

static const folder *folder_of(beside_kind kind, size_t sample)
{
    static folder made[2][SAMPLES];
    folder *f = &made[kind][sample];
    if (f->db.n == 0) {
        make(kind, sample, f);
        atexit(remove_all);
    }
    return f;
}

/* ---- trying --------------------------------------------------------------------------------- */

static void write_beside(beside_kind kind, uint8_t choice, const uint8_t *bytes, size_t n)
{
    const char *stranger = path_of("stranger");
    uint8_t *copy = malloc(n + strlen(stranger) + 28);
    if (copy == NULL) abort();
    memcpy(copy, bytes, n);
    if ((choice & BESIDE_SEALED) != 0)
        (kind == BESIDE_WAL ? beside_seal_wal : beside_seal_journal)(copy, n);
    if (kind == BESIDE_JOURNAL && (choice & BESIDE_NAMES) != 0)
        n += beside_name_super(copy + n, stranger);
    write_file(SUFFIX[kind], copy, n);
    free(copy);
}

void beside_try(beside_kind kind, uint8_t choice, const uint8_t *bytes, size_t n)
{
    const folder *f = folder_of(kind, choice / 64 % SAMPLES);
    const store_access access = (choice & BESIDE_WRITES) != 0 ? STORE_WRITE : STORE_READ;
    store *s = NULL;
    fuzz_quiet();
    remove_all();
    write_file("run.db", f->db.text, f->db.n);
    write_file("stranger", "", 0);
    write_beside(kind, choice, bytes, n);
    if (store_open(&s, fuzz_folder(), access) == 0) reader_read(s, choice & BESIDE_READER);
    store_close(s);
    if (unlink(path_of("stranger")) != 0) fuzz_defect("a file of somebody else was removed");
}

void beside_seeds(beside_kind kind, const fuzz_sink *to)
{
    for (uint8_t sample = 0; sample < SAMPLES; sample++) {
        const buffer *beside = &folder_of(kind, sample)->beside;
        for (unsigned low = 0; low < 64; low += low % 8 == 0 ? 1 : 7) /* two of the readers */
            fuzz_seed_bytes(to, (uint8_t)(sample * 64 + low), beside->text, beside->n);
    }
}
