/* SPDX-License-Identifier: MIT
 *
 * The folder of a run when things go wrong: a second writer, writers that are killed, no space,
 * damaged and foreign files, places that cannot be written. */
#include "store/store.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/folder.h"
#include "support/runs.h"
#include "support/said.h"
#include "support/sanitizer.h"

enum { DIM = 3, MOST = 1000000 };

static store *create(const char *folder)
{
    store *s;
    assert_int_equal(store_create(&s, folder), 0);
    return s;
}

/* Opening is refused with that status, and with these words. */
static void refuses(const char *folder, store_access access, int status, const char *word,
                    const char *other)
{
    store *s = (store *)1;
    said_begin(2);
    const int got = store_open(&s, folder, access);
    const char *text = said_end();
    run_assert_has(text, word);
    run_assert_has(text, other);
    assert_int_equal(got, status);
    assert_null(s);
}

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
    refuses("missing", STORE_READ, 2, "missing cannot be opened", "--out");
    refuses("file", STORE_READ, 2, "not a folder", "--out");
    refuses("empty", STORE_READ, 2, "no run.db in it", "nes run --out DIR");
    refuses("empty", STORE_WRITE, 2, "no run.db in it", "nes run --out DIR");
    refuses("foreign", STORE_READ, 2, "foreign/run.db is not the database of a run", "");
    refuses("foreign", STORE_WRITE, 2, "foreign/run.db is not the database of a run", "");
    assert_int_equal(access("full/run.lock", F_OK), -1); /* nothing was changed */
    assert_int_equal(access("empty/run.lock", F_OK), -1);
    store *s = create("empty");
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
    store *s = create("run");
    assert_int_equal(store_set_fact(s, "a", "1"), 0);
    store_close(s);
    assert_int_equal(access("run/run.db.new", F_OK), -1);
    buffer fact = {.text = NULL};
    s = create("run"); /* the other has not begun: it does not say what to do */
    assert_int_equal(store_get_fact(s, "a", &fact), 0);
    assert_int_equal(fact.n, 0);
    buffer_free(&fact);
    store_close(s);
}

