/* SPDX-License-Identifier: MIT
 *
 * The constants of the model in bench/cluster, measured on the ranks that mpirun starts: a short
 * message, a byte of a long one, the counter, the letters of rank 0, waking up, and what ask and
 * tell cost on one rank. Least of several repeats, since whatever disturbs takes time. The last
 * line has the options by which bench/cluster takes them.
 *
 *     mpirun -n RANKS constants [REPEATS]      default: 20; two ranks at least */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "nes/mpi.h"

enum { SHORT = 32, LONG = 1 << 19, TIMES = 2000, FEW = 20, LETTER = 32 };

typedef struct board {
    int ranks, rank;
    MPI_Win window;
    uint64_t *counter;
    uint64_t *numbers;
} board;

/* Seconds of one, of the slowest rank. */
typedef double task(board *b);

static void reduce(board *b, int n, int times)
{
    for (int i = 0; i < times; i++)
        MPI_Allreduce(MPI_IN_PLACE, b->numbers, n, MPI_UINT64_T, MPI_BOR, MPI_COMM_WORLD);
}

static double short_round(board *b)
{
    const double begin = MPI_Wtime();
    reduce(b, SHORT, TIMES);
    return (MPI_Wtime() - begin) / TIMES;
}

static double long_round(board *b)
{
    const double begin = MPI_Wtime();
    reduce(b, LONG, FEW);
    return (MPI_Wtime() - begin) / FEW;
}

static void look(board *b, int times)
{
    const uint64_t one = 1;
    uint64_t next;
    for (int i = 0; i < times; i++) {
        MPI_Fetch_and_op(&one, &next, MPI_UINT64_T, 0, 0, MPI_SUM, b->window);
        MPI_Win_flush(0, b->window);
    }
}

/* The last rank alone, while the others are in a barrier. */
static double one_looks(board *b)
{
    const double begin = MPI_Wtime();
    if (b->rank == b->ranks - 1) look(b, TIMES);
    const double end = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    return b->rank == b->ranks - 1 ? (end - begin) / TIMES : 0;
}

/* All ranks at once: time of the counter for each. */
static double all_look(board *b)
{
    const double begin = MPI_Wtime();
    look(b, TIMES);
    MPI_Barrier(MPI_COMM_WORLD);
    return (MPI_Wtime() - begin) / (TIMES * (double)b->ranks);
}

