/* SPDX-License-Identifier: MIT
 *
 * Damage to every file of a folder, as a killed writer leaves it with a log, and as one leaves it
 * in the middle of a transaction without a log. Whatever was changed, cut off or added, the folder
 * is read, repaired, or refused with a sentence, and no value appears that was never written. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_rig.h"
#include "support/sanitizer.h"

enum { VALUES = 120, COMMITTED = 80, MOST_FILES = 8, MOST_ADDED = 5000 };

typedef struct file {
    char name[256];
    char *bytes; /* owned */
    size_t n;
} file;

/* The files of the folder `run`, in memory. */
typedef struct folder {
    file files[MOST_FILES];
    size_t n;
} folder;

static void fill(store *s, uint64_t from, uint64_t to)
{
    for (uint64_t id = from; id < to; id++) {
        double x[RIG_DIM];
        rig_point(id, x);
        const nes_points p = {.n = 1, .dim = RIG_DIM, .x = x, .id = &id};
        assert_int_equal(store_add_points(s, id / 4 + 1, 1, &p), 0);
        assert_int_equal(rig_set_value(s, id), 0);
    }
}

static store *begin(uint64_t values)
{
    store *s = rig_create("run");
    nes_settings settings = run_settings("xnes");
    nes_opt *o = run_start(RIG_DIM, NULL, &settings);
    assert_int_equal(store_set_fact(s, "command", "[]"), 0);
    assert_int_equal(store_set_state(s, 1, o), 0);
    nes_destroy(o);
    fill(s, 0, values);
    return s;
}

static void read_file(file *f)
{
    char path[300];
    snprintf(path, sizeof path, "run/%s", f->name);
    FILE *from = fopen(path, "rb");
    assert_non_null(from);
    struct stat info;
    assert_int_equal(fstat(fileno(from), &info), 0);
    f->n = (size_t)info.st_size;
    f->bytes = malloc(f->n + 1);
    assert_non_null(f->bytes);
    assert_int_equal(fread(f->bytes, 1, f->n, from), f->n);
    fclose(from);
}

static void write_file(const char *name, const char *bytes, size_t n)
{
    char path[300];
    snprintf(path, sizeof path, "run/%s", name);
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, n, to), n);
    assert_int_equal(fclose(to), 0);
}

static void take(folder *f)
{
    DIR *d = opendir("run");
    assert_non_null(d);
    f->n = 0;
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        if (e->d_name[0] == '.') continue;
        assert_true(f->n < MOST_FILES);
        snprintf(f->files[f->n].name, sizeof f->files[f->n].name, "%s", e->d_name);
        read_file(&f->files[f->n++]);
    }
    closedir(d);
}

static void put(const folder *f)
{
    assert_int_equal(system("rm -rf run && mkdir run"), 0);
    for (size_t i = 0; i < f->n; i++)
        write_file(f->files[i].name, f->files[i].bytes, f->files[i].n);
}

static void release(folder *f)
{
    for (size_t i = 0; i < f->n; i++) free(f->files[i].bytes);
}

/* As a writer leaves it that is killed: with a log and what belongs to it. */
static void make_killed(folder *f)
{
    store *s = begin(VALUES);
    take(f);
    store_close(s);
}

