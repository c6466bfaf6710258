/* SPDX-License-Identifier: MIT
 *
 * Writers that are killed at any moment, and disks that are full: what was committed is there, and
 * the run goes on. */
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store_rig.h"

enum { MOST = 1000000 };

/* Points in rounds of four, and values one by one; says each value once it is committed. Ends at
 * the first failure. */
static int write_for_ever(store *s, uint64_t first, int tell)
{
    int status = 0;
    for (uint64_t id = first; status == 0 && id < MOST; id++) {
        double x[4 * RIG_DIM];
        uint64_t ids[4];
        for (size_t k = 0; k < 4; k++) {
            ids[k] = id + k;
            rig_point(id + k, x + k * RIG_DIM);
        }
        const nes_points p = {.n = 4, .dim = RIG_DIM, .x = x, .id = ids};
        if (id % 4 == 0) status = store_add_points(s, id / 4 + 1, 1, &p);
        if (status == 0) status = rig_set_value(s, id);
        if (status == 0 && tell >= 0 && write(tell, &id, sizeof id) != sizeof id) _exit(1);
    }
    return status;
}

/* How many values are there; they are the first, and all is as it was written. */
static uint64_t count_values(const char *folder)
{
    store *s;
    uint64_t next = 0;
    assert_int_equal(store_open(&s, folder, STORE_WRITE), 0);
    assert_int_equal(store_each_evaluation(s, 0, rig_check_row, &next), 0);
    store_close(s);
    return next;
}

/* Starts a writer, and kills it so many microseconds after so many values. Returns the last id that
 * it had committed, or none. */
static uint64_t kill_a_writer(uint64_t first, size_t values, long after)
{
    int tell[2];
    store *s;
    uint64_t id, last = 0;
    assert_int_equal(pipe(tell), 0);
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        close(tell[0]);
        if (store_open(&s, "run", STORE_WRITE) != 0) _exit(1);
        _exit(write_for_ever(s, first, tell[1]));
    }
    close(tell[1]);
    for (; values > 0 && read(tell[0], &id, sizeof id) == sizeof id; values--) last = id + 1;
    const struct timespec t = {.tv_nsec = after * 1000};
    nanosleep(&t, NULL);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    while (read(tell[0], &id, sizeof id) == sizeof id) last = id + 1;
    close(tell[0]);
    return last;
}

/* At random moments, again and again: what was committed is there, and it goes on. */
static void killed_writers_lose_nothing(void **state)
{
    (void)state;
    uint64_t random = 7, there = 0;
    store_close(rig_create("run"));
    for (size_t i = 0; i < 40; i++) {
        const long after = (long)(run_random(&random) % 20000);
        const uint64_t told = kill_a_writer(there, i % 2 == 0 ? 0 : 3, after);
        const uint64_t now = count_values("run");
        assert_true(now >= there && now >= told);
        there = now;
    }
    assert_true(there > 40);
}

/* In a process of its own, whose files may have so many bytes. */
static int write_with_limit(rlim_t bytes)
{
    int status;
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        store *s;
        const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
        if (freopen("said", "w", stderr) == NULL || setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(99);
        const int made = access("run/run.db", F_OK) == 0 ? store_open(&s, "run", STORE_WRITE)
                                                         : store_create(&s, "run");
        fflush(stderr);
        if (made != 0) _exit(made);
        uint64_t next = 0;
        const int read = store_each_evaluation(s, 0, rig_check_row, &next);
        const int wrote = read == 0 ? write_for_ever(s, next, -1) : 98;
        const int again = store_set_fact(s, "a", "1"); /* refused, without another word */
        store_close(s);
        fflush(stderr);
        _exit(wrote == again ? wrote : 97);
    }
    waitpid(writer, &status, 0);
    if (!WIFEXITED(status)) fail_msg("the writer was ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

/* A limit of the process instead of a full disk, which works everywhere. */
static void no_space(void **state)
{
    (void)state;
    uint64_t there = 0;
    for (rlim_t limit = 4096; limit < 600000; limit += limit / 2 + 1000) {
        const int status = write_with_limit(limit);
        char *text = folder_read("said");
        assert_int_equal(status, 4);
        run_assert_has(text, "cannot be written: File too large");
        assert_null(strstr(strchr(text, '\n') + 1, "nes:")); /* said once */
        if (access("run/run.db", F_OK) == 0) {
            if (there > 0)
                run_assert_has(text, "resumed with `nes resume run` once there is space");
            const uint64_t now = count_values("run");
            assert_true(now >= there);
            there = now;
        }
        free(text);
    }
    assert_true(there > 100);
}

/* A small file system; folder_close() could not remove it. */
static int close_mounted(void **state)
{
    umount("small");
    return folder_close(state);
}

/* Goes on with the run until the disk is full. Returns how many values there were before. */
static uint64_t fill_disk(void)
{
    store *s = NULL;
    uint64_t next = 0;
    said_begin(2);
    int status = access("small/run/run.db", F_OK) == 0 ? store_open(&s, "small/run", STORE_WRITE)
                                                       : store_create(&s, "small/run");
    if (status == 0) status = store_each_evaluation(s, 0, rig_check_row, &next);
    if (status == 0) status = write_for_ever(s, next, -1);
    const char *text = said_end();
    store_close(s);
    assert_int_equal(status, 4);
    run_assert_has(text, "No space left on device; the run can be resumed with `nes resume "
                         "small/run` once there is space");
    return next;
}

/* A disk that is full, and then has a little more space, and so on. */
static void full_disk(void **state)
{
    (void)state;
    static const char *const sizes[] = {"size=200k", "size=400k", "size=500k", "size=900k"};
    uint64_t there = 0;
    assert_int_equal(mkdir("small", 0777), 0);
    if (mount("none", "small", "tmpfs", 0, sizes[0]) != 0) skip(); /* that is for root */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(mount("none", "small", "tmpfs", MS_REMOUNT, sizes[i]), 0);
        const uint64_t now = fill_disk();
        assert_true(i == 0 || now > there);
        there = now;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(killed_writers_lose_nothing),
        IN_FOLDER(no_space),
        cmocka_unit_test_setup_teardown(full_disk, folder_open, close_mounted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
