/* SPDX-License-Identifier: MIT
 *
 * Folders that are refused: those of something else, those that cannot be written, and those in
 * which another process is at work. */
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_rig.h"

static void refuses_to_create(const char *folder, int status, const char *word)
{
    store *s = (store *)1;
    said_begin(2);
    const int got = store_create(&s, folder);
    run_assert_has(said_end(), word);
    assert_int_equal(got, status);
    assert_null(s);
}

/* ---- places --------------------------------------------------------------------------------- */

static void places_are_refused(void **state)
{
    (void)state;
    folder_write("full/letter.txt", "dear");
    folder_write("file", "");
    folder_write("foreign/run.db", "this is no database, though it is long enough for one\n");
    assert_int_equal(mkdir("empty", 0777), 0);
    refuses_to_create("full", 2, "full exists and is not empty");
    refuses_to_create("file", 2, "not a folder");
    refuses_to_create("file/run", 2, "not a folder");
    rig_refuses("missing", STORE_READ, 2, "missing cannot be opened", "--out");
    rig_refuses("file", STORE_READ, 2, "not a folder", "--out");
    rig_refuses("empty", STORE_READ, 2, "no run.db in it", "nes run --out DIR");
    rig_refuses("empty", STORE_WRITE, 2, "no run.db in it", "nes run --out DIR");
    rig_refuses("foreign", STORE_READ, 2, "foreign/run.db is not the database of a run", "");
    rig_refuses("foreign", STORE_WRITE, 2, "foreign/run.db is not the database of a run", "");
    assert_int_equal(access("full/run.lock", F_OK), -1); /* nothing was changed */
    assert_int_equal(access("empty/run.lock", F_OK), -1);
    store *s = rig_create("empty");
    assert_int_equal(store_set_fact(s, "command", "[]"), 0);
    store_close(s);
    refuses_to_create("empty", 2, "go on with it by `nes resume empty`");
}

/* Whatever a creation that was killed has left does not stand in the way of another. */
static void an_unfinished_creation_is_nothing(void **state)
{
    (void)state;
    folder_write("run/run.lock", "");
    folder_write("run/run.db.new", "half");
    folder_write("run/run.db.new-journal", "half");
    store *s = rig_create("run");
    assert_int_equal(store_set_fact(s, "a", "1"), 0);
    store_close(s);
    assert_int_equal(access("run/run.db.new", F_OK), -1);
    s = rig_create("run"); /* the other has not begun: it does not say what to do */
    assert_null(store_get_fact(s, "a"));
    assert_int_equal(store_status(s), 0);
    store_close(s);
}

static void other_databases_are_refused(void **state)
{
    (void)state;
    store_close(rig_create("run"));
    rig_change("PRAGMA user_version = 4");
    rig_refuses("run", STORE_READ, 2, "format 4, of a later version of nes", "knows format 3");
    rig_change("PRAGMA user_version = 3; DROP TABLE state");
    rig_refuses("run", STORE_WRITE, 4, "is damaged, and too little of it", "");
    rig_change("PRAGMA application_id = 0");
    rig_refuses("run", STORE_WRITE, 2, "is not the database of a run", "");
}

/* In a process that is not root, for whom everything can be written. */
static void look_at_read_only_places(void)
{
    store *s;
    if (geteuid() == 0) assert_int_equal(setuid(65534), 0);
    rig_refuses("run", STORE_WRITE, 4, "cannot be written", "");
    refuses_to_create("run/below", 4, "cannot be made");
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_true(store_fact_is(s, "a", "1"));
    assert_int_equal(store_owner(s), 0);
    said_begin(2);
    assert_int_equal(store_set_fact(s, "a", "2"), 4);
    run_assert_has(said_end(), "run/run.db");
    store_close(s);
}

static void read_only_places(void **state)
{
    (void)state;
    int status;
    store *s = rig_create("run");
    assert_int_equal(store_set_fact(s, "a", "1"), 0);
    store_close(s);
    assert_int_equal(chmod(".", 0755) + chmod("run", 0555), 0);
    assert_int_equal(chmod("run/run.db", 0444) + chmod("run/run.lock", 0444), 0);
    const pid_t reader = fork();
    assert_true(reader >= 0);
    if (reader == 0) {
        look_at_read_only_places(); /* a failure there ends the process by a signal or a status */
        _exit(0);
    }
    assert_int_equal(waitpid(reader, &status, 0), reader);
    assert_int_equal(chmod("run", 0777), 0);
    assert_int_equal(status, 0);
}

/* ---- the lock ------------------------------------------------------------------------------- */

/* A process of which the test waits for a word. */
typedef struct other {
    pid_t process;
    int from, to; /* ends of pipes */
} other;

