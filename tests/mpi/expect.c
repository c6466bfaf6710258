/* SPDX-License-Identifier: MIT
 *
 * Expectations of ranks. */
#include "expect.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

static int rank, ranks, disappointments;

/* What MPI does not free, when it begins and ends, does not count as a leak of ours. */
static void start(int *argc, char ***argv, int *level)
{
#ifdef __SANITIZE_ADDRESS__
    __lsan_disable();
#endif
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, level);
#ifdef __SANITIZE_ADDRESS__
    __lsan_enable();
#endif
}

static int leaks(void)
{
#ifdef __SANITIZE_ADDRESS__
    return __lsan_do_recoverable_leak_check();
#else
    return 0;
#endif
}

void expect_begin(int *argc, char ***argv)
{
    int level = 0;
    start(argc, argv, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    expect(level >= MPI_THREAD_FUNNELED, "MPI has no threads");
}

int expect_end(void)
{
    expect(leaks() == 0, "memory was not freed");
    MPI_Allreduce(MPI_IN_PLACE, &disappointments, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return disappointments == 0 ? 0 : 1;
}

void expect(bool so, const char *format, ...)
{
    char text[1000];
    if (so || ++disappointments > 20) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "rank %d of %d: %s\n", rank, ranks, text);
}

int expect_rank(void)
{
    return rank;
}

int expect_ranks(void)
{
    return ranks;
}

void expect_same(MPI_Comm comm, uint64_t number, const char *what)
{
    uint64_t all[2] = {number, ~number};
    MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_UINT64_T, MPI_BOR, comm);
    expect((all[0] & all[1]) == 0, "%s: not the same on all ranks", what);
}

nes_opt *expect_handle(size_t dim, const double *x0, const nes_settings *s)
{
    nes_opt *o = NULL;
    char why[NES_MESSAGE_SIZE] = "";
    if (nes_create(&o, dim, x0, s) != NES_OK) {
        nes_settings_check(s, dim, x0, why, sizeof why);
        fprintf(stderr, "rank %d: no handle: %s\n", rank, why);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return o;
}

void expect_refused(nes_status st, nes_status wanted, const nes_mpi_report *r, const char *word)
{
    expect(st == wanted, "status %d (%s), not %d", (int)st, r->message, (int)wanted);
    expect(strstr(r->message, word) != NULL, "no '%s' in the sentence '%s'", word, r->message);
}
