/* SPDX-License-Identifier: MIT
 *
 * Memory and time of a search whose coordinates are shared out: every rank holds its slice of the
 * distribution and of the points, and no more. Prints for each rank the coordinates that it has,
 * the largest memory of the process before and after the run, and the numbers of eight bytes that a
 * coordinate takes; then the seconds of a generation. Fails where a rank has more than its share of
 * MOST numbers a coordinate and 64 MB.
 *
 *     mpirun -n RANKS mpi_shared [METHOD [DIMENSION [GENERATIONS]]]   default: snes, 10^7, 2 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "nes/mpi.h"

static const double MOST = 14, BESIDES = 64e6;

/* The sum of squares; its bits depend on the number of ranks, which is no matter here. */
static nes_fate sphere(const nes_mpi_part *part, double *values, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < part->n; i++) sum += part->x[i] * part->x[i];
    MPI_Reduce(&sum, values, 1, MPI_DOUBLE, MPI_SUM, 0, part->comm);
    return NES_MEASURED;
}

/* Bytes that this process has had at most. */
static double peak(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)u.ru_maxrss * 1024;
}

static nes_settings settings(const char *method, uint64_t generations)
{
    nes_settings s;
    nes_settings_default(&s);
    s.method = method;
    s.popsize = 4;
    s.max_gens = generations;
    s.window = 2;
    s.threads = 1;
    s.sigma = 0.1;
    return s;
}

/* What each rank has to say, by rank 0; how many have more than their share. */
static int report(const nes_slice *slice, double before, double after, int ranks)
{
    const double own[3] = {(double)slice->n, before, after};
    double *all = malloc((size_t)ranks * sizeof own);
    int large = 0;
    if (all == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Allgather(own, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++) {
        const double n = all[3 * r], more = all[3 * r + 2] - all[3 * r + 1];
        large += more > MOST * 8 * n + BESIDES;
        if (slice->first == 0)
            printf("rank %d: %.0f coordinates, %.0f MB before and %.0f MB after, %.2f numbers a "
                   "coordinate\n",
                   r, n, all[3 * r + 1] / 1e6, all[3 * r + 2] / 1e6, more / 8 / n);
    }
    free(all);
    return large;
}

int main(int argc, char **argv)
{
    const char *method = argc > 1 ? argv[1] : "snes";
    const size_t dim = argc > 2 ? (size_t)strtod(argv[2], NULL) : 10000000;
    const uint64_t generations = argc > 3 ? (uint64_t)strtoul(argv[3], NULL, 10) : 2;
    const nes_settings s = settings(method, generations);
    nes_mpi_shared *w = NULL;
    nes_mpi_report r;
    nes_opt *o = NULL;
    char message[NES_MESSAGE_SIZE];
    MPI_Init(&argc, &argv);
    if (nes_mpi_shared_open(&w, MPI_COMM_WORLD, dim, &r) != NES_OK) MPI_Abort(MPI_COMM_WORLD, 1);
    const double before = peak();
    if (nes_create_slice(&o, dim, nes_mpi_shared_slice(w), NULL, &s, message, sizeof message) !=
        NES_OK) {
        fprintf(stderr, "%s\n", message);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (nes_mpi_run_shared(o, w, sphere, NULL, &r) != NES_OK) {
        fprintf(stderr, "%s\n", r.message);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    const int large = report(nes_mpi_shared_slice(w), before, peak(), r.ranks);
    if (r.rank == 0)
        printf("%s, %zu variables, %d ranks: %.2f s a generation of %d points\n", method, dim,
               r.ranks, r.seconds / (double)generations, (int)s.popsize);
    nes_destroy(o);
    nes_mpi_shared_close(w);
    MPI_Finalize();
    return large > 0 ? 1 : 0;
}
