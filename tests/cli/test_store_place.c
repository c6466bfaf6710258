/* SPDX-License-Identifier: MIT
 *
 * The folder of a run is moved, removed or closed while its files are open. The program at work on
 * a run is in tests/cli/cases/place_lost.cmd. */
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/database.h"
#include "store_rig.h"

static store *open_run(void)
{
    store_close(rig_create("run"));
    store *s;
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    assert_int_equal(store_set_fact(s, "a", "1"), 0);
    assert_int_equal(store_set_fact(s, "status", "running"), 0);
    assert_int_equal(store_check_place(s), 0);
    return s;
}

/* The folder is not in its place: the words that are said. The store does no more. */
static void is_displaced(store *s, const char *word, const char *other)
{
    said_begin(2);
    const int status = store_check_place(s);
    const char *text = said_end();
    run_assert_has(text, word);
    run_assert_has(text, other);
    assert_int_equal(status, 4);
    assert_int_equal(store_set_fact(s, "a", "2"), 4);
    assert_int_equal(store_check_place(s), 4);
    store_close(s);
}

/* The values are in this folder, which anybody may go on with. */
static void has_values(const char *folder)
{
    store *s;
    assert_int_equal(store_open(&s, folder, STORE_WRITE), 0);
    assert_true(store_fact_is(s, "a", "1"));
    assert_true(store_fact_is(s, "status", "interrupted"));
    store_close(s);
}

static void a_moved_folder(void **state)
{
    (void)state;
    store *s = open_run();
    assert_int_equal(rename("run", "elsewhere"), 0);
    folder_write("run/run.db", "a letter");
    is_displaced(s, "run was moved while its run was at work", "elsewhere` goes on with it");
    has_values("elsewhere");
    char text[16];
    FILE *f = fopen("run/run.db", "r");
    assert_string_equal(fgets(text, sizeof text, f), "a letter");
    fclose(f);
}

static void a_removed_folder(void **state)
{
    (void)state;
    store *s = open_run();
    assert_int_equal(system("rm -r run"), 0);
    is_displaced(s, "run was removed or replaced", "/run.saved` goes on with it");
    has_values("run.saved");
}

/* Nothing can be made beside it. */
static void a_removed_folder_in_a_file(void **state)
{
    (void)state;
    assert_int_equal(mkdir("in", 0777), 0);
    assert_int_equal(mkdir("temporary", 0777), 0);
    store *s;
    store_close(rig_create("in/run"));
    assert_int_equal(store_open(&s, "in/run", STORE_WRITE), 0);
    assert_int_equal(store_set_fact(s, "a", "1"), 0);
    assert_int_equal(system("rm -r in; echo letter >in"), 0);
    assert_int_equal(setenv("TMPDIR", "temporary", 1), 0);
    is_displaced(s, "in/run was removed or replaced", "temporary/nes-saved");
    assert_int_equal(system("test \"$(ls temporary/nes-saved*)\" = run.db"), 0);
    assert_int_equal(unsetenv("TMPDIR"), 0);
}

/* Without a log SQLite itself refuses to go on in a database without its name. */
static void a_removed_folder_without_a_log(void **state)
{
    (void)state;
    store *s = open_run();
    assert_int_equal(sqlite3_exec(s->db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL), 0);
    assert_int_equal(system("rm -r run"), 0);
    said_begin(2);
    assert_int_equal(store_begin(s), 0);
    store_set_fact(s, "a", "2");
    assert_int_equal(store_commit(s, true), 4);
    run_assert_has(said_end(), "/run.saved` goes on with it");
    store_close(s);
    assert_int_equal(store_open(&s, "run.saved", STORE_WRITE), 0);
    assert_true(store_fact_is(s, "a", "1"));
    store_close(s);
}

/* In a process that is not root, for whom no folder is closed. */
static void look_at_a_closed_folder(void)
{
    if (geteuid() == 0) assert_int_equal(setuid(65534), 0);
    store *s = open_run();
    assert_int_equal(chmod("run", 0), 0);
    said_begin(2);
    assert_int_equal(store_check_place(s), 0);
    run_assert_has(said_end(), "run cannot be entered any more");
    said_begin(2);
    assert_int_equal(store_check_place(s), 0);
    assert_string_equal(said_end(), ""); /* once is enough */
    assert_int_equal(store_set_fact(s, "a", "3"), 0);
    store_close(s);
    assert_int_equal(chmod("run", 0777), 0);
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    assert_true(store_fact_is(s, "a", "3"));
    store_close(s);
}

static void a_closed_folder(void **state)
{
    (void)state;
    int status;
    assert_int_equal(chmod(".", 0777), 0);
    const pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        look_at_a_closed_folder(); /* a failure there ends the process by a signal or a status */
        _exit(0);
    }
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_moved_folder),
        IN_FOLDER(a_removed_folder),
        IN_FOLDER(a_removed_folder_in_a_file),
        IN_FOLDER(a_removed_folder_without_a_log),
        IN_FOLDER(a_closed_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
