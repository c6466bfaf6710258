/* SPDX-License-Identifier: MIT
 *
 * Tables of tasks: each is done once, by any number of threads; what is kept is not done again,
 * what is damaged is; errors and orders to stop end the work with the rest kept. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "support/check.h"
#include "support/folder.h"
#include "tasks/folder.h"
#include "tasks/tasks.h"

enum { TASKS = 200 };

typedef struct fake {
    bool before[TASKS];     /* kept when the work begins */
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

static bool is_kept(void *data, size_t task)
{
    return ((fake *)data)->before[task];
}

static int run(void *data, size_t task, task_watch *w)
{
    fake *f = data;
    atomic_store(&w->share, 0.5);
    if (f->status != 0 && task == f->fails) return (int)f->status;
    atomic_fetch_add(&f->done[task], 1);
    return 0;
}

static int kept(void *data, size_t task, task_progress *bar)
{
    fake *f = data;
    f->told[task]++;
    f->silent += bar == NULL ? 1 : 0;
    return 0;
}

static int work(fake *f, size_t jobs)
{
    const task_table t = {.n = TASKS,
                          .jobs = jobs,
                          .data = f,
                          .weight = weight,
                          .is_kept = is_kept,
                          .run = run,
                          .kept = kept};
    return task_table_do(&t);
}

static void test_each_once(void **state)
{
    (void)state;
    for (size_t jobs = 1; jobs <= 7; jobs += 2) {
        fake f = {.status = 0};
        for (size_t i = 0; i < TASKS; i += 3) f.before[i] = true;
        assert_int_equal(work(&f, jobs), EXIT_OK);
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
    assert_int_equal(work(&f, 2), EXIT_OBJECTIVE);
    for (size_t i = 0; i < TASKS; i++) assert_int_equal(f.told[i], atomic_load(&f.done[i]));
    assert_int_equal(atomic_load(&f.done[TASKS - 1]), 0);
}

/* A task that was told to stop is not kept. */
static void test_unfinished(void **state)
{
    fake f = {.fails = 0, .status = (size_t)-1};
    (void)state;
    assert_int_equal(work(&f, 1), EXIT_INTERRUPTED);
    assert_int_equal(atomic_load(&f.done[1]), 0);
}

/* ---- the folder ----------------------------------------------------------------------------- */

static void each(const void *plan, task_visit visit, void *data)
{
    visit("subject", "it", data);
    visit("some_number", plan, data);
}

static task_identity identity(const char *number)
{
    return (task_identity){
        .word = "fake", .subject = "subject", .tasks = "task#", .plan = number, .each = each};
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
    assert_false(task_folder_get(&f, "task1", &there));
    assert_int_equal(task_folder_keep(&f, "task1", &content), EXIT_OK);
    assert_int_equal(task_folder_keep(&f, "task2", &content), EXIT_OK);
    task_folder_close(&f);

    assert_int_equal(task_folder_open(&f, "a/b", &other), EXIT_FILES);
    task_folder_close(&f);
    folder_write("a/b/.runs/task2", "some text\n0123456789abcdef\n");
    assert_int_equal(task_folder_open(&f, "a/b", &id), EXIT_OK);
    assert_true(f.began && !f.complete);
    assert_true(task_folder_get(&f, "task1", &there));
    assert_string_equal(there.text, "some text\n");
    buffer_free(&there);
    assert_false(task_folder_get(&f, "task2", &there)); /* its checksum is wrong */
    assert_int_equal(task_folder_put(&f, "x.csv", &content), EXIT_OK);
    folder_write("a/b/.runs/letter", "keep"); /* somebody's, who has to take it away */
    assert_int_equal(task_folder_finish(&f), EXIT_FILES);
    assert_false(f.complete);
    assert_int_equal(rename("a/b/.runs/letter", "letter"), 0);
    assert_int_equal(task_folder_finish(&f), EXIT_OK);
    task_folder_close(&f);

    assert_int_equal(task_folder_open(&f, "a/b", &id), EXIT_OK);
    assert_true(f.complete);
    task_folder_close(&f);
    buffer_free(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_once),
        cmocka_unit_test(test_error),
        cmocka_unit_test(test_unfinished),
        cmocka_unit_test_setup_teardown(test_folder, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
