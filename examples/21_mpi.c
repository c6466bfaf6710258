/* SPDX-License-Identifier: MIT
 * One search on all ranks of an MPI job. Every rank calls nes_mpi_minimize with the same arguments,
 * evaluates its share of the points, and has the answer in the end. The bytes are those of a single
 * process, for any number of ranks.
 *
 *     mpicc 21_mpi.c $(pkg-config --cflags --libs nes-mpi) -o demo
 *     mpirun -n 4 ./demo */
#include <nes/mpi.h>
#include <stdio.h>
#include <string.h>

#define DIM 6

static double rosenbrock(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i + 1 < dim; i++) {
        const double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        sum += 100 * a * a + b * b;
    }
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    nes_settings s;
    nes_mpi_settings m;
    nes_settings_default(&s);
    nes_mpi_settings_default(&m);
    s.max_evals = 4000;
    m.schedule = "demand"; /* where some evaluations take longer than others */

    double x[DIM] = {0}, alone[DIM] = {0};
    nes_result r;
    nes_mpi_report report;
    const nes_status st =
        nes_mpi_minimize(MPI_COMM_WORLD, rosenbrock, NULL, DIM, x, &s, &m, &r, &report);
    if (st != NES_OK && report.rank == 0) fprintf(stderr, "%s\n", report.message);
    if (st == NES_OK && report.rank == 0)
        printf("%d ranks: f = %.17g after %d evaluations, %d of them on rank 0\n", report.ranks,
               r.best_f, (int)r.evaluations, (int)report.evaluations);
    MPI_Finalize();
    if (st != NES_OK) return 1;

    /* Not needed: the same in this process alone. */
    nes_minimize(rosenbrock, NULL, DIM, alone, &s, NULL);
    return memcmp(x, alone, sizeof x) == 0 ? 0 : 1;
}
