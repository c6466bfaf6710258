/* SPDX-License-Identifier: MIT
 *
 * Files in memory; see support/file.h. */
#include "support/file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { MOST = 8 };

static char folder[64];
static char *made[MOST];
static size_t n_made;

static void clear(void)
{
    for (size_t i = 0; i < n_made; i++) unlink(made[i]);
    rmdir(folder);
}

const char *fuzz_folder(void)
{
    struct stat s;
    if (folder[0] != '\0') return folder;
    const bool memory = stat("/dev/shm", &s) == 0 && access("/dev/shm", W_OK) == 0;
    snprintf(folder, sizeof folder, "%s/nes-fuzz-XXXXXX", memory ? "/dev/shm" : "/tmp");
    if (mkdtemp(folder) == NULL) abort();
    atexit(clear);
    return folder;
}

void fuzz_file_write(fuzz_file *f, const char *name, const void *bytes, size_t n)
{
    if (f->path == NULL) {
        f->path = file_path(fuzz_folder(), name);
        if (f->path == NULL || n_made == MOST) abort();
        made[n_made++] = f->path;
        f->descriptor = open(f->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (f->descriptor < 0) abort();
    }
    if (ftruncate(f->descriptor, 0) != 0 || pwrite(f->descriptor, bytes, n, 0) != (ssize_t)n)
        abort();
}
