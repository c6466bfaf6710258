/* SPDX-License-Identifier: MIT
 *
 * Folders that come and go. Removing one takes everything in it, and nothing that it only leads to.
 */
#include "process/folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "support/check.h"

static char *make_folder(void)
{
    char *path = NULL;
    assert_int_equal(folder_make(NULL, "nes-test", &path), 0);
    return path;
}

static void touch(const char *folder, const char *name)
{
    char *path = file_path(folder, name);
    assert_non_null(path);
    const int descriptor = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(descriptor >= 0);
    close(descriptor);
    free(path);
}

/* Links are removed, what they lead to is not; folders without permissions go too. */
static void removal(void **state)
{
    (void)state;
    char path[4200], *folder = make_folder(), *precious = make_folder();
    touch(precious, "file");
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink(precious, path), 0);
    snprintf(path, sizeof path, "%s/closed", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    touch(path, "file");
    assert_int_equal(chmod(path, 0), 0);
    assert_int_equal(folder_remove(folder), 0);
    assert_int_equal(access(folder, F_OK), -1);
    snprintf(path, sizeof path, "%s/file", precious);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(symlink(precious, folder), 0); /* the folder itself may have become a link */
    assert_int_equal(folder_remove(folder), 0);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(folder_remove(precious), 0);
    assert_int_equal(folder_remove(precious), 0); /* it has gone already */
    free(folder);
    free(precious);
}

/* A chain of folders, each in the one before, with a file in the last. */
static void make_chain(const char *folder, int depth)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY);
    assert_true(at >= 0);
    for (int i = 0; i < depth; i++) {
        assert_int_equal(mkdirat(at, "d", 0700), 0);
        const int below = openat(at, "d", O_RDONLY | O_DIRECTORY);
        assert_true(below >= 0);
        close(at);
        at = below;
    }
    const int file = openat(at, "file", O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    close(file);
    close(at);
}

/* Folders far deeper than there may be open descriptors, or room on a small stack. */
static void deep(void **state)
{
    (void)state;
    enum { DEPTH = 3000, DESCRIPTORS = 32 };
    struct rlimit before, few;
    char *folder = make_folder(), *second = file_path(folder, "e");
    make_chain(folder, DEPTH);
    assert_int_equal(mkdir(second, 0700), 0);
    make_chain(second, DEPTH);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    few = before;
    few.rlim_cur = DESCRIPTORS;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    const int error = folder_remove(folder);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(error, 0);
    assert_int_equal(access(folder, F_OK), -1);
    free(folder);
    free(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removal),
        cmocka_unit_test(deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
