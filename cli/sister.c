/* SPDX-License-Identifier: MIT
 *
 * Programs that take the place of nes: nes-lab for the commands of research, and nes-mpi for --mpi
 * of `nes run` and `nes resume`. They lie beside nes in a build tree, and in the folder for such
 * programs when installed. So nes itself knows nothing of MPI, starts quickly, and runs on machines
 * without MPI. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "command.h"

/* Returns the path of the program of that name, to be freed; null: not found. */
static char *find(const char *name)
{
    static const char *const places[] = {"", "/" NES_FROM_BIN_TO_LIBEXEC};
    char folder[PATH_MAX + sizeof "/" NES_FROM_BIN_TO_LIBEXEC];
    const ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[n > 0 ? n : 0] = '\0';
    char *end = strrchr(folder, '/');
    for (size_t i = 0; end != NULL && i < sizeof places / sizeof *places; i++) {
        strcpy(end, places[i]);
        char *path = file_path(folder, name);
        if (access(path, X_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

/* Starts the program at path in place of this one, and frees path. Returns only on failure: the
 * exit status, with an error that begins with `wanted`, the user's command. */
static int start(char *path, const char *wanted, char **argv)
{
    execv(path, argv);
    text_error(EXIT_USAGE, "%s: '%s' cannot be started: %s", wanted, path, strerror(errno));
    free(path);
    return EXIT_USAGE;
}

/* ---- nes bench, nes compare and nes experiment ----------------------------------------------- */

int command_lab(int argc, char **argv)
{
    char *path = find("nes-lab"), name[] = "nes";
    if (path == NULL)
        return text_error(EXIT_USAGE,
                          "nes %s is done by the program nes-lab, which is not where nes is: build "
                          "or install nes again, which brings it",
                          argv[0]);
    char **words = memory_zeros((size_t)argc + 2, sizeof *words);
    words[0] = name;
    memcpy(words + 1, argv, (size_t)argc * sizeof *words);
    const int status = start(path, argv[0], words);
    free(words);
    return status;
}

/* ---- --mpi ----------------------------------------------------------------------------------- */

/* Returns a number that mpirun or srun has put into the environment, or else `otherwise`. */
static long number(const char *const names[2], long otherwise)
{
    for (size_t i = 0; i < 2; i++) {
        const char *text = getenv(names[i]);
        if (text != NULL) return strtol(text, NULL, 10);
    }
    return otherwise;
}

/* Whether this rank prints errors: only rank 0 does. Other ranks wait a second first, because
 * mpirun ends all ranks when one has ended. */
static bool speaks(void)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};
    const double grace = 1;
    if (number(ranks, 0) == 0) return true;
    clock_sleep(grace);
    return false;
}

/* Starts nes-mpi in place of this program. Returns the exit status if that fails. */
static int start_ranks(char **argv)
{
    char *path = find("nes-mpi");
    if (path != NULL) return start(path, "--mpi", argv);
    if (!speaks()) return EXIT_USAGE;
    return text_error(EXIT_USAGE,
                      "--mpi: this nes was built without MPI; install it (on Debian: apt-get "
                      "install libopenmpi-dev openmpi-bin) and build nes again");
}

/* Refuses several ranks without --mpi: each would do the same work and write to the same folder.
 * One rank prints the error. */
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
    int wish = 0; /* 1: --mpi; -1: --mpi=no. The last one given counts. */
    if (strcmp(argv[1], "run") != 0 && strcmp(argv[1], "resume") != 0) return EXIT_OK;
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return EXIT_OK;
        if (strcmp(argv[i], "--mpi") == 0 || strcmp(argv[i], "--mpi=yes") == 0) wish = 1;
        if (strcmp(argv[i], "--mpi=no") == 0) wish = -1;
    }
    if (wish > 0) return start_ranks(argv);
    return wish < 0 ? EXIT_OK : refuse_ranks(argv[1]);
}
