/* SPDX-License-Identifier: MIT
 *
 * --mpi of `nes run` and `nes resume`. This program knows nothing of MPI, so that it starts quickly
 * and runs where there is none. Its place is taken by nes-mpi. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "command.h"
#include "sister.h"

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

/* A number that mpirun or srun has put into the environment, or `otherwise`. */
static long number(const char *const names[2], long otherwise)
{
    for (size_t i = 0; i < 2; i++) {
        const char *text = getenv(names[i]);
        if (text != NULL) return strtol(text, NULL, 10);
    }
    return otherwise;
}

/* Whether this rank prints errors: the first one does, for all. The others wait a second, because
 * mpirun ends all ranks when one has ended. */
static bool speaks(void)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};
    const double grace = 1;
    if (number(ranks, 0) == 0) return true;
    clock_sleep(grace);
    return false;
}

/* Starts nes-mpi in place of this program. Only returns if that fails. */
static int start(char **argv)
{
    char *path = sister_find("nes-mpi");
    if (path != NULL) return sister_start(path, "--mpi", argv);
    if (!speaks()) return EXIT_USAGE;
    return text_error(EXIT_USAGE,
                      "--mpi: this nes was built without MPI; install it (on Debian: apt-get "
                      "install libopenmpi-dev openmpi-bin) and build nes again");
}

/* Refuses several ranks without --mpi: each would do the same, and write to the same folder. One of
 * them prints the error. */
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
