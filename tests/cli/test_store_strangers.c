/* SPDX-License-Identifier: MIT
 *
 * Folders that somebody else has filled: whatever stands beside the database, no other file is
 * touched, nothing is waited for, and what was never committed is not shown. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "store/connect.h"
#include "store_rig.h"

static const char *const NAMES[] = {"run/run.db", "run/run.db-journal", "run/run.db-wal",
                                    "run/run.db-shm", "run/run.lock"};
enum { N_NAMES = sizeof NAMES / sizeof *NAMES };

static void make_run(const char *folder)
{
    store *s = rig_create(folder);
    assert_int_equal(store_set_fact(s, "command", "[]"), 0);
    assert_int_equal(store_set_fact(s, "committed", "yes"), 0);
    store_close(s);
}

static void copy_file(const char *from, const char *to)
{
    char command[200];
    snprintf(command, sizeof command, "cp %s %s", from, to);
    assert_int_equal(system(command), 0);
}

/* Leaves the folder as a writer leaves it that dies in the middle of a transaction without a log:
 * some pages are new, and the journal has the old ones. */
static void leave_transaction(void)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open("run/run.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA journal_mode=DELETE; BEGIN;"
                                  "UPDATE facts SET value = 'no' WHERE name = 'committed'",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_db_cacheflush(db), SQLITE_OK);
    copy_file("run/run.db", "new");
    copy_file("run/run.db-journal", "journal");
    sqlite3_close(db);
    copy_file("new", "run/run.db");
    copy_file("journal", "run/run.db-journal");
}

/* Ends the journal as that of a transaction of several databases ends. */
static void name_super_journal(const char *name)
{
    static const unsigned char mark[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    const uint32_t n = (uint32_t)strlen(name), page = 0x40000000 / 4096 + 1;
    uint32_t sum = 0;
    FILE *f = fopen("run/run.db-journal", "a");
    assert_non_null(f);
    for (size_t i = 0; i < n; i++) sum += (unsigned char)name[i];
    const uint32_t numbers[] = {page, n, sum};
    for (size_t i = 0; i < 3; i++) {
        for (int shift = 24; shift >= 0; shift -= 8) fputc((int)(numbers[i] >> shift & 255), f);
        if (i == 0) fputs(name, f);
    }
    assert_int_equal(fwrite(mark, 1, sizeof mark, f), sizeof mark);
    assert_int_equal(fclose(f), 0);
}

/* Whoever opens the folder is refused with these words. */
static void all_are_refused(int status, const char *word, const char *other)
{
    static const store_access all[] = {STORE_READ, STORE_WRITE, STORE_BESIDE};
    alarm(60); /* ends the test where somebody waits */
    for (size_t i = 0; i < 3; i++) rig_refuses("run", all[i], status, word, other);
    said_begin(2);
    const int got = store_repair("run");
    run_assert_has(said_end(), word);
    assert_int_equal(got, status);
    alarm(0);
}

/* ---- journals ------------------------------------------------------------------------------- */

static void journals_delete_no_other_file(void **state)
{
    (void)state;
    char *here = getcwd(NULL, 0), precious[4200];
    snprintf(precious, sizeof precious, "%s/precious", here);
    free(here);
    make_run("run");
    leave_transaction();
    name_super_journal(precious);
    folder_write("precious", "keep");
    copy_file("run/run.db-journal", "before");
    all_are_refused(4, "run/run.db-journal belongs to a transaction of several databases",
                    precious);
    assert_int_equal(access(precious, F_OK), 0);
    assert_int_equal(system("cmp before run/run.db-journal"), 0); /* nothing was changed */
}

/* Even where the journal comes after the look. */
static void super_journals_are_never_opened(void **state)
{
    (void)state;
    int code;
    char *here = getcwd(NULL, 0), precious[4200];
    snprintf(precious, sizeof precious, "%s/precious", here);
    free(here);
    make_run("run");
    leave_transaction();
    name_super_journal(precious);
    folder_write("precious", "keep");
    sqlite3 *db = database_connect("run/run.db", SQLITE_OPEN_READWRITE, &code);
    assert_int_equal(code, SQLITE_OK);
    sqlite3_exec(db, "SELECT * FROM facts", NULL, NULL, NULL);
    sqlite3_exec(db, "SELECT * FROM facts", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_int_equal(access(precious, F_OK), 0);
}

/* Even where the link comes after the look; links to folders are followed. */
static void databases_are_not_opened_through_links(void **state)
{
    (void)state;
    int code;
    make_run("other");
    assert_int_equal(mkdir("run", 0777) + symlink("../other/run.db", "run/run.db"), 0);
    assert_int_equal(symlink("other", "again"), 0);
    sqlite3 *db = database_connect("run/run.db", SQLITE_OPEN_READWRITE, &code);
    assert_int_equal(code & 0xff, SQLITE_CANTOPEN);
    sqlite3_close(db);
    db = database_connect("again/run.db", SQLITE_OPEN_READWRITE, &code);
    assert_int_equal(code, SQLITE_OK);
    sqlite3_close(db);
}

/* A reader shows what was committed and leaves the folder as it is; a writer undoes the rest. */
static void unfinished_transactions_are_not_shown(void **state)
{
    (void)state;
    store *s;
    make_run("run");
    leave_transaction();
    copy_file("run/run.db", "before");
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_true(store_fact_is(s, "committed", "yes"));
    store_close(s);
    assert_int_equal(access("run/run.db-journal", F_OK), 0);
    assert_int_equal(system("cmp before run/run.db"), 0);
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    assert_true(store_fact_is(s, "committed", "yes"));
    store_close(s);
    assert_int_equal(access("run/run.db-journal", F_OK), -1);
}

/* No place for the copy: that is said, and nothing is shown. */
static void copies_need_a_place(void **state)
{
    (void)state;
    make_run("run");
    leave_transaction();
    assert_int_equal(setenv("TMPDIR", "/nowhere", 1), 0);
    rig_refuses("run", STORE_READ, 4, "unfinished transaction", "/nowhere");
    assert_int_equal(unsetenv("TMPDIR"), 0);
}

/* A repair undoes it too, and leaves no journal that would be taken for that of a new database. */
static void repairs_undo_transactions(void **state)
{
    (void)state;
    make_run("run");
    leave_transaction();
    said_begin(2);
    const int status = store_repair("run");
    run_assert_has(said_end(), "run/run.db is not damaged");
    assert_int_equal(status, 0);
    assert_string_equal(rig_ask("SELECT value FROM facts WHERE name = 'committed'"), "yes");
}

static void journals_of_damaged_databases_are_kept(void **state)
{
    (void)state;
    make_run("run");
    rig_change("PRAGMA journal_mode=DELETE; DROP TABLE orders"); /* a table is missing */
    folder_write("run/run.db-journal", "");
    said_begin(2);
    const int status = store_repair("run");
    run_assert_has(said_end(), "the damaged file is run/run.db.damaged");
    assert_int_equal(status, 0);
    assert_int_equal(access("run/run.db-journal", F_OK), -1);
    assert_int_equal(access("run/run.db.damaged-journal", F_OK), 0);
}

/* ---- kinds of files -------------------------------------------------------------------------- */

static void make_pipe(const char *name)
{
    assert_int_equal(mkfifo(name, 0666), 0);
}

static void make_unreadable_pipe(const char *name)
{
    assert_int_equal(mkfifo(name, 0444), 0);
}

static void make_link(const char *name)
{
    assert_int_equal(symlink("../precious", name), 0);
}

static void make_dangling_link(const char *name)
{
    assert_int_equal(symlink("../new", name), 0);
}

static void make_device_link(const char *name)
{
    assert_int_equal(symlink("/dev/zero", name), 0);
}

static void make_folder(const char *name)
{
    assert_int_equal(mkdir(name, 0777), 0);
}

static void make_socket(const char *name)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    const int s = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(at.sun_path, sizeof at.sun_path, "%s", name);
    assert_int_equal(bind(s, (struct sockaddr *)&at, sizeof at), 0);
    close(s);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        void (*make)(const char *name);
        const char *word;
    } kinds[] = {
        {make_pipe, "a pipe"},
        {make_unreadable_pipe, "a pipe"},
        {make_link, "a symbolic link"},
        {make_dangling_link, "a symbolic link"},
        {make_device_link, "a symbolic link"},
        {make_folder, "a folder"},
        {make_socket, "a socket"},
    };
    folder_write("precious", "keep");
    make_run("run");
    copy_file("run/run.db", "whole");
    for (size_t i = 0; i < N_NAMES; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            unlink(NAMES[i]);
            kinds[k].make(NAMES[i]);
            all_are_refused(i == 0 ? 2 : 4, NAMES[i], kinds[k].word);
            if (unlink(NAMES[i]) != 0) rmdir(NAMES[i]);
            copy_file("whole", "run/run.db");
        }
    char *text = folder_read("precious");
    assert_string_equal(text, "keep");
    free(text);
    assert_int_equal(access("new", F_OK), -1);
}

