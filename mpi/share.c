/* SPDX-License-Identifier: MIT
 *
 * Who evaluates which points. Static shares are blocks of neighbours, whose sizes differ by one at
 * most. On demand, group g takes point g first, and the counter says what comes next: it only ever
 * grows, by as many as there are points in a generation, so that nobody has to set it back. */
#include "share.h"

#include <string.h>

static void evaluate(const nes_crew *c, const nes_task *t, const nes_points *p, size_t k)
{
    const double *x = p->x + k * p->dim;
    const MPI_Comm group = c->members != MPI_COMM_NULL ? c->members : MPI_COMM_SELF;
    const double f =
        t->alone != NULL ? t->alone(p->dim, x, t->user) : t->together(p->dim, x, group, t->user);
    c->report->evaluations++;
    if (c->leads) p->f[k] = f;
}

static void evaluate_block(const nes_crew *c, const nes_task *t, const nes_points *p)
{
    const size_t groups = (size_t)c->groups, mine = (size_t)c->group;
    const size_t each = p->n / groups, rest = p->n % groups;
    const size_t first = mine * each + (mine < rest ? mine : rest);
    for (size_t k = 0; k < each + (mine < rest); k++) evaluate(c, t, p, first + k);
}

/* The number of the next point, for all ranks of a group. */
static nes_status take_next(const nes_crew *c, size_t *k)
{
    const uint64_t one = 1;
    uint64_t next = 0;
    if (c->leads) {
        NES_MPI_TRY(c, MPI_Fetch_and_op, &one, &next, MPI_UINT64_T, 0, 0, MPI_SUM, c->window);
        NES_MPI_TRY(c, MPI_Win_flush, 0, c->window);
    }
    if (c->orders != MPI_COMM_NULL) NES_MPI_TRY(c, MPI_Bcast, &next, 1, MPI_UINT64_T, 0, c->orders);
    *k = (size_t)(next - c->taken) + (size_t)c->groups;
    return NES_OK;
}

static nes_status evaluate_on_demand(nes_crew *c, const nes_task *t, const nes_points *p)
{
    const size_t groups = (size_t)c->groups;
    size_t k = (size_t)c->group;
    while (k < p->n) {
        evaluate(c, t, p, k);
        if (p->n <= groups) break;
        const nes_status st = take_next(c, &k);
        if (st != NES_OK) return st;
    }
    /* Every group has asked once in vain. */
    if (p->n > groups) c->taken += p->n;
    return NES_OK;
}

nes_status nes_share_evaluate(nes_crew *c, const nes_task *t, const nes_points *p)
{
    const double begin = MPI_Wtime();
    nes_status st = NES_OK;
    memset(p->f, 0, p->n * sizeof *p->f);
    if (c->window != MPI_WIN_NULL)
        st = evaluate_on_demand(c, t, p);
    else
        evaluate_block(c, t, p);
    c->report->evaluating += MPI_Wtime() - begin;
    return st;
}
