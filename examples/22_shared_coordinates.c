/* SPDX-License-Identifier: MIT
 * More variables than one rank has memory for: every rank holds a slice of the coordinates, and
 * nothing as long as a point is ever sent. Here there are 40000 of them; with 100 million the
 * method takes 9 GB, of which each of 4 ranks has a quarter.
 *
 *     mpicc 22_shared_coordinates.c $(pkg-config --cflags --libs nes-mpi) -o demo
 *     mpirun -n 4 ./demo */
#include <nes/mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define DIM 40000

/* Every rank has the coordinates first .. first+n-1 of the point and adds up its part of the sum;
 * rank 0 has the value. All ranks are here at the same time. */
static nes_fate ellipsoid(const nes_mpi_part *part, double *values, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < part->n; i++)
        sum += (1 + 9.0 * (double)(part->first + i) / (double)part->dim) * part->x[i] * part->x[i];
    MPI_Reduce(&sum, values, 1, MPI_DOUBLE, MPI_SUM, 0, part->comm);
    return NES_MEASURED;
}

int main(int argc, char **argv)
{
    size_t first, n;
    nes_settings s;
    nes_result r;
    nes_mpi_report report;
    MPI_Init(&argc, &argv);
    nes_mpi_slice(MPI_COMM_WORLD, DIM, &first, &n);
    double *x = malloc(n * sizeof *x); /* this rank's part of the start, and of the answer */
    if (x == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    for (size_t i = 0; i < n; i++) x[i] = 1;

    nes_settings_default(&s); /* "auto" is cr-fm-nes with mirrored samples */
    s.sigma = 0.05;
    s.max_evals = 2000;
    const nes_status st =
        nes_mpi_minimize_shared(MPI_COMM_WORLD, ellipsoid, NULL, DIM, x, &s, &r, &report);
    if (report.rank == 0 && st != NES_OK) fprintf(stderr, "%s\n", report.message);
    if (report.rank == 0 && st == NES_OK)
        printf("%d ranks, %d coordinates on the first: f = %g after %d evaluations\n", report.ranks,
               (int)r.dim, r.best_f, (int)r.evaluations);
    free(x);
    MPI_Finalize();
    return st == NES_OK && r.best_f < 5.4 * DIM ? 0 : 1;
}
