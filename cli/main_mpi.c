/* SPDX-License-Identifier: MIT
 *
 * nes-mpi: `nes run --mpi` and `nes resume --mpi`, which replace themselves by this program on
 * every rank. Rank 0 runs the command, and the others evaluate for it. */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

#include "base/json_values.h"
#include "base/plain_locale.h"
#include "base/stack.h"
#include "base/streams.h"
#include "base/text.h"
#include "command.h"
#include "ranks/environment.h"
#include "ranks/follower.h"
#include "ranks/leader.h"

static int run(int argc, char **argv, const rank_team *t)
{
    if (argc > 1 && strcmp(argv[1], "run") == 0) return command_run_with(argc - 1, argv + 1, t);
    if (argc > 1 && strcmp(argv[1], "resume") == 0)
        return command_resume_with(argc - 1, argv + 1, t);
    return text_error(EXIT_USAGE, "this is a part of nes: write nes run --mpi or nes resume --mpi");
}

static int lead(int argc, char **argv)
{
    leader *l = leader_open(MPI_COMM_WORLD);
    const int status = run(argc, argv, &l->team);
    leader_close(l, status);
    return status;
}

static int take_part(int argc, char **argv)
{
    int level, rank;
    bool lingers = false;
    streams_fill();
    plain_locale_keep();
    json_begin();
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    environment_leave_job();
    const int status = rank == 0 ? lead(argc, argv) : follow(MPI_COMM_WORLD, &lingers);
    MPI_Finalize();
    if (lingers) _exit(status);
    return streams_finish(status);
}

int main(int argc, char **argv)
{
    return stack_call(take_part, argc, argv);
}