static void change(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open("run/run.db", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void other_databases_are_refused(void **state)
{
    (void)state;
    store_close(create("run"));
    change("PRAGMA user_version = 2");
    refuses("run", STORE_READ, 2, "format 2, of a later version of nes", "knows format 1");
    change("PRAGMA user_version = 1; DROP TABLE state");
    refuses("run", STORE_WRITE, 4, "damaged", "a table is missing");
    change("PRAGMA application_id = 0");
    refuses("run", STORE_WRITE, 2, "is not the database of a run", "");
}

/* In a process that is not root, for whom everything can be written. */
static void look_at_read_only_places(void)
{
    buffer b;
    store *s;
    if (geteuid() == 0) assert_int_equal(setuid(65534), 0);
    refuses("run", STORE_WRITE, 4, "cannot be written", "");
    refuses_to_create("run/below", 4, "cannot be made");
    assert_int_equal(store_open(&s, "run", STORE_READ), 0);
    assert_int_equal(store_get_fact(s, "a", &b), 0);
    assert_string_equal(b.text, "1");
    buffer_free(&b);
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
    store *s = create("run");
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
    store_close(create("run"));
    assert_int_equal(owner_of("run"), 0);
    other o = hold("run");
    snprintf(number, sizeof number, "process %ld", (long)o.process);
    refuses("run", STORE_WRITE, 4, number, "nes ctl run stop");
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
    store_close(create("run"));
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

/* ---- killed and full ------------------------------------------------------------------------ */

/* The point and the value that belong to a number. */
static void point_of(uint64_t id, double x[DIM])
{
    for (size_t i = 0; i < DIM; i++) x[i] = sin((double)(id * DIM + i));
}

static double value_of(uint64_t id)
{
    return cos((double)id);
}

/* Points in rounds of four, and values one by one; says each value once it is committed. Ends at
 * the first failure. */
static int write_for_ever(store *s, uint64_t first, int tell)
{
    int status = 0;
    for (uint64_t id = first; status == 0 && id < MOST; id++) {
        double x[4 * DIM];
        uint64_t ids[4];
        for (size_t k = 0; k < 4; k++) {
            ids[k] = id + k;
            point_of(id + k, x + k * DIM);
        }
        const nes_points p = {.n = 4, .dim = DIM, .x = x, .id = ids};
        if (id % 4 == 0) status = store_add_points(s, id / 4 + 1, 1, &p);
        if (status == 0) status = store_set_value(s, id / 4 + 1, id, value_of(id), NULL);
        if (status == 0 && tell >= 0 && write(tell, &id, sizeof id) != sizeof id) _exit(1);
    }
    return status;
}

static int check_row(const store_evaluation *e, void *data)
{
    uint64_t *next = data;
    double x[DIM];
    point_of(e->id, x);
    assert_same_reals(DIM, e->x, x);
    assert_int_equal(e->round, e->id / 4 + 1);
    if (!e->valued) return 0;
    const double f = value_of(e->id);
    assert_same_reals(1, &e->f, &f);
    assert_int_equal(e->id, (*next)++);
    return 0;
}

/* How many values are there; they are the first, and all is as it was written. */
static uint64_t count_values(const char *folder)
{
    store *s;
    uint64_t next = 0;
    assert_int_equal(store_open(&s, folder, STORE_WRITE), 0);
    assert_int_equal(store_each_evaluation(s, 0, check_row, &next), 0);
    store_close(s);
    return next;
}

/* Starts a writer, and kills it after a time. Returns the last id that it had committed, or none.
 */
static uint64_t kill_a_writer(uint64_t first, long after)
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
    store_close(create("run"));
    for (size_t i = 0; i < 40; i++) {
        const uint64_t told = kill_a_writer(there, (long)(run_random(&random) % 20000));
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
        const int read = store_each_evaluation(s, 0, check_row, &next);
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
    if (status == 0) status = store_each_evaluation(s, 0, check_row, &next);
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

/* ---- damage --------------------------------------------------------------------------------- */

enum { VALUES = 2000, PAGE = 4096 };

static void make_run(uint64_t values)
{
    store *s = create("run");
    nes_settings settings = run_settings("xnes");
    nes_opt *o = run_start(DIM, NULL, &settings);
    variables v = {.n = DIM};
    assert_int_equal(store_set_fact(s, "command", "[]"), 0);
    assert_int_equal(store_set_variables(s, &v, &settings), 0);
    assert_int_equal(store_set_state(s, 30, o), 0);
    assert_int_equal(store_begin(s), 0);
    for (uint64_t id = 0; id < values; id++) {
        double x[DIM];
        point_of(id, x);
        const nes_points p = {.n = 1, .dim = DIM, .x = x, .id = &id};
        assert_int_equal(store_add_points(s, id / 4 + 1, 1, &p), 0);
        assert_int_equal(store_set_value(s, id / 4 + 1, id, value_of(id), NULL), 0);
    }
    assert_int_equal(store_commit(s, true), 0);
    nes_destroy(o);
    store_close(s);
}

static void overwrite(off_t at, size_t n)
{
    const int fd = open("run/run.db", O_WRONLY);
    assert_true(fd >= 0);
    for (size_t i = 0; i < n; i++) assert_int_equal(pwrite(fd, "\xa5", 1, at + (off_t)i), 1);
    close(fd);
}

static off_t size_of(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_size;
}

static int count_row(const store_evaluation *e, void *data)
{
    uint64_t ignored = e->id, *n = data;
    check_row(e, &ignored);
    (*n)++;
    return 0;
}

/* Some pages in the middle of the evaluations. */
static void damage_is_told_and_repaired(void **state)
{
    (void)state;
    store *s;
    buffer b;
    uint64_t n = 0, round = 0;
    make_run(VALUES);
    const off_t middle = size_of("run/run.db") / 2 / PAGE * PAGE;
    overwrite(middle, 2 * PAGE);
    refuses("run", STORE_WRITE, 4, "run/run.db is damaged", "--repair");
    refuses("run", STORE_WRITE, 4, "of about 2000 evaluations", "and the state of round 30");
    said_begin(2);
    assert_int_equal(store_repair("run"), 0);
    run_assert_has(said_end(), "the damaged file is run/run.db.damaged");
    assert_int_equal(store_open(&s, "run", STORE_WRITE), 0);
    assert_int_equal(store_each_evaluation(s, 0, count_row, &n), 0);
    assert_true(n < VALUES && n > VALUES * 9 / 10);
    assert_int_equal(store_get_state(s, &round, &b), 0);
    assert_int_equal(round, 30);
    buffer_free(&b);
    assert_int_equal(store_get_fact(s, "command", &b), 0);
    assert_string_equal(b.text, "[]");
    buffer_free(&b);
    store_close(s);
    change("SELECT x1 FROM points");
    overwrite(PAGE, 10 * PAGE);
    said_begin(2);
    assert_int_equal(store_repair("run"), 4); /* the first damaged file is kept */
    said_end();
}

/* Single bytes anywhere: it opens, or it is refused with a sentence; nothing worse. */
static void any_byte(void **state)
{
    (void)state;
    uint64_t random = 3;
    size_t refused = 0;
    make_run(200);
    char *whole = folder_read("run/run.db");
    const off_t size = size_of("run/run.db");
    for (size_t i = 0; i < 200 / SLOWER; i++) {
        store *s;
        uint64_t round;
        buffer b;
        FILE *f = fopen("run/run.db", "w");
        assert_non_null(f);
        assert_int_equal(fwrite(whole, 1, (size_t)size, f), size);
        fclose(f);
        overwrite((off_t)(run_random(&random) % (uint64_t)size), 1 + i % 64);
        said_begin(2);
        const int status = store_open(&s, "run", STORE_WRITE);
        if (status == 0) { /* what is not structure may be wrong without being noticed */
            store_get_state(s, &round, &b);
            buffer_free(&b);
            store_close(s);
        }
        const char *text = said_end();
        if (status != 0) refused++;
        assert_true(status == 0 || ((status == 4 || status == 2) && strlen(text) > 20));
    }
    assert_true(refused > 20);
    free(whole);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_open, folder_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(places_are_refused),
        IN_FOLDER(an_unfinished_creation_is_nothing),
        IN_FOLDER(other_databases_are_refused),
        IN_FOLDER(read_only_places),
        IN_FOLDER(one_process_writes),
        IN_FOLDER(children_do_not_hold_the_lock),
        IN_FOLDER(killed_writers_lose_nothing),
        IN_FOLDER(no_space),
        cmocka_unit_test_setup_teardown(full_disk, folder_open, close_mounted),
        IN_FOLDER(damage_is_told_and_repaired),
        IN_FOLDER(any_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