static void hear(int descriptor)
{
    char c;
    assert_int_equal(read(descriptor, &c, 1), 1);
}

/* Opens the folder in another process, and holds it until it is told to end. */
static other hold(const char *folder)
{
    int up[2], down[2];
    char c;
    store *s;
    assert_int_equal(pipe(up) + pipe(down), 0);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        close(down[1]);
        const int status = store_open(&s, folder, STORE_WRITE);
        if (status != 0 || write(up[1], "x", 1) != 1) _exit(1);
        if (read(down[0], &c, 1) < 0) _exit(1);
        store_close(s);
        _exit(0);
    }
    close(up[1]);
    close(down[0]);
    hear(up[0]);
    return (other){.process = process, .from = up[0], .to = down[1]};
}

static void end(const other *o)
{
    close(o->from);
    close(o->to);
    assert_int_equal(waitpid(o->process, NULL, 0), o->process);
}

static long owner_of(const char *folder)
{
    store *s;
    assert_int_equal(store_open(&s, folder, STORE_READ), 0);
    const long owner = store_owner(s);
    store_close(s);
    return owner;
}

static void one_process_writes(void **state)
{
    (void)state;
    char number[32];
    store_close(rig_create("run"));
    assert_int_equal(owner_of("run"), 0);
    other o = hold("run");
    snprintf(number, sizeof number, "process %ld", (long)o.process);
    rig_refuses("run", STORE_WRITE, 4, number, "nes ctl run stop");
    assert_int_equal(owner_of("run"), o.process);
    assert_int_equal(store_add_order("run", "stop"), 0); /* works beside it */
    end(&o);
    assert_int_equal(owner_of("run"), 0);
    o = hold("run");
    kill(o.process, SIGKILL);
    end(&o);
    store *s;
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    assert_int_equal(store_owner(s), getpid());
    store_close(s);
}

/* A child of the writer does not keep the lock, whether it has become another program or not. */
static void children_do_not_hold_the_lock(void **state)
{
    (void)state;
    int up[2], down[2];
    store_close(rig_create("run"));
    assert_int_equal(pipe(up) + pipe(down), 0);
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        store *s;
        if (store_open(&s, "run", STORE_WRITE) != 0) _exit(1);
        const pid_t child = fork();
        if (child == 0) {
            char c;
            close(down[1]);
            _exit(read(down[0], &c, 1) < 0);
        }
        if (write(up[1], "x", 1) != 1) _exit(1);
        pause();
    }
    hear(up[0]);
    assert_int_equal(owner_of("run"), writer);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    store *s;
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    store_close(s);
    close(down[1]); /* the child ends */
    close(down[0]);
    close(up[0]);
    close(up[1]);
}

/* The file is gone, or another is there: the database is locked all the same. */
static void the_database_is_locked_too(void **state)
{
    (void)state;
    store_close(rig_create("run"));
    other o = hold("run");
    assert_int_equal(unlink("run/run.lock"), 0);
    assert_int_equal(owner_of("run"), -1);
    rig_refuses("run", STORE_WRITE, 4, "another nes is at work in run", "nes ctl run stop");
    assert_int_equal(store_add_order("run", "stop"), 0);
    folder_write("run/run.lock", "another file");
    rig_refuses("run", STORE_WRITE, 4, "another nes is at work in run", "nes ctl run stop");
    said_begin(2);
    assert_int_equal(store_repair("run"), 4);
    run_assert_has(said_end(), "another nes is at work in run");
    end(&o);
    assert_int_equal(owner_of("run"), 0);
    o = hold("run");
    kill(o.process, SIGKILL);
    end(&o);
    store *s;
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    store_close(s);
}

/* What SQLite locks in the database is locked as long as SQLite wants: another process cannot have
 * the database alone. */
static int wants_alone(void)
{
    sqlite3 *db;
    if (sqlite3_open("run/run.db", &db) != SQLITE_OK) return 1;
    return sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE", NULL,
                        NULL, NULL) == SQLITE_BUSY
               ? 0
               : 2;
}

static void locks_of_sqlite_stay(void **state)
{
    (void)state;
    int status;
    store_close(rig_create("run"));
    store *s;
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    assert_int_equal(store_set_fact(s, "a", "1"), 0);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) _exit(wants_alone());
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_int_equal(status, 0);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(places_are_refused),          IN_FOLDER(an_unfinished_creation_is_nothing),
        IN_FOLDER(other_databases_are_refused), IN_FOLDER(read_only_places),
        IN_FOLDER(one_process_writes),          IN_FOLDER(children_do_not_hold_the_lock),
        IN_FOLDER(the_database_is_locked_too),  IN_FOLDER(locks_of_sqlite_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
