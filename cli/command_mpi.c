/* SPDX-License-Identifier: MIT
 *
 * --mpi of `nes run` and `nes resume`. This program knows nothing of MPI, so that it starts quickly
 * and runs where there is none. Its place is taken by nes-mpi, which is beside it where both were
 * built, and in the folder for such programs where they are installed. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "command.h"

static const char *const places[] = {"nes-mpi", NES_FROM_BIN_TO_LIBEXEC "/nes-mpi"};

/* Whether the user wants all ranks, or says that they are not wanted. */
typedef enum wish { NOTHING, WANTED, REFUSED } wish;

static wish read_wish(int argc, char **argv)
{
    wish found = NOTHING;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return REFUSED;
        if (strcmp(argv[i], "--mpi") == 0 || strcmp(argv[i], "--mpi=yes") == 0) found = WANTED;
        if (strcmp(argv[i], "--mpi=no") == 0) found = REFUSED;
    }
    return found;
}

/* The path of nes-mpi in one of its places, seen from the folder of this program; to be freed.
 * Null: it is not there. */
static char *find(const char *folder)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *path = file_path(folder, places[i]);
        if (path != NULL && access(path, X_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

/* A number that mpirun or srun has put into the environment; otherwise: there is none. */
static long number(const char *const names[2], long otherwise)
{
    for (size_t i = 0; i < 2; i++) {
        const char *text = getenv(names[i]);
        if (text != NULL) return strtol(text, NULL, 10);
    }
    return otherwise;
}

/* Of several ranks the first speaks for all. The others give it time: when one has ended, mpirun
 * ends the rest. */
static bool speaks(void)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};
    const double grace = 1;
    if (number(ranks, 0) == 0) return true;
    clock_sleep(grace);
    return false;
}

/* Only returns where nes-mpi cannot be started. */
static int start(char **argv)
{
    char self[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (slash != NULL) *slash = '\0';
    char *path = slash != NULL ? find(self) : NULL;
    if (path == NULL && !speaks()) return EXIT_USAGE;
    if (path == NULL)
        return text_error(EXIT_USAGE,
                          "--mpi: this nes was built without MPI; install it (on Debian: apt-get "
                          "install libopenmpi-dev openmpi-bin) and build nes again");
    execv(path, argv);
    text_error(EXIT_USAGE, "--mpi: '%s' cannot be started: %s", path, strerror(errno));
    free(path);
    return EXIT_USAGE;
}

/* Each rank would do the same, and write to the same folder. One of them says so. */
static int refuse_ranks(const char *command)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    const long size = number(sizes, 1);
    if (size <= 1) return EXIT_OK;
    if (!speaks()) return EXIT_USAGE;
    return text_error(EXIT_USAGE,
                      "there are %ld ranks, and each of them would do the same: `nes %s --mpi` "
                      "shares the work; --mpi=no lets each rank go its own way",
                      size, command);
}

int command_mpi(int argc, char **argv)
{
    const bool takes = strcmp(argv[1], "run") == 0 || strcmp(argv[1], "resume") == 0;
    if (!takes) return EXIT_OK;
    switch (read_wish(argc - 1, argv + 1)) {
    case WANTED:
        return start(argv);
    case NOTHING:
        return refuse_ranks(argv[1]);
    default:
        return EXIT_OK;
    }
}