static void read_letter(int from, char *letter)
{
    MPI_Status status;
    int came = 0;
    while (!came) MPI_Iprobe(from, 1, MPI_COMM_WORLD, &came, &status);
    MPI_Recv(letter, LETTER, MPI_BYTE, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 0 gives a point to rank 1 and reads the answer: two letters of rank 0, two messages. */
static double letters(board *b)
{
    char letter[LETTER] = "";
    const double begin = MPI_Wtime();
    for (int i = 0; i < TIMES && b->rank < 2; i++) {
        if (b->rank == 0) MPI_Send(letter, LETTER, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        read_letter(b->rank == 0 ? MPI_ANY_SOURCE : 0, letter);
        if (b->rank == 1) MPI_Send(letter, LETTER, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
    const double end = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    return (end - begin) / TIMES / 2;
}

/* What a pause of next to nothing takes. */
static double wake(board *b)
{
    const struct timespec t = {.tv_nsec = 1000};
    const double begin = MPI_Wtime();
    (void)b;
    for (int i = 0; i < FEW; i++) nanosleep(&t, NULL);
    return (MPI_Wtime() - begin) / FEW;
}

static double least(board *b, task *t, int repeats)
{
    double best = INFINITY;
    for (int i = 0; i < repeats; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double seconds = t(b);
        MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        best = fmin(best, seconds);
    }
    return best;
}

static double sphere(size_t dim, const double *x, void *user)
{
    double sum = 0;
    (void)user;
    for (size_t i = 0; i < dim; i++) sum += x[i] * x[i];
    return sum;
}

/* Seconds of a generation, of ask and tell alone. */
static double optimiser(const char *method, size_t dim, size_t points, int generations)
{
    nes_settings s;
    nes_opt *o = NULL;
    double *x0 = calloc(dim, sizeof *x0), best = INFINITY;
    nes_settings_default(&s);
    s.method = method;
    s.eval_start = "no";
    s.popsize = points;
    s.sigma = 1;
    if (x0 == NULL || nes_create(&o, dim, x0, &s) != NES_OK) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int g = 0; g < generations && nes_stopped(o) == NES_RUNNING; g++) {
        nes_points p;
        double seconds = -MPI_Wtime();
        if (nes_ask(o, &p) != NES_OK) MPI_Abort(MPI_COMM_WORLD, 1);
        seconds += MPI_Wtime();
        for (size_t k = 0; k < p.n; k++) p.f[k] = sphere(dim, p.x + k * dim, NULL);
        seconds -= MPI_Wtime();
        if (nes_tell(o, p.n, p.f) != NES_OK) MPI_Abort(MPI_COMM_WORLD, 1);
        best = fmin(best, seconds + MPI_Wtime());
    }
    nes_destroy(o);
    free(x0);
    return best;
}

static void show_optimiser(void)
{
    static const struct {
        const char *method;
        size_t dim;
    } rows[] = {{"xnes", 10}, {"xnes", 100}, {"xnes", 1000}, {"snes", 1000}, {"snes", 100000}};
    printf("ask and tell, microseconds for one point of n:\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        printf("  %s, d = %zu:", rows[i].method, rows[i].dim);
        for (size_t n = 16; n <= 16384; n *= 32) {
            if (n * rows[i].dim > 20000000) continue;
            const double all = optimiser(rows[i].method, rows[i].dim, n, 10);
            printf("  n = %zu: %.3g", n, 1e6 * all / (double)n);
        }
        printf("\n");
    }
}

static void open_board(board *b)
{
    MPI_Comm_size(MPI_COMM_WORLD, &b->ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &b->rank);
    b->numbers = calloc(LONG, sizeof *b->numbers);
    if (b->numbers == NULL || b->ranks < 2) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(b->rank == 0 ? sizeof *b->counter : 0, sizeof *b->counter, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &b->counter, &b->window);
    if (b->rank == 0) *b->counter = 0;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, b->window);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void measure(board *b, int repeats)
{
    const double steps = ceil(log2((double)b->ranks)), bytes = sizeof(uint64_t) * (double)LONG;
    const double brief = least(b, short_round, repeats), whole = least(b, long_round, repeats);
    const double fetch = least(b, one_looks, repeats), serve = least(b, all_look, repeats);
    const double letter = least(b, letters, repeats), sleep = least(b, wake, repeats);
    const double byte = (whole - brief) / (steps < 2 ? steps * bytes : 2 * bytes);
    if (b->rank != 0) return;
    printf("%d ranks, microseconds\n", b->ranks);
    printf("  MPI_Allreduce of 256 bytes  %.2f\n", 1e6 * brief);
    printf("  MPI_Allreduce of %.0f MB     %.0f, that is %.2g bytes per second\n", bytes / 1e6,
           1e6 * whole, 1 / byte);
    printf("  the counter, one rank       %.3f\n", 1e6 * fetch);
    printf("  the counter, all ranks      %.3f for each\n", 1e6 * serve);
    printf("  a letter and its way        %.2f\n", 1e6 * letter);
    printf("  a thread wakes up           %.1f\n", 1e6 * sleep);
    show_optimiser();
    printf("options: --latency %.3g --bandwidth %.3g --fetch %.3g --serve %.3g --letter %.3g "
           "--wake %.3g\n",
           brief / steps, 1 / byte, fmax(fetch, serve), serve, letter, sleep);
}

int main(int argc, char **argv)
{
    board b;
    MPI_Init(&argc, &argv);
    open_board(&b);
    measure(&b, argc > 1 ? atoi(argv[1]) : 20);
    MPI_Win_unlock_all(b.window);
    MPI_Win_free(&b.window);
    free(b.numbers);
    MPI_Finalize();
    return 0;
}
