/* SPDX-License-Identifier: MIT
 *
 * Runs a target without libFuzzer, in any build:
 *
 *     replay_NAME [--changes N] [--time] [PATH...]   all seeds, then files and folders of inputs
 *     replay_NAME --write FOLDER                     writes the seeds there
 *
 * Every input is run as it is, and then N times with small changes, which are the same in every
 * run. --time says what processor time each file took. A defect ends the process, and the name of
 * the input has been printed; so does an input as it is that takes LONG seconds, which is ten times
 * what `make fuzz` allows. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/buffer.h"
#include "base/file.h"
#include "support/fuzz.h"

enum { LARGEST = 1 << 20, LONG = 10 };

typedef struct replay {
    size_t changes, inputs;
    bool times;
    const char *folder; /* to write seeds to; null: they are run */
    FILE *out;          /* the target may have replaced the usual streams */
} replay;

/* A target may have none. */
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                                                     unsigned seed);

static uint64_t state;

static size_t below(size_t n)
{
    return (size_t)fuzz_next(&state) % n;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    if (size == 0 || (size < most && below(4) == 0)) { /* one more byte */
        const size_t at = below(size + 1);
        memmove(data + at + 1, data + at, size - at);
        data[at] = (uint8_t)below(256);
        return size + 1;
    }
    const size_t at = below(size);
    switch (below(3)) {
    case 0:
        data[at] ^= (uint8_t)(1u << below(8));
        return size;
    case 1:
        data[at] = (uint8_t)below(256);
        return size;
    default: /* some bytes less */
        memmove(data + at, data + at + 1, size - at - 1);
        return size - 1;
    }
}

static void run_changed(const replay *r, const void *bytes, size_t n)
{
    const size_t most = 2 * n + 64;
    uint8_t *copy = malloc(most);
    if (copy == NULL) abort();
    for (size_t i = 0; i < r->changes; i++) {
        size_t size = n;
        memcpy(copy, bytes, n);
        for (size_t k = 0; k <= i % 4; k++)
            size = LLVMFuzzerCustomMutator != NULL
                       ? LLVMFuzzerCustomMutator(copy, size, most, (unsigned)below(1 << 30))
                       : LLVMFuzzerMutate(copy, size, most);
        LLVMFuzzerTestOneInput(copy, size);
    }
    free(copy);
}

static void run(replay *r, const char *name, const void *bytes, size_t n)
{
    const clock_t before = clock();
    LLVMFuzzerTestOneInput(n == 0 ? (const uint8_t *)"" : bytes, n);
    if (r->times) fprintf(r->out, "%.3f %s\n", (double)(clock() - before) / CLOCKS_PER_SEC, name);
    state = 1;
    if (n > 0 && n <= LARGEST) run_changed(r, bytes, n);
    r->inputs++;
}

static void take_seed(void *to, const void *bytes, size_t n)
{
    replay *r = to;
    char name[32];
    snprintf(name, sizeof name, "seed-%03zu", r->inputs);
    if (r->folder == NULL) {
        fprintf(r->out, "%s\n", name);
        run(r, name, bytes, n);
        return;
    }
    char *path = file_path(r->folder, name);
    const int error = path == NULL ? ENOMEM : file_replace(path, bytes, n);
    free(path);
    if (error != 0) {
        fprintf(r->out, "%s/%s cannot be written: %s\n", r->folder, name, strerror(error));
        exit(2);
    }
    r->inputs++;
}

static int take_path(const char *folder, const char *name, void *data)
{
    replay *r = data;
    struct stat s;
    buffer content;
    char *path = folder == NULL ? strdup(name) : file_path(folder, name);
    if (path == NULL) abort();
    int status = 0;
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode)) {
        status = file_each(path, take_path, r);
    } else if (file_read(path, &content) == 0) {
        if (!r->times) fprintf(r->out, "%s\n", path);
        run(r, path, content.text, content.n);
        buffer_free(&content);
    } else {
        fprintf(r->out, "%s cannot be read\n", path);
        status = 2;
    }
    free(path);
    return status;
}

int main(int argc, char **argv)
{
    replay r = {.out = stderr};
    int at = 1, status = 0;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--time") == 0)
            r.times = true;
        else if (strcmp(argv[at], "--changes") == 0 && at + 1 < argc)
            r.changes = (size_t)atol(argv[++at]);
        else if (strcmp(argv[at], "--write") == 0 && at + 1 < argc)
            r.folder = argv[++at];
    }
    const fuzz_sink sink = {take_seed, &r};
    if (!r.times) fuzz_seeds(&sink);
    for (; at < argc && status == 0; at++) status = take_path(NULL, argv[at], &r);
    if (!r.times) fprintf(r.out, "%zu inputs\n", r.inputs);
    return status;
}
