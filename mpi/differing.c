/* SPDX-License-Identifier: MIT
 *
 * Naming ranks that differ. Rank 0 collects the digests of all, which is done once in a run, when
 * it is lost. */
#include "differing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 8 };

/* The digest that most ranks have, of equally many that of the lowest rank. Votes are counted for
 * each of the digests, of which there are few. */
static uint64_t majority(const uint64_t *digest, int ranks)
{
    uint64_t winner = digest[0];
    int most = 0;
    for (int i = 0; i < ranks && most < ranks - i; i++) {
        int votes = 0;
        for (int k = i; k < ranks; k++) votes += digest[k] == digest[i];
        if (votes > most) {
            most = votes;
            winner = digest[i];
        }
    }
    return winner;
}

/* "rank 2", "ranks 1, 4 and 5", "ranks 1, ..., 9 and 20 others" */
static void list(char *text, size_t size, const uint64_t *digest, int ranks, uint64_t usual)
{
    int named[MOST_NAMED], n = 0;
    for (int i = 0; i < ranks; i++)
        if (digest[i] != usual && n++ < MOST_NAMED) named[n - 1] = i;
    const int shown = n < MOST_NAMED ? n : MOST_NAMED;
    size_t used = (size_t)snprintf(text, size, n == 1 ? "rank" : "ranks");
    for (int i = 0; i < shown && used < size; i++) {
        const char *between = i == 0 ? " " : i == shown - 1 && shown == n ? " and " : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%d", between, named[i]);
    }
    if (n > shown && used < size)
        snprintf(text + used, size - used, " and %d other%s", n - shown, n - shown == 1 ? "" : "s");
}

static void write_sentence(const nes_crew *c, const uint64_t *digest, bool begins)
{
    char who[120] = "some ranks";
    if (digest != NULL) list(who, sizeof who, digest, c->size, majority(digest, c->size));
    if (begins)
        nes_crew_refuse(
            c, NES_ERR_RANKS,
            "the ranks do not begin with the same search: not like the others: %s; give "
            "all ranks the same settings, seed, start, nes_mpi_settings and version",
            who);
    else
        nes_crew_refuse(c, NES_ERR_RANKS,
                        "the ranks no longer hold the same search: not like the others: %s; use "
                        "the same libraries on all machines, pin the option kernels, and suspect "
                        "the memory of a single rank",
                        who);
}

nes_status nes_name_differing(const nes_crew *c, uint64_t digest, bool begins)
{
    uint64_t *all = c->rank == 0 ? malloc((size_t)c->size * sizeof *all) : NULL;
    int room = c->rank == 0 && all != NULL;
    int code = MPI_Bcast(&room, 1, MPI_INT, 0, c->comm);
    if (code == MPI_SUCCESS && room)
        code = MPI_Gather(&digest, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, c->comm);
    if (c->rank == 0) write_sentence(c, code == MPI_SUCCESS ? all : NULL, begins);
    free(all);
    if (code != MPI_SUCCESS) return nes_crew_fault(c, code, "MPI_Gather");
    NES_MPI_TRY(c, MPI_Bcast, c->report->message, NES_MESSAGE_SIZE, MPI_CHAR, 0, c->comm);
    return NES_ERR_RANKS;
}
