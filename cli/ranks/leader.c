/* SPDX-License-Identifier: MIT
 *
 * The start and the end of the rank_team, and the observer of rank 0; see ranks/leader.h. Before
 * the points of a round are evaluated, the other ranks get the data to make them: the records of
 * the round before, nine bytes each, or the whole state where records alone do not lead there: at
 * the start, and when limits have changed. Now and then all ranks compare digests of the search. */
#include "ranks/leader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_status.h"
#include "base/memory.h"
#include "base/text.h"
#include "nes/mpi.h"
#include "objective/program.h"
#include "ranks/origin.h"

/* ---- the beginning -------------------------------------------------------------------------- */

/* Refuses setups that ranks cannot share. */
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

/* Lets all ranks open the objective. A rank that cannot begin has printed the reason. */
static int begin(void *self, const facts_origin *from, const run_options *o, run_setup *s)
{
    leader *l = self;
    nes_mpi_report report;
    buffer text = {.text = NULL};
    int rank, status = refuse_unshared(s);
    if (status == 0) status = origin_pack(from, o, &text);
    if (status == 0) {
        call c = {.kind = CALL_SETUP, .size = text.n};
        wire_call(l->comm, &c, text.text);
        status = wire_agree(l->comm, 0, &rank);
    }
    buffer_free(&text);
    if (status != 0 || nes_mpi_agree(l->comm, &s->settings, &report) == NES_OK) return status;
    return text_error(EXIT_USAGE, "%s", report.message);
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* Whether ranks compare digests: often at first, since differences mostly show from the start. */
static bool is_checked(uint64_t fresh)
{
    enum { CHECK_EVERY = 100 };
    return fresh < CHECK_EVERY ? (fresh & (fresh - 1)) == 0 : fresh % CHECK_EVERY == 0;
}

static int send_state(leader *l, call *c)
{
    size_t n = nes_save_size(l->opt);
    char *state = memory_zeros(n, 1);
    const nes_status st = nes_save(l->opt, state, n, &n);
    c->kind = CALL_STATE;
    c->size = n;
    if (st == NES_OK) wire_call(l->comm, c, state);
    free(state);
    return st == NES_OK ? 0 : text_error(EXIT_USAGE, "%s", nes_strerror(st));
}

static int bring_up_to_date(leader *l)
{
    const nes_board *b = &l->board;
    const bool stale = l->stale || memchr(nes_board_fates(b), NES_WAITING, b->n) != NULL;
    call c = {.kind = CALL_ROUND, .number = ++l->round};
    l->fresh = stale ? 0 : l->fresh + 1;
    if (is_checked(l->fresh)) c.digest = nes_fingerprint(l->opt);
    l->stale = false;
    if (stale) return send_state(l, &c);
    c.size = nes_board_words(b) * sizeof *b->values;
    wire_call(l->comm, &c, b->values);
    return 0;
}

static void on_start(void *data, nes_opt *o)
{
    leader *l = data;
    l->opt = o;
    l->stale = true;
    l->lost = 0;
}

static bool on_asked(void *data, nes_opt *o, const nes_points *p)
{
    (void)o;
    leader *l = data;
    if (l->status == 0 && l->ranks > 1) l->status = bring_up_to_date(l);
    if (!nes_board_clear(&l->board, p)) memory_ran_out();
    return l->status != 0;
}

static bool on_values(void *data, const arrivals *a)
{
    leader *l = data;
    nes_board *b = &l->board;
    for (size_t i = 0; i < a->n; i++) {
        const eval_record *r = &a->record[i];
        const size_t k = nes_board_find(b, r->id);
        if (k == b->n) continue;
        double *row = nes_board_row(b, k);
        row[0] = r->f;
        for (size_t j = 1; j < b->width; j++)
            row[j] = r->outputs != NULL ? r->outputs[j - 1] : (double)NAN;
        nes_board_decide(b, k, r->fate);
    }
    return l->status != 0;
}

static bool on_generation(void *data, nes_opt *o)
{
    leader *l = data;
    (void)o;
    if (l->changed != NULL && *l->changed) l->stale = true;
    return l->status != 0;
}

static void on_end(void *data, nes_opt *o)
{
    leader *l = data;
    (void)o;
    l->opt = NULL;
    nes_board_free(&l->board);
}

static observer make_observer(void *self, const bool *changed)
{
    leader *l = self;
    l->changed = changed;
    return (observer){.start = on_start,
                      .asked = on_asked,
                      .values = on_values,
                      .generation = on_generation,
                      .end = on_end,
                      .data = l};
}

/* ---- the rank_team -------------------------------------------------------------------------- */

void leader_end_run(leader *l, int rank, news *w)
{
    const char *machine = news_text(w), *why = machine + strlen(machine) + 1;
    if (l->status != 0) return;
    l->status = text_error(EXIT_USAGE, "rank %d (%s) cannot go on: %s", rank, machine, why);
}

static int status_of(const void *self)
{
    const leader *l = self;
    return l->status;
}

/* Finds the command that starts as many ranks again. srun leaves other environment variables than
 * mpirun within Slurm. */
static void find_launch(leader *l)
{
    const bool slurm = getenv("SLURM_PROCID") != NULL && getenv("OMPI_COMM_WORLD_SIZE") == NULL;
    snprintf(l->launch, sizeof l->launch, "%s -n %d ", slurm ? "srun" : "mpirun", l->ranks);
}

leader *leader_open(MPI_Comm comm)
{
    leader *l = memory_zeros(1, sizeof *l);
    l->comm = comm;
    l->news_size = news_size(0, NEWS_TEXT);
    MPI_Comm_size(comm, &l->ranks);
    find_launch(l);
    l->team = (rank_team){.begin = begin,
                          .open = leader_open_evaluator,
                          .observer = make_observer,
                          .status = status_of,
                          .ranks = l->ranks,
                          .lost = &l->lost,
                          .launch = l->launch,
                          .self = l};
    return l;
}

/* Records of abandoned points may still be on their way: they are received and dropped. */
void leader_close(leader *l, int status)
{
    call c = {.kind = CALL_QUIT, .status = status};
    news *w = memory_zeros(1, l->news_size);
    wire_call(l->comm, &c, NULL);
    for (int left = l->ranks - 1; left > 0; left -= w->kind == NEWS_END) {
        MPI_Request request;
        MPI_Irecv(w, (int)l->news_size, MPI_BYTE, MPI_ANY_SOURCE, WIRE_NEWS, l->comm, &request);
        wire_wait(&request);
    }
    free(w);
    free(l->news);
    free(l);
}
