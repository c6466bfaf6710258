/* SPDX-License-Identifier: MIT
 *
 * Whole files: they are put in place of what was there without a look through links, and what
 * cannot be written leaves nothing. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/check.h"
#include "support/folder.h"

enum { LINKS = 20, LARGE = 5000 };

static void assert_text(const char *path, const char *text)
{
    char *there = folder_read(path);
    assert_string_equal(there, text);
    free(there);
}

static int count_name(const char *folder, const char *name, void *data)
{
    (void)folder, (void)name;
    ++*(int *)data;
    return 0;
}

static int names_in(const char *folder)
{
    int n = 0;
    assert_int_equal(file_each(folder, count_name, &n), 0);
    return n;
}

static void test_replace(void **state)
{
    (void)state;
    folder_write("a\nb", "old");
    assert_int_equal(file_replace("a\nb", "new", 3), 0);
    assert_text("a\nb", "new");
    assert_int_equal(file_replace("no/folder", "new", 3), ENOENT);
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(file_replace("folder", "new", 3), EISDIR);
    assert_int_equal(file_replace("folder/x", "new", 3), 0);
    assert_int_equal(names_in("."), 2);
    assert_int_equal(names_in("folder"), 1);
    /* The permissions are those of any new file. */
    struct stat info;
    const mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(stat("folder/x", &info), 0);
    assert_int_equal(info.st_mode & 0777, 0666 & ~mask);
}

/* Links at the place, and at every name that might be tried on the way. */
static void test_links(void **state)
{
    (void)state;
    char *name, link[64], *end;
    folder_write("precious", "keep");
    assert_int_equal(symlink("precious", "place"), 0);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_int_equal(file_draft("x", "", 0, &name), 0);
    const unsigned long next = strtoul(strrchr(name, '-') + 1, &end, 10) + 1;
    assert_string_equal(end, ".part");
    for (unsigned long i = 0; i < LINKS; i++) {
        snprintf(link, sizeof link, ".nes-%ld-%lu.part", (long)getpid(), next + i);
        assert_int_equal(symlink(i % 2 == 0 ? "precious" : "nowhere", link), 0);
    }
    assert_int_equal(file_replace("place", "new", 3), 0);
    assert_text("place", "new");
    assert_text("precious", "keep");
    assert_int_equal(access("nowhere", F_OK), -1);
    assert_int_equal(file_create("dangling", 0666, "new", 3), EEXIST);
    assert_int_equal(access("nowhere", F_OK), -1);
    assert_int_equal(names_in("."), 4 + LINKS); /* with the draft */
    free(name);
}

static void test_at(void **state)
{
    (void)state;
    folder_write("precious", "keep");
    folder_write("to/name", "old");
    assert_int_equal(mkdir("way", 0777), 0);
    assert_int_equal(symlink("../precious", "way/part"), 0);
    const int to = open("to", O_RDONLY | O_DIRECTORY), way = open("way", O_RDONLY | O_DIRECTORY);
    const file_place place = {to, "name"}, part = {way, "part"};
    for (int durable = 0; durable < 2; durable++) {
        assert_int_equal(file_replace_at(&place, &part, "new", 3, durable == 1), 0);
        assert_text("to/name", "new");
        assert_text("precious", "keep");
        assert_int_equal(names_in("way"), 0);
    }
    const file_place taken = {AT_FDCWD, "to"};
    assert_int_equal(file_replace_at(&taken, &part, "new", 3, false), EISDIR);
    assert_int_equal(names_in("way"), 0);
    close(to);
    close(way);
}

/* A file may not grow: what there was stays, and nothing else is left. */
static void test_no_room(void **state)
{
    (void)state;
    static char large[LARGE];
    struct rlimit before, small;
    folder_write("old", "keep");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = LARGE / 2;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    const int here = open(".", O_RDONLY | O_DIRECTORY);
    const file_place place = {here, "old"}, part = {here, "part"};
    const int replaced = file_replace("old", large, LARGE);
    const int put = file_replace_at(&place, &part, large, LARGE, true);
    const int created = file_create("fresh", 0666, large, LARGE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(replaced, EFBIG);
    assert_int_equal(put, EFBIG);
    assert_int_equal(created, EFBIG);
    assert_text("old", "keep");
    assert_int_equal(names_in("."), 1);
    close(here);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_replace, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_links, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_at, folder_open, folder_close),
        cmocka_unit_test_setup_teardown(test_no_room, folder_open, folder_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
