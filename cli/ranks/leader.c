/* SPDX-License-Identifier: MIT
 *
 * The beginning and the end of the team; see ranks/leader.h. */
#include "ranks/leader.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "nes/mpi.h"
#include "objective/program.h"
#include "ranks/leader_parts.h"
#include "ranks/origin.h"

/* A rank that could not begin has printed why. */
static int agree(leader *l)
{
    int rank;
    return wire_agree(l->comm, 0, &rank);
}

static int agree_on_kernels(leader *l, nes_settings *s)
{
    nes_mpi_report report;
    const nes_status st = nes_mpi_agree(l->comm, s, &report);
    return st == NES_OK ? 0 : text_error(EXIT_USAGE, "%s", report.message);
}

/* What cannot be shared. */
static int refuse_unshared(const run_setup *s)
{
    const program *p = s->objective.program;
    if (s->objective.by_hand)
        return text_error(EXIT_USAGE,
                          "--by-hand: there is nothing for ranks to evaluate; leave --mpi out");
    if (p != NULL && p->keeps != PROGRAM_KEEPS_NONE && s->scratch == NULL)
        return text_error(EXIT_USAGE, "--keep-scratch with --mpi needs a folder that all ranks "
                                      "see: give --out DIR too");
    return 0;
}

static int begin(void *self, const facts_origin *from, run_setup *s)
{
    leader *l = self;
    buffer text = {.text = NULL};
    int status = refuse_unshared(s);
    if (status == 0) status = origin_pack(from, &text);
    if (status == 0) {
        call c = {.kind = CALL_SETUP, .size = text.n};
        wire_call(l->comm, &c);
        wire_share(l->comm, text.text, text.n);
        status = agree(l);
    }
    if (status == 0) status = agree_on_kernels(l, &s->settings);
    buffer_free(&text);
    return status;
}

static int status_of(const void *self)
{
    const leader *l = self;
    return l->status;
}

/* How the ranks were started, and could be again: Slurm's own way leaves other traces than that of
 * mpirun within Slurm. */
static void find_launch(leader *l)
{
    const bool slurm = getenv("SLURM_PROCID") != NULL && getenv("OMPI_COMM_WORLD_SIZE") == NULL;
    snprintf(l->launch, sizeof l->launch, "%s -n %d ", slurm ? "srun" : "mpirun", l->ranks);
}

leader *leader_open(MPI_Comm comm)
{
    leader *l = calloc(1, sizeof *l);
    if (l == NULL) return NULL;
    l->comm = comm;
    MPI_Comm_size(comm, &l->ranks);
    find_launch(l);
    l->use.ranks = l->ranks;
    l->team = (rank_team){.begin = begin,
                          .open = leader_open_evaluator,
                          .observer = leader_observer,
                          .status = status_of,
                          .use = &l->use,
                          .launch = l->launch,
                          .self = l};
    return l;
}

const rank_team *leader_team(const leader *l)
{
    return &l->team;
}

/* Values of points that were abandoned may still be on their way. */
static void wait_for_ends(const leader *l)
{
    for (int left = l->ranks - 1; left > 0;) {
        news w;
        MPI_Request request;
        MPI_Irecv(&w, (int)sizeof w, MPI_BYTE, MPI_ANY_SOURCE, WIRE_NEWS, l->comm, &request);
        wire_wait(&request);
        if (w.kind == NEWS_END) left--;
    }
}

void leader_close(leader *l, int status)
{
    call c = {.kind = CALL_QUIT, .status = status};
    wire_call(l->comm, &c);
    wait_for_ends(l);
    free(l);
}