/* A new run is not made beside such files either. */
static void other_files_stop_a_creation(void **state)
{
    (void)state;
    store *s;
    make_folder("run");
    make_pipe("run/run.lock");
    alarm(60);
    said_begin(2);
    const int status = store_create(&s, "run");
    run_assert_has(said_end(), "run/run.lock is not a file, but a pipe");
    assert_int_equal(status, 4);
    assert_int_equal(unlink("run/run.lock"), 0);
    make_run("run");
    make_pipe("run/run.db-journal");
    said_begin(2);
    assert_int_equal(store_create(&s, "run"), 2);
    run_assert_has(said_end(), "nothing was changed");
    alarm(0);
}

/* The database of another folder, past its lock. */
static void links_to_other_runs_are_refused(void **state)
{
    (void)state;
    store *s;
    make_run("other");
    make_folder("run");
    assert_int_equal(symlink("../other/run.db", "run/run.db"), 0);
    all_are_refused(2, "run/run.db is not a file, but a symbolic link",
                    "the folder that has the file itself");
    assert_int_equal(unlink("run/run.db"), 0);
    assert_int_equal(link("other/run.db", "run/run.db"), 0);
    rig_refuses("run", STORE_WRITE, 4, "run/run.db has 2 names", "copy the folder");
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    store_close(s);
}

/* Readers write to this one. */
static void shared_memory_is_no_other_file(void **state)
{
    (void)state;
    make_run("run");
    folder_write("precious", "keep");
    assert_int_equal(link("precious", "run/run.db-shm"), 0);
    all_are_refused(4, "run/run.db-shm has 2 names", "");
    char *text = folder_read("precious");
    assert_string_equal(text, "keep");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(journals_delete_no_other_file),
        IN_FOLDER(super_journals_are_never_opened),
        IN_FOLDER(databases_are_not_opened_through_links),
        IN_FOLDER(unfinished_transactions_are_not_shown),
        IN_FOLDER(copies_need_a_place),
        IN_FOLDER(repairs_undo_transactions),
        IN_FOLDER(journals_of_damaged_databases_are_kept),
        IN_FOLDER(other_files_are_refused),
        IN_FOLDER(other_files_stop_a_creation),
        IN_FOLDER(links_to_other_runs_are_refused),
        IN_FOLDER(shared_memory_is_no_other_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