/* As one leaves it that is killed in the middle of a transaction without a log. */
static void make_unfinished(folder *f)
{
    sqlite3 *db;
    store_close(begin(COMMITTED));
    assert_int_equal(sqlite3_open("run/run.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA journal_mode = DELETE; BEGIN;"
                                  "UPDATE evaluations SET f = -777, status = 'ok'",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_db_cacheflush(db), SQLITE_OK);
    take(f);
    sqlite3_close(db);
}

/* ---- damage --------------------------------------------------------------------------------- */

/* Some bytes are changed, or the file is cut, or grows. */
static void damage(const file *f, uint64_t *random, size_t kind)
{
    char *bytes = malloc(f->n + MOST_ADDED);
    size_t n = f->n;
    assert_non_null(bytes);
    memcpy(bytes, f->bytes, f->n);
    const size_t at = f->n > 0 ? (size_t)(run_random(random) % f->n) : 0;
    if (kind % 4 == 0) n = at;
    if (kind % 4 == 1)
        for (const size_t end = n + run_random(random) % MOST_ADDED; n < end; n++)
            bytes[n] = (char)run_random(random);
    if (kind % 4 == 2 && f->n > 0) bytes[at] = (char)(bytes[at] ^ 1 << run_random(random) % 8);
    if (kind % 4 == 3)
        for (size_t i = at; i < n && i < at + 600; i++) bytes[i] = (char)run_random(random);
    write_file(f->name, bytes, n);
    free(bytes);
}

/* ---- what is seen --------------------------------------------------------------------------- */

static int count_any(const store_evaluation *e, void *data)
{
    size_t *n = data;
    assert_true(e->dim < 100);
    return ++*n > 10000;
}

/* Reads the folder. exact: all rows must be as they were written. Returns the status. */
static int look(store_access access, bool exact, size_t *values)
{
    store *s;
    uint64_t next = 0;
    *values = 0;
    said_begin(2);
    int status = store_open(&s, "run", access);
    if (status == 0 && exact) {
        status = store_each_evaluation(s, 0, rig_check_row, &next);
        *values = (size_t)next;
    } else if (status == 0) {
        status = store_each_evaluation(s, 0, count_any, values);
    }
    store_close(s);
    const char *text = said_end();
    assert_true(status == 0 || ((status == 2 || status == 4) && strlen(text) > 20));
    return status;
}

static void repair(void)
{
    said_begin(2);
    const int status = store_repair("run");
    const char *text = said_end();
    assert_true(strlen(text) > 20);
    assert_true(status == 0 || status == 2 || status == 4);
}

/* Of a killed run, a log has check sums: what is damaged in it and behind is not taken. Damage to
 * the shared memory or to the lock is none. */
static void damaged_files_of_a_killed_run(void **state)
{
    (void)state;
    uint64_t random = 11;
    size_t values, fewer = 0;
    folder f;
    make_killed(&f);
    assert_int_equal(f.n, 4);
    for (size_t i = 0; i < f.n; i++) {
        const char *name = f.files[i].name;
        const bool main = strcmp(name, "run.db") == 0, log = strcmp(name, "run.db-wal") == 0;
        for (size_t k = 0; k < 48 / SLOWER; k++) {
            put(&f);
            damage(&f.files[i], &random, k);
            const store_access access = k / 4 % 2 == 0 ? STORE_WRITE : STORE_READ;
            const int status = look(access, !main, &values);
            if (!main && !log) assert_true(status == 0 && values == VALUES);
            if (log) fewer += status != 0 || values < VALUES;
            repair();
            look(STORE_WRITE, !main, &values);
        }
    }
    assert_true(fewer > 10 / SLOWER);
    release(&f);
}

/* A journal may be damaged so that it is none. Then nobody can know what was not committed. */
static void damaged_files_of_a_transaction(void **state)
{
    (void)state;
    uint64_t random = 13;
    size_t values;
    folder f;
    make_unfinished(&f);
    assert_int_equal(f.n, 3);
    put(&f);
    assert_int_equal(look(STORE_READ, true, &values), 0);
    assert_int_equal(values, COMMITTED);
    for (size_t i = 0; i < f.n; i++)
        for (size_t k = 0; k < 48 / SLOWER; k++) {
            const bool lock = strcmp(f.files[i].name, "run.lock") == 0;
            put(&f);
            damage(&f.files[i], &random, k);
            const int status = look(k / 4 % 2 == 0 ? STORE_WRITE : STORE_READ, lock, &values);
            if (lock) assert_true(status == 0 && values == COMMITTED);
            repair();
            look(STORE_WRITE, lock, &values);
        }
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(damaged_files_of_a_killed_run),
        IN_FOLDER(damaged_files_of_a_transaction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
