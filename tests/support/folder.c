/* SPDX-License-Identifier: MIT
 *
 * A temporary working folder; see folder.h. */
#define _XOPEN_SOURCE 700
#include "folder.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

typedef struct folder {
    char path[64];
    int before; /* descriptor of the former working folder */
} folder;

int folder_open(void **state)
{
    folder *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->path, sizeof f->path, "/tmp/nes-test-XXXXXX");
    f->before = open(".", O_RDONLY);
    assert_true(f->before >= 0);
    assert_non_null(mkdtemp(f->path));
    assert_int_equal(chdir(f->path), 0);
    *state = f;
    return 0;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

int folder_close(void **state)
{
    folder *f = *state;
    const int back = fchdir(f->before);
    close(f->before);
    nftw(f->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(f);
    return back;
}

void folder_write(const char *path, const char *text)
{
    char parent[256];
    snprintf(parent, sizeof parent, "%s", path);
    for (char *slash = parent; (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0';
        mkdir(parent, 0777);
        *slash = '/';
    }
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

char *folder_read(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f == NULL) fail_msg("%s cannot be read", path);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    char *text = calloc((size_t)info.st_size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)info.st_size, f), info.st_size);
    fclose(f);
    return text;
}
