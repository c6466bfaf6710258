/* SPDX-License-Identifier: MIT
 *
 * Who evaluates which points. Static portions are blocks of neighbours, whose sizes differ by one
 * at most. On demand, group g takes point g first, and the counter gives the next points: it only
 * grows, by the number of points in each generation, so that no rank has to reset it. */
#include "portion.h"

#include <string.h>

/* Evaluates by the helper. Probing for messages, of which there are none, lets MPI serve the ranks
 * that read the counter. */
static nes_fate evaluate_beside(const nes_crew *c, nes_helper *h, const double *x, double *values)
{
    const double begin = MPI_Wtime();
    int came;
    nes_helper_give(h, x);
    while (!nes_helper_take(h, nes_helper_nap(MPI_Wtime() - begin)))
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, c->comm, &came, MPI_STATUS_IGNORE);
    memcpy(values, h->values, h->width * sizeof *values);
    return h->fate;
}

static nes_fate evaluate_slice(const nes_task *t, const nes_points *p, size_t k, double *values)
{
    const nes_mpi_shared *w = t->shared;
    const nes_mpi_part part = {.dim = w->dim,
                               .first = w->slice.first,
                               .n = p->dim,
                               .x = p->x + k * p->dim,
                               .comm = w->work};
    return t->sliced(&part, values, t->user);
}

static nes_fate fate_of(const nes_crew *c, const nes_task *t, const nes_points *p, size_t k,
                        double *values)
{
    const double *x = p->x + k * p->dim;
    if (t->helper != NULL) return evaluate_beside(c, t->helper, x, values);
    if (t->alone != NULL) return t->alone(p->dim, x, values, t->user);
    if (t->sliced != NULL) return evaluate_slice(t, p, k, values);
    return t->together(p->dim, x, values, c->members != MPI_COMM_NULL ? c->members : MPI_COMM_SELF,
                       t->user);
}

/* Evaluates point k. Records of ranks that do not lead their group are dropped. */
static void evaluate(const nes_crew *c, const nes_task *t, nes_replica *r, size_t k)
{
    nes_board *b = &r->board;
    double *values = nes_board_row(b, k);
    const nes_fate fate = fate_of(c, t, &r->asked, k, values);
    c->report->evaluations++;
    if (c->leads)
        nes_board_decide(b, k, fate);
    else
        memset(values, 0, b->width * sizeof *values);
}

static void evaluate_block(const nes_crew *c, const nes_task *t, nes_replica *r)
{
    const size_t groups = (size_t)c->groups, mine = (size_t)c->group;
    const size_t each = r->asked.n / groups, rest = r->asked.n % groups;
    const size_t first = mine * each + (mine < rest ? mine : rest);
    const double begin = MPI_Wtime();
    for (size_t k = 0; k < each + (mine < rest); k++) evaluate(c, t, r, first + k);
    c->report->evaluating += MPI_Wtime() - begin;
}

/* Gives all ranks of a group the number of their next point. */
static nes_status take_next(const nes_crew *c, size_t *k)
{
    uint64_t next = 0;
    const nes_status st = c->leads ? nes_crew_take(c, 0, &next) : NES_OK;
    if (st != NES_OK) return st;
    if (c->orders != MPI_COMM_NULL) NES_MPI_TRY(c, MPI_Bcast, &next, 1, MPI_UINT64_T, 0, c->orders);
    *k = (size_t)(next - c->taken) + (size_t)c->groups;
    return NES_OK;
}

static nes_status evaluate_on_demand(nes_crew *c, const nes_task *t, nes_replica *r)
{
    const size_t n = r->asked.n, groups = (size_t)c->groups;
    size_t k = (size_t)c->group;
    while (k < n) {
        const double begin = MPI_Wtime();
        evaluate(c, t, r, k);
        c->report->evaluating += MPI_Wtime() - begin;
        if (n <= groups) break;
        const nes_status st = take_next(c, &k);
        if (st != NES_OK) return st;
    }
    /* Every group has raised the counter once without getting a point. */
    if (n > groups) c->taken += n;
    return NES_OK;
}

nes_status nes_portion_evaluate(nes_crew *c, const nes_task *t, nes_replica *r)
{
    if (c->window != MPI_WIN_NULL) return evaluate_on_demand(c, t, r);
    evaluate_block(c, t, r);
    return NES_OK;
}

nes_status nes_portion_attends(const nes_crew *c, const nes_task *t, bool *attends)
{
    MPI_Comm near;
    int level = MPI_THREAD_SINGLE, neighbours = 0;
    *attends = false;
    if (c->window == MPI_WIN_NULL || t->alone == NULL) return NES_OK;
    NES_MPI_TRY(c, MPI_Comm_split_type, c->comm, MPI_COMM_TYPE_SHARED, c->rank, MPI_INFO_NULL,
                &near);
    MPI_Comm_size(near, &neighbours);
    MPI_Comm_free(&near);
    NES_MPI_TRY(c, MPI_Query_thread, &level);
    *attends = c->rank == 0 && neighbours < c->size && level >= MPI_THREAD_FUNNELED;
    return NES_OK;
}
