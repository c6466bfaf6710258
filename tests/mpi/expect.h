/* SPDX-License-Identifier: MIT
 *
 * Tests under mpirun: every rank says what it expects, goes on when that is not so, since others
 * wait for it, and the program fails if any rank has been disappointed. */
#ifndef NES_TEST_MPI_EXPECT_H
#define NES_TEST_MPI_EXPECT_H

#include "nes/mpi.h"

void expect_begin(int *argc, char ***argv); /* MPI, with threads beside the one that talks */
int expect_end(void);                       /* collective; the exit status of the program */

/* Prints the rank and the sentence where it is not so. */
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void
expect(bool so, const char *format, ...);

int expect_rank(void);  /* in MPI_COMM_WORLD */
int expect_ranks(void); /* of it */

/* Collective: all ranks of comm have the same number. */
void expect_same(MPI_Comm comm, uint64_t number, const char *what);

/* A handle; there is one. */
nes_opt *expect_handle(size_t dim, const double *x0, const nes_settings *s);

/* That status, and that word in the sentence of the report. */
void expect_refused(nes_status st, nes_status wanted, const nes_mpi_report *r, const char *word);

#endif
