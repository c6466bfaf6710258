/* SPDX-License-Identifier: MIT
 *
 * Tables of tasks: each is done once, by any number of threads; what is kept is not done again,
 * what is damaged is; errors and orders to stop end the work with the rest kept. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "support/check.h"
#include "support/folder.h"
#include "tasks/task_folder.h"
#include "tasks/task_table.h"

enum { TASKS = 200 };

typedef struct fake {
    atomic_int done[TASKS]; /* how often */
    int told[TASKS];        /* how often the caller has heard of it */
    int silent;             /* of them without a bar */
    size_t fails, status;   /* this task ends with that status */
} fake;

static double weight(void *data, size_t task)
{
    (void)data;
    return 1 + (double)task;
}

static int run(void *data, size_t task, task_watch *w, buffer *result)
{
    fake *f = data;
    atomic_store(&w->share, 0.5);
    if (f->status != 0 && task == f->fails) return (int)f->status;
    atomic_fetch_add(&f->done[task], 1);
    buffer_print(result, "%zu", task);
    return 0;
}

static int kept(void *data, size_t task, task_progress *bar)
{
    fake *f = data;
    f->told[task]++;
    f->silent += bar == NULL ? 1 : 0;
    return 0;
}

static void add(const void *plan, cJSON *s)
{
    task_settings_add(s, "subject", "it");
    task_settings_add(s, "some_number", plan);
}

static task_identity identity(const char *number)
{
    return (task_identity){.word = "fake", .subject = "subject", .plan = number, .add = add};
}

/* Does the tasks in a folder that keeps every third of them already, if that is wanted. */
static int work(fake *f, size_t jobs, bool before)
{
    const task_identity id = identity("1");
    const buffer nothing = {.text = NULL};
    task_folder folder;
    const task_table t = {.what = "the work",
                          .n = TASKS,
                          .jobs = jobs,
                          .folder = &folder,
                          .data = f,
                          .weight = weight,
                          .run = run,
                          .kept = kept};
    assert_int_equal(task_folder_open(&folder, "work", &id), EXIT_OK);
    for (size_t i = 0; before && i < TASKS; i += 3)
        assert_int_equal(task_folder_keep(&folder, i, &nothing), EXIT_OK);
    const int status = task_table_do(&t);
    for (size_t i = 0; i < TASKS; i++) assert_int_equal(task_folder_has(&folder, i), f->told[i]);
    assert_int_equal(task_folder_finish(&folder), EXIT_OK);
    task_folder_close(&folder);
    assert_int_equal(remove("work/fake.json"), 0);
    return status;
}

static void test_each_once(void **state)
{
    (void)state;
    for (size_t jobs = 1; jobs <= 7; jobs += 2) {
        fake f = {.status = 0};
        assert_int_equal(work(&f, jobs, true), EXIT_OK);
        for (size_t i = 0; i < TASKS; i++) {
            assert_int_equal(atomic_load(&f.done[i]), i % 3 == 0 ? 0 : 1);
            assert_int_equal(f.told[i], 1);
        }
        assert_int_equal(f.silent, (TASKS + 2) / 3);
    }
}

static void test_error(void **state)
{
    fake f = {.fails = 50, .status = EXIT_OBJECTIVE};
    (void)state;
    assert_int_equal(work(&f, 2, false), EXIT_OBJECTIVE);
    for (size_t i = 0; i < TASKS; i++) assert_int_equal(f.told[i], atomic_load(&f.done[i]));
    assert_int_equal(atomic_load(&f.done[TASKS - 1]), 0);
}

/* A task that was told to stop is not kept. */
static void test_unfinished(void **state)
{
    fake f = {.fails = 0, .status = (size_t)-1};
    (void)state;
    assert_int_equal(work(&f, 1, false), EXIT_INTERRUPTED);
    assert_int_equal(atomic_load(&f.done[1]), 0);
}

/* ---- the folder ----------------------------------------------------------------------------- */

static void execute(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_folder(void **state)
{
    const task_identity id = identity("1"), other = identity("2");
    task_folder f;
    buffer content = {.text = NULL}, there;
    (void)state;
    buffer_print(&content, "some text\n");
    assert_int_equal(task_folder_open(&f, "a/b", &id), EXIT_OK);
    assert_false(f.complete || f.began);
    assert_false(task_folder_has(&f, 1));
    for (size_t task = 1; task <= 3; task++)
        assert_int_equal(task_folder_keep(&f, task, &content), EXIT_OK);
    task_folder_close(&f);

    assert_int_equal(task_folder_open(&f, "a/b", &other), EXIT_FILES);
    task_folder_close(&f);
    execute("a/b/tasks.db", "UPDATE tasks SET content = 'other text' WHERE number = 2; "
                            "DELETE FROM tasks WHERE number = 3");
    assert_int_equal(task_folder_open(&f, "a/b", &id), EXIT_OK);
    assert_true(f.began && !f.complete);
    assert_int_equal(task_folder_get(&f, 1, &there), EXIT_OK);
    assert_string_equal(there.text, "some text\n");
    buffer_free(&there);
    assert_false(task_folder_has(&f, 2)); /* its checksum is wrong */
    assert_int_equal(task_folder_get(&f, 2, &there), EXIT_FILES);
    assert_false(task_folder_has(&f, 3));
    assert_int_equal(task_folder_put(&f, "x.csv", &content), EXIT_OK);
    assert_int_equal(task_folder_finish(&f), EXIT_OK);
    task_folder_close(&f);
    assert_int_not_equal(access("a/b/tasks.db", F_OK), 0);

    assert_int_equal(task_folder_open(&f, "a/b", &id), EXIT_OK);
    assert_true(f.complete);
    task_folder_close(&f);
    buffer_free(&content);
}

/* A database of something else, and one that is damaged, stay as they are. */
static void test_other_databases(void **state)
{
    const task_identity id = identity("1");
    task_folder f;
    char page[4096] = {0};
    (void)state;
    execute("tasks.db", "CREATE TABLE tasks (letters TEXT)");
    assert_int_equal(task_folder_open(&f, ".", &id), EXIT_FILES);
    task_folder_close(&f);
    execute("tasks.db", "DROP TABLE tasks; CREATE TABLE letters (text TEXT)");
    assert_int_equal(task_folder_open(&f, ".", &id), EXIT_FILES);
    task_folder_close(&f);
    execute("tasks.db", "SELECT text FROM letters; DROP TABLE letters");
    assert_int_equal(task_folder_open(&f, ".", &id), EXIT_OK);
    task_folder_close(&f);
    memset(page, 'x', sizeof page - 1);
    folder_write("tasks.db", page);
    assert_int_equal(task_folder_open(&f, ".", &id), EXIT_FILES);
    task_folder_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_each_once, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_error, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_unfinished, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_folder, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_other_databases, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
